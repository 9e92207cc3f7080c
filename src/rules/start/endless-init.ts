import { ContainerRole } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atCommand } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const endlessInit: Rule = {
  id: 'NS119',
  name: 'endless-init',
  severity: Severity.ERROR,
  title: 'A regular init container whose command never exits keeps the pod from starting',
  why: 'The kubelet starts the next container only after an init container has exited. If its command runs forever, the pod stays in its init phase.',
  fix: 'Make it a native sidecar with restartPolicy: Always if it serves the other containers. Otherwise, let its command exit.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: logs',
      '    command: [tail, -F, /var/log/app/app.log]',
      'containers:',
      '  - name: app',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: logs',
      '    command: [tail, -F, /var/log/app/app.log]',
      '    restartPolicy: Always',
      'containers:',
      '  - name: app',
    ].join('\n'),
  },
  since: '0.1.0',
  needs: 'plainInit',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => pod.containers
    .filter(container => container.role === ContainerRole.INIT && recognition.isSurelyEndless(container))
    .map(container => ({
      container: container.name,
      at: atCommand(pod, container),
      message: `the command of init container '${container.name}' never exits, so the containers after it never start`,
      fix: `set restartPolicy: Always to make it ${nativeSidecar({ kubernetes })}, or let its command exit`,
    })),
};
