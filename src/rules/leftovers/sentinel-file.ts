import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const sentinelFile: Rule = {
  id: 'NS504',
  name: 'sentinel-file',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no file that tells it to end',
  why: 'A file is not written when the work is killed, and the sidecar then runs forever. The kubelet ends a native sidecar whatever became of the work.',
  fix: 'Make the watching container a native sidecar that runs its real command, and take away the file and the loop.',
  example: {
    wrong: [
      '- name: work',
      '  command: [sh, -c, "trap \'touch /pod/done\' EXIT; ./export"]',
      '  volumeMounts: [{ name: pod, mountPath: /pod }]',
      '- name: proxy',
      '  command: [sh, -c, "proxy & while ! test -f /pod/done; do sleep 1; done; kill $!"]',
      '  volumeMounts: [{ name: pod, mountPath: /pod }]',
    ].join('\n'),
    right: ['initContainers:', '  - name: proxy', '    restartPolicy: Always', '    command: [proxy]', 'containers:', '  - name: work', '    command: [./export]'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => recognition.leftovers('sentinel-file').map(leftover => {
    const { container, target, text } = leftover;
    return {
      container,
      at: atLeftover(pod, leftover),
      message: `'${container}' writes ${text} so that '${target}' ends, and does not when it is killed before`,
      fix: `make '${target}' a native sidecar without the watch, and take the file away`,
    };
  }),
};
