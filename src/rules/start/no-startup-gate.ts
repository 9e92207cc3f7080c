import { PodContainer } from '../../kubernetes/pod';
import { GateAdvice } from '../../recognition/gates';
import { gateText, settingText } from '../../recognition/gates/gate-text';
import { Helper } from '../../recognition/helper';
import { Severity } from '../engine/finding';
import { Offence, quoted, Rule, RuleContext } from '../engine/rule';

/** What to do about a sidecar without a gate, in a construct. */
export const GATE_FIX = "set 'startup', for example StartupGate.httpGet('/ready', 15021), or StartupGate.none('why no one waits for it')";

/** The sentence about a sidecar without a gate. */
export function noGateMessage(sidecar: string, app: string): string {
  return `sidecar '${sidecar}' has no startup gate, so ${app} may start before it listens`;
}

export const noStartupGate: Rule = {
  id: 'NS101',
  name: 'no-startup-gate',
  severity: Severity.WARNING,
  title: 'A sidecar without a startup probe does not hold the app back until it is up',
  why: 'A kubelet starts the next container as soon as the process of a native sidecar runs. Only a startup probe makes it wait until the sidecar can be used, '
    + 'so without one the first calls of the app may fail.',
  fix: 'Give the sidecar a startupProbe with periodSeconds: 1 that asks the sidecar itself. Where nobody waits for it, acknowledge that.',
  example: {
    wrong: `initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    restartPolicy: Always
    args: [acme:europe-west1:orders]`,
    right: `initContainers:
  - name: db
    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
    restartPolicy: Always
    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]
    startupProbe:
      httpGet: { path: /startup, port: 9801 }
      periodSeconds: 1
      failureThreshold: 60`,
  },
  since: '0.1.0',
  needs: 'ungatedSidecar',
  check: (context: RuleContext): Offence[] => context.pod.sidecars
    .filter(sidecar => !sidecar.spec.startupProbe)
    .flatMap(sidecar => offence(context, sidecar)),
};

/** Helpers that the app depends on from its start. */
const NEEDED: ReadonlySet<Helper['direction'] | undefined> = new Set(['outbound', 'content']);

/** Helpers that the app starts well without, such as one that ships its logs. */
const NOT_WAITED_FOR: ReadonlySet<Helper['direction'] | undefined> = new Set(['shipper', 'observer', 'reloader', 'inbound', 'after-main']);

function fixOf(gate: GateAdvice): string {
  return `give it a startupProbe${gate.known ? `: ${gateText(gate.probe)}${settingText(gate.settings)}` : ' with periodSeconds: 1'}`;
}

function offence({ pod, mesh, recognition }: RuleContext, sidecar: PodContainer): Offence[] {
  const message = noGateMessage(sidecar.name, quoted(pod.mains.map(main => main.name)));
  if (mesh?.injected.includes(sidecar.name)) {
    return [{ container: sidecar.name, message, fix: `let the app wait for it: ${mesh.name} ${mesh.version} gives it no startup probe` }];
  }
  const direction = recognition.helper(sidecar.name)?.direction ?? recognition.program(sidecar)?.direction;
  const gate = recognition.gate(sidecar);
  if (NOT_WAITED_FOR.has(direction)) {
    return [{
      container: sidecar.name,
      message: `sidecar '${sidecar.name}' has no startup gate, so nobody knows when it is up; the app does not call it`,
      fix: `${fixOf(gate)}, or acknowledge that nobody waits for it`,
      severity: Severity.INFO,
    }];
  }
  return [{ container: sidecar.name, message, fix: fixOf(gate), ...(gate.known && NEEDED.has(direction) ? { severity: Severity.ERROR } : {}) }];
}
