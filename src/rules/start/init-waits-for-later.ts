import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const initWaitsForLater: Rule = {
  id: 'NS109',
  name: 'init-waits-for-later',
  severity: Severity.ERROR,
  title: 'An init container that waits for a container behind it waits forever',
  why: 'Nothing behind an init container starts before it has ended, and nothing ends that waits for what has not started: the pod stays in Init.',
  fix: 'Let the sidecar stand before the init container, as an init container with restartPolicy: Always and a startup probe, and take the wait away.',
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
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => {
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
        message: `init container '${wait.container}' waits for '${wait.target}' (${wait.text}), which only starts once '${wait.container}' has ended`,
        fix: pod.containers[target].role === ContainerRole.SIDECAR
          ? `list '${wait.target}' before '${wait.container}'`
          : `make '${wait.target}' a native sidecar before '${wait.container}'`,
        ...(wait.wait === 'tries' ? { severity: Severity.WARNING } : {}),
      }] : [];
    });
  },
};

/** A sidecar that runs already may serve the port without saying so. */
function mayAnswerBefore(earlier: readonly PodContainer[]): boolean {
  return earlier.some(container => container.role === ContainerRole.SIDECAR);
}
