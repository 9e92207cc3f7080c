import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { Offense, Rule, RuleContext } from '../engine/rule';

const MESH_OF_PROXY: ReadonlyMap<string, MeshFacts> = new Map(MESHES.map(mesh => [mesh.proxy.container, mesh]));

export const injectedByHand: Rule = {
  id: 'NS513',
  name: 'injected-by-hand',
  severity: Severity.INFO,
  title: 'A hard-coded proxy never gets mesh upgrades',
  why: 'The proxy in the manifest is the output of an injector, with the image, settings and mode of that release. Moving it by hand leaves its init container and settings outdated.',
  fix: 'Keep the manifest without the proxy, and let the mesh inject a native one.',
  example: {
    wrong: ['containers:', '  - name: app', '  - name: linkerd-proxy', '    image: cr.l5d.io/linkerd/proxy:stable-2.12.0'].join('\n'),
    right: ['metadata:', '  annotations: { linkerd.io/inject: enabled }', 'spec:', '  containers:', '    - name: app'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh, recognition }: RuleContext): Offense[] => pod.mains.length < 2 ? [] : pod.mains.flatMap(main => {
    const facts = mesh?.injected.includes(main.name) && !mesh.isInjectedBefore ? undefined : hardCodedProxyOf(recognition, main);
    return facts ? [{
      container: main.name,
      message: `'${main.name}' is a hard-coded proxy of ${facts.name} in an ordinary container, so it never gets mesh upgrades`,
      fix: 'remove it from the manifest and let the mesh inject it again',
    }] : [];
  }),
};

/** The mesh whose proxy an ordinary container of a manifest is, by its name or by its program. */
export function hardCodedProxyOf(recognition: Recognition, main: PodContainer): MeshFacts | undefined {
  const helper = recognition.helper(main.name);
  const facts = MESH_OF_PROXY.get(main.name) ?? (helper?.direction === 'mesh' ? MESHES.find(({ proxy }) => proxy.program === helper.program) : undefined);
  const isPatch = facts?.proxy.patchImage !== undefined && main.spec.image === facts.proxy.patchImage;
  return facts && !isPatch && !facts.proxy.program.standsAlone?.(recognition.run(main)) ? facts : undefined;
}
