import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { probeOf } from '../../kubernetes/probes';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffence } from '../engine/rule';

/** What a gate may cost before it is more than worth knowing, in seconds: a kubelet's default period. */
const USUAL_SECONDS = 10;

export const slowGate: Rule = {
  id: 'NS102',
  name: 'slow-gate',
  severity: Severity.INFO,
  title: 'A gate that is asked seldom, or late, makes the app start later than it could',
  why: 'A kubelet asks once, and then again only after a whole period. The app waits for that answer, also when the sidecar has long been up. Every start of every pod pays for it.',
  fix: 'Set periodSeconds: 1, leave initialDelaySeconds out, and let failureThreshold say how many seconds the sidecar may take.',
  example: {
    wrong: `startupProbe:
  httpGet: { path: /ready, port: 8080 }
  initialDelaySeconds: 5
  periodSeconds: 10`,
    right: `startupProbe:
  httpGet: { path: /ready, port: 8080 }
  periodSeconds: 1
  failureThreshold: 60`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffence[] => ownContainers(context).filter(isOwnSidecar(context)).flatMap(sidecar => {
    const gate = probeOf(sidecar, 'startupProbe');
    const cost = gate ? gate.initialDelay + gate.period - 1 : 0;
    return gate && cost > 0 ? [{
      container: sidecar.name,
      at: atContainer(context.pod, sidecar, 'startupProbe', gate.initialDelay > 0 ? 'initialDelaySeconds' : 'periodSeconds'),
      message: `the gate of sidecar '${sidecar.name}' is asked ${when(gate.initialDelay, gate.period)}, so the app may start up to ${cost} s later than it could`,
      fix: `set periodSeconds: 1${gate.initialDelay > 0 ? ', take initialDelaySeconds away' : ''} and set failureThreshold: ${gate.initialDelay + gate.period * gate.failureThreshold}`,
      ...(cost > USUAL_SECONDS ? { severity: Severity.WARNING } : {}),
    }] : [];
  }),
};

/** The proxy of a mesh is written by its injector. */
function isOwnSidecar({ recognition }: RuleContext): (container: PodContainer) => boolean {
  return container => container.role === ContainerRole.SIDECAR && container.spec.startupProbe && recognition.program(container)?.direction !== 'mesh';
}

function when(delay: number, period: number): string {
  const often = period === 1 ? 'every second' : `every ${period} s`;
  return delay > 0 ? `after ${delay} s and then ${often}` : often;
}
