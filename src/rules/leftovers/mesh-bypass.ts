import { MESHES } from '../../knowledge/meshes/mesh-list';
import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atAnnotation, atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

const BYPASSES = MESHES.flatMap(mesh => mesh.bypasses);

export const meshBypass: Rule = {
  id: 'NS511',
  name: 'mesh-bypass',
  severity: Severity.INFO,
  title: 'What had to pass the proxy by because it was not up yet need not when it is native',
  why: 'Init containers could not reach the network before the proxy was up, so their traffic was led past it: without identity and encryption. A native proxy that stands first is up before them.',
  fix: 'Where that was the reason, take the bypass away once the proxy is native.',
  example: {
    wrong: ['initContainers:', '  - name: migrate', '    securityContext: { runAsUser: 1337 }'].join('\n'),
    right: ['initContainers:', '  - name: migrate', '    securityContext: { runAsUser: 1000 }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => {
    const annotations: { readonly [key: string]: unknown } = pod.metadata.annotations ?? {};
    const hasInit = pod.containers.some(container => container.role === ContainerRole.INIT);
    const found = BYPASSES.filter(({ key, isBypass, onlyWithInits }) =>
      annotations[key] !== undefined && (hasInit || !onlyWithInits) && isBypass(String(annotations[key])));
    return [
      ...(hasInit ? recognition.leftovers('bypass') : []).map(({ container, text }) => ({
        container,
        at: atContainer(pod, container, 'securityContext', 'runAsUser'),
        message: `init container '${container}' runs as the user of the mesh's proxy (${text}), so that its traffic passes the mesh by`,
        fix: 'give it a user of its own once the proxy is native, and so up before it',
      })),
      ...found.map(({ key }) => ({
        at: atAnnotation(pod, key),
        message: `the annotation '${key}' leads traffic past the mesh`,
        fix: 'if that is because the proxy is up too late, take it away once the proxy is native',
      })),
    ];
  },
};
