import { ContainerRole } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helper';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** Directions of helpers that pass no requests to the app. */
const WITHOUT_REQUESTS: ReadonlySet<Helper['direction'] | undefined> = new Set(['outbound', 'content', 'shipper', 'after-main', 'reloader', 'observer']);

export const sidecarReadiness: Rule = {
  id: 'NS111',
  name: 'sidecar-readiness',
  severity: Severity.INFO,
  title: 'A readiness probe on a helper can remove the whole pod from its Services',
  why: 'A pod is ready only if all its containers are ready, including native sidecars. A readiness probe does not affect the start order. If the helper is slow for a moment, the app loses its traffic, possibly in all replicas at once.',
  fix: 'Use a startupProbe to order the start. Keep readiness probes for containers that receive requests.',
  example: {
    wrong: `initContainers:
  - name: logs
    image: fluent/fluent-bit:5.1.1
    restartPolicy: Always
    readinessProbe:
      httpGet: { path: /, port: 2020 }`,
    right: `initContainers:
  - name: logs
    image: fluent/fluent-bit:5.1.1
    restartPolicy: Always
    startupProbe:
      httpGet: { path: /, port: 2020 }
      periodSeconds: 1`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => ownContainers(context)
    .filter(container => container.role === ContainerRole.SIDECAR && container.spec.readinessProbe)
    .filter(({ name }) => WITHOUT_REQUESTS.has(directionOf(context, name)))
    .map(({ name, spec }) => ({
      container: name,
      at: atContainer(context.pod, name, 'readinessProbe'),
      message: `the readinessProbe of sidecar '${name}' removes the whole pod from its Services whenever '${name}' is not ready`,
      fix: spec.startupProbe ? 'remove it, because the startupProbe already delays the app' : 'make it a startupProbe, which delays the app until the sidecar is up',
    })),
};

function directionOf({ pod, recognition }: RuleContext, name: string): Helper['direction'] | undefined {
  return recognition.helper(name)?.direction ?? recognition.program(pod.container(name))?.direction;
}
