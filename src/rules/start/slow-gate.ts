import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { probeOf, thresholdFor } from '../../kubernetes/probes';
import { gateText, settingText } from '../../recognition/gates/gate-text';
import { OtherQuestion, otherQuestion } from '../../recognition/gates/other-question';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';

/** The longest delay that is only an info, in seconds: the default period of a probe. */
const USUAL_SECONDS = 10;

export const slowGate: Rule = {
  id: 'NS102',
  name: 'slow-gate',
  severity: Severity.INFO,
  title: 'A startup probe that runs late or rarely delays the app',
  why: 'After a failed attempt, the kubelet waits for a whole period before it probes again. The app waits too, even if the sidecar is already up. This delays every start of every pod.',
  fix: 'Set periodSeconds: 1, omit initialDelaySeconds, and set failureThreshold to one more than the number of seconds that the sidecar may take to start.',
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
  check: (context: RuleContext): RuleOffense[] => ownContainers(context).filter(isOwnSidecar(context)).flatMap(sidecar => {
    const gate = probeOf(sidecar, 'startupProbe');
    const cost = gate ? gate.initialDelay + gate.period - 1 : 0;
    if (!gate || cost <= 0) {
      return [];
    }
    const at = atContainer(context.pod, sidecar, 'startupProbe', gate.initialDelay > 0 ? 'initialDelaySeconds' : 'periodSeconds');
    const question = otherQuestion(context.recognition, sidecar);
    return question ? [{ at, ...uninformed(sidecar, question, when(gate.initialDelay, gate.period)) }] : [{
      container: sidecar.name,
      at,
      message: `the startup probe of sidecar '${sidecar.name}' runs ${when(gate.initialDelay, gate.period)}, so the app may start up to ${cost} s later than necessary`,
      fix: `set periodSeconds: 1${gate.initialDelay > 0 ? ', remove initialDelaySeconds' : ''} and set failureThreshold: ${thresholdFor(gate.initialDelay + gate.period * gate.failureThreshold)}`,
      ...(cost > USUAL_SECONDS ? { severity: Severity.WARNING } : {}),
    }];
  }),
};

/** A delay may be all that makes the app wait where the probe passes before the sidecar is up, so it must stay until the probe asks for more. */
function uninformed({ name }: PodContainer, { program, port, isOpenPort, known }: OtherQuestion, often: string): Omit<RuleOffense, 'at'> {
  const asks = isOpenPort ? `only whether port ${port} is open` : `port ${port}`;
  return {
    container: name,
    message: `the startup probe of sidecar '${name}' runs ${often} and checks ${asks}, which does not tell whether ${program.name} is up`,
    fix: `replace it with ${gateText(known.probe)}${settingText(known.settings)}, with periodSeconds: 1 and failureThreshold: ${known.probe.failureThreshold}`,
  };
}

/** The injector of a mesh writes the probe of its proxy. */
function isOwnSidecar({ recognition }: RuleContext): (container: PodContainer) => boolean {
  return container => container.role === ContainerRole.SIDECAR && container.spec.startupProbe && recognition.program(container)?.direction !== 'mesh';
}

function when(delay: number, period: number): string {
  const often = period === 1 ? 'every second' : `every ${period} s`;
  return delay > 0 ? `after ${delay} s and then ${often}` : often;
}
