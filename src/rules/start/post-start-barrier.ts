import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { mayServe } from '../../recognition/helpers';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const postStartBarrier: Rule = {
  id: 'NS112',
  name: 'post-start-barrier',
  severity: Severity.WARNING,
  title: 'A postStart hook is not a reliable way to delay later containers',
  why: 'Kubernetes does not guarantee that the kubelet waits for the hook before it starts the next container. If the hook fails, the kubelet kills the container. The status of the pod does not show what the hook waits for.',
  fix: 'Make the container a native sidecar, and check the same condition in its startup probe.',
  example: {
    wrong: [
      'containers:',
      '  - name: proxy',
      '    lifecycle:',
      '      postStart:',
      '        exec: { command: [sh, -c, "until curl -fs localhost:9000/ready; do sleep 1; done"] }',
      '  - name: app',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: proxy',
      '    restartPolicy: Always',
      '    startupProbe: { httpGet: { path: /ready, port: 9000 }, periodSeconds: 1 }',
      'containers:',
      '  - name: app',
    ].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, recognition } = context;
    const own = ownContainers(context);
    if (!own.some(container => container.spec.lifecycle?.postStart)) {
      return [];
    }
    return recognition.leftovers('start-barrier').flatMap(leftover => {
      const { container, text, wait } = leftover;
      const at = own.findIndex(one => one.name === container);
      const held = own.slice(at + 1).filter(one => one.role !== ContainerRole.INIT || own[at].role === ContainerRole.SIDECAR);
      return at < 0 || held.length === 0 ? [] : [{
        container,
        at: atLeftover(pod, leftover),
        message: `the postStart hook of '${container}' (${text}) delays ${quoted(held.map(one => one.name))}`,
        ...judgment(context, pod.container(container), wait === 'time'),
      }];
    });
  },
};

function judgment({ recognition }: RuleContext, { name, role }: PodContainer, isTime: boolean): Pick<RuleOffense, 'fix' | 'severity'> {
  if (role === ContainerRole.SIDECAR) {
    return { fix: 'check the same condition in a startupProbe, and remove the hook', ...(isTime ? { severity: Severity.INFO } : {}) };
  }
  // An app that waits for itself delays the others only as a side effect.
  return isTime || !mayServe(recognition, name)
    ? { fix: 'do this in the container itself, or check the condition in a startupProbe', severity: Severity.INFO }
    : { fix: 'make it a native sidecar that checks the same condition in its startupProbe' };
}
