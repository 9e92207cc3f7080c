import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const blindSleep: Rule = {
  id: 'NS114',
  name: 'blind-sleep',
  severity: Severity.WARNING,
  title: 'A fixed sleep before the app starts does not guarantee that its sidecar is up',
  why: 'If the sidecar starts slowly, the sleep is too short and the app fails. Otherwise, the sleep delays every start. A startup probe passes as soon as the sidecar is up.',
  fix: 'Make the sidecar native, give it a startup probe, and remove the sleep.',
  example: {
    wrong: [
      'containers:',
      '  - name: app',
      '    command: [sh, -c, "sleep 10; exec ./serve"]',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db-proxy',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1 }',
      'containers:',
      '  - name: app',
      '    command: [./serve]',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => recognition.leftovers('blind-sleep').filter(({ hasOtherReason }) => !hasOtherReason).map(leftover => {
    const { container, target, text } = leftover;
    return {
      container,
      at: atLeftover(pod, leftover),
      message: `'${container}' runs '${text}' to wait for '${target}', which is too short if '${target}' starts slowly and wastes time otherwise`,
      fix: pod.container(target!).role === ContainerRole.SIDECAR
        ? `remove the sleep, and give '${target}' a startupProbe if it has none`
        : `make '${target}' ${nativeSidecar({ kubernetes })} with a startupProbe, and remove the sleep`,
    };
  }),
};
