import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { mayServe } from '../../recognition/helpers';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const postStartBarrier: Rule = {
  id: 'NS112',
  name: 'post-start-barrier',
  severity: Severity.WARNING,
  title: 'A post-start hook that waits holds back the containers behind it, which is what a startup probe is for',
  why: 'That the kubelet starts the next container only when the hook has ended is promised nowhere. A hook that fails kills its container, and nobody sees what it waits for.',
  fix: 'Make the container a native sidecar, and ask the same question in its startup probe.',
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
  check: (context: RuleContext): RuleOffence[] => {
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
        message: `the post-start hook of '${container}' (${text}) holds back ${quoted(held.map(one => one.name))}`,
        ...judgment(context, pod.container(container), wait === 'time'),
      }];
    });
  },
};

function judgment({ recognition }: RuleContext, { name, role }: PodContainer, isTime: boolean): Pick<RuleOffence, 'fix' | 'severity'> {
  if (role === ContainerRole.SIDECAR) {
    return { fix: 'ask the same in a startupProbe, and take the hook away', ...(isTime ? { severity: Severity.INFO } : {}) };
  }
  // Of an app that waits for itself, the others are only held back by the way.
  return isTime || !mayServe(recognition, name)
    ? { fix: 'do it in the container itself, or wait for what it needs in a startupProbe', severity: Severity.INFO }
    : { fix: 'make it a native sidecar that asks the same in its startupProbe' };
}
