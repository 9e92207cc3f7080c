import { MESHES } from '../../knowledge/meshes/mesh-list';
import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atAnnotation, atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

const BYPASSES = MESHES.flatMap(mesh => mesh.bypasses);

export const meshBypass: Rule = {
  id: 'NS511',
  name: 'mesh-bypass',
  severity: Severity.INFO,
  title: 'With a native proxy, startup bypasses are unnecessary',
  why: 'Init containers cannot reach the network before an ordinary proxy is up, so their traffic bypasses it, without identity and encryption. A native proxy that comes first is up before them.',
  fix: 'If that was the reason, remove the bypass when the proxy is native.',
  example: {
    wrong: ['initContainers:', '  - name: migrate', '    securityContext: { runAsUser: 1337 }'].join('\n'),
    right: ['initContainers:', '  - name: migrate', '    securityContext: { runAsUser: 1000 }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => {
    const annotations: { readonly [key: string]: unknown } = pod.metadata.annotations ?? {};
    const hasInit = pod.containers.some(container => container.role === ContainerRole.INIT);
    const found = BYPASSES.filter(({ key, isBypass, onlyWithInits }) =>
      annotations[key] !== undefined && (hasInit || !onlyWithInits) && isBypass(String(annotations[key])));
    return [
      ...(hasInit ? recognition.leftovers('bypass') : []).map(({ container, text }) => ({
        container,
        at: atContainer(pod, container, 'securityContext', 'runAsUser'),
        message: `init container '${container}' runs as the user of the mesh proxy (${text}), so its traffic bypasses the mesh`,
        fix: 'give it its own user when the proxy is native and starts before it',
      })),
      ...found.map(({ key }) => ({
        at: atAnnotation(pod, key),
        message: `the annotation '${key}' makes traffic bypass the mesh`,
        fix: 'if the reason is that the proxy starts too late, remove it when the proxy is native',
      })),
    ];
  },
};
