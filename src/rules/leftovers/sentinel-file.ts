import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const sentinelFile: Rule = {
  id: 'NS504',
  name: 'sentinel-file',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no file that tells it to exit',
  why: 'If the work is killed, it never writes the file and the sidecar runs forever. The kubelet stops a native sidecar whether the work succeeds or fails.',
  fix: 'Make the watching container a native sidecar that runs its real command, and remove the file and the loop.',
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
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => recognition.leftovers('sentinel-file').map(leftover => {
    const { container, target, text, neededBy } = leftover;
    return {
      container,
      at: atLeftover(pod, leftover),
      message: `'${container}' writes ${text} so that '${target}' exits, but not when it is killed first`,
      fix: pod.sidecars.some(({ name }) => name === target)
        ? `remove ${neededBy ? '' : 'the file and '}the watch loop of '${target}': the kubelet stops a native sidecar when the work is done`
        : `make '${target}' ${nativeSidecar({ kubernetes })} without the watch loop, and ${neededBy ? `keep the file for ${quoted(neededBy)}` : 'remove the file'}`,
    };
  }),
};
