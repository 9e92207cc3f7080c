import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const initWaitsForLater: Rule = {
  id: 'NS109',
  name: 'init-waits-for-later',
  severity: Severity.ERROR,
  title: 'An init container that waits for a later container waits forever',
  why: 'The kubelet starts the next container only after an init container has exited. An init container that waits for a later container never exits, and the pod stays in its init phase.',
  fix: 'Make the later container a native sidecar with a startup probe, list it before the init container, and remove the wait.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: migrate',
      '    command: [sh, -c, "until nc -z localhost 5432; do sleep 1; done; ./migrate"]',
      'containers:',
      '  - name: db-proxy',
      '    ports: [{ containerPort: 5432 }]',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db-proxy',
      '    restartPolicy: Always',
      '    startupProbe: { tcpSocket: { port: 5432 }, periodSeconds: 1 }',
      '  - name: migrate',
      '    command: [./migrate]',
    ].join('\n'),
  },
  since: '0.1.0',
  needs: 'plainInit',
  check: ({ pod, kubernetes, recognition }: RuleContext): RuleOffense[] => {
    if (!pod.containers.some(container => container.role === ContainerRole.INIT && (container.spec.command || container.spec.args))) {
      return [];
    }
    return recognition.leftovers('wait-loop').flatMap(wait => {
      const at = pod.containers.findIndex(container => container.name === wait.container);
      const target = pod.containers.findIndex(container => container.name === wait.target);
      const waiting = pod.containers[at];
      return waiting.role === ContainerRole.INIT && target > at && !mayAnswerBefore(pod.containers.slice(0, at)) ? [{
        container: wait.container,
        at: atLeftover(pod, wait),
        message: `init container '${wait.container}' waits for '${wait.target}' (${wait.text}), which starts only after '${wait.container}' exits`,
        fix: pod.containers[target].role === ContainerRole.SIDECAR
          ? `list '${wait.target}' before '${wait.container}'`
          : `make '${wait.target}' ${nativeSidecar({ kubernetes })}, and list it before '${wait.container}'`,
        ...(wait.wait === 'tries' ? { severity: Severity.WARNING } : {}),
      }] : [];
    });
  },
};

/** A sidecar that already runs may serve the port without declaring it. */
function mayAnswerBefore(earlier: readonly PodContainer[]): boolean {
  return earlier.some(container => container.role === ContainerRole.SIDECAR);
}
