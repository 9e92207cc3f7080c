import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const smuggledSleep: Rule = {
  id: 'NS512',
  name: 'smuggled-sleep',
  severity: Severity.INFO,
  title: 'A preStop hook can sleep without a program',
  why: 'From Kubernetes 1.30, the kubelet itself can sleep (preStop.sleep), so an image without a shell needs no sleep binary from an init container.',
  fix: 'Write preStop: { sleep: { seconds: … } }, and remove the init container and its volume.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: tools',
      '    image: busybox:1.37',
      '    command: [cp, /bin/sleep, /tools/sleep]',
      '    volumeMounts: [{ name: tools, mountPath: /tools }]',
      'containers:',
      '  - name: app',
      '    lifecycle: { preStop: { exec: { command: [/tools/sleep, "10"] } } }',
      '    volumeMounts: [{ name: tools, mountPath: /tools }]',
    ].join('\n'),
    right: ['containers:', '  - name: app', '    lifecycle: { preStop: { sleep: { seconds: 10 } } }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => pod.containers.every(container => !container.spec.lifecycle?.preStop?.exec) ? []
    : recognition.leftovers('smuggled-sleep').map(leftover => {
      const { container, text, dedicatedContainers } = leftover;
      return {
        container,
        at: atLeftover(pod, leftover),
        message: `the preStop hook of '${container}' sleeps with ${text}, which an init container provides`,
        fix: `write preStop.sleep instead${dedicatedContainers ? `, and remove '${dedicatedContainers[0]}'` : ''}`,
      };
    }),
};
