import { ContainerRole } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helper';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** Directions of helpers through which no request comes to the app. */
const BEHIND: ReadonlySet<Helper['direction'] | undefined> = new Set(['outbound', 'content', 'shipper', 'after-main', 'reloader', 'observer']);

export const sidecarReadiness: Rule = {
  id: 'NS111',
  name: 'sidecar-readiness',
  severity: Severity.INFO,
  title: 'A readiness probe on a helper takes the whole pod out of its Services',
  why: 'A pod is ready when all of its containers are, native sidecars too. A readiness probe orders no start, and when the helper is slow for a moment the app loses its traffic, in all replicas at once if they share the cause.',
  fix: 'Order the start by a startupProbe, and keep readiness for what requests come in through.',
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
  check: (context: RuleContext): RuleOffence[] => ownContainers(context)
    .filter(container => container.role === ContainerRole.SIDECAR && container.spec.readinessProbe)
    .filter(({ name }) => BEHIND.has(directionOf(context, name)))
    .map(({ name, spec }) => ({
      container: name,
      at: atContainer(context.pod, name, 'readinessProbe'),
      message: `the readinessProbe of sidecar '${name}' takes the whole pod out of its Services whenever '${name}' is not ready`,
      fix: spec.startupProbe ? 'take it away: the startupProbe already holds the app back' : 'make it a startupProbe, which holds the app back until the sidecar is up',
    })),
};

function directionOf({ pod, recognition }: RuleContext, name: string): Helper['direction'] | undefined {
  return recognition.helper(name)?.direction ?? recognition.program(pod.container(name))?.direction;
}
