import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const sharedPidKill: Rule = {
  id: 'NS505',
  name: 'shared-pid-kill',
  severity: Severity.WARNING,
  title: 'Nothing needs to kill a native sidecar through a shared process namespace',
  why: 'With shareProcessNamespace, every container can see and signal the processes of the others, and read their files and variables. The kubelet stops a native sidecar by itself.',
  fix: 'Make the sidecar native, and remove the kill and, if nothing else needs it, shareProcessNamespace.',
  example: {
    wrong: ['shareProcessNamespace: true', 'containers:', '  - name: work', '    command: [sh, -c, "./export; pkill envoy"]', '  - name: envoy'].join('\n'),
    right: ['initContainers:', '  - name: envoy', '    restartPolicy: Always', 'containers:', '  - name: work', '    command: [./export]'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => pod.spec.shareProcessNamespace !== true ? [] : recognition.leftovers('shared-pid-kill')
    .map(leftover => {
      const { container, target, text, dedicatedContainers } = leftover;
      const remove = `remove ${dedicatedContainers ? `'${container}'` : 'the kill'} and shareProcessNamespace`;
      const isNative = pod.sidecars.some(({ name }) => name === target);
      return {
        container,
        at: atLeftover(pod, leftover),
        message: `'${container}' kills ${target ? `'${target}'` : 'a process of another container'} (${text}), which requires shareProcessNamespace`,
        fix: isNative ? `${remove}: the kubelet stops a native sidecar when the work is done` : `make ${target ? `'${target}'` : 'it'} ${nativeSidecar({ kubernetes })}, and ${remove}`,
      };
    }),
};
