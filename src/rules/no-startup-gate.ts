import { Severity } from './finding';
import { Offence, quoted, Rule, RuleContext } from './rule';

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
  check: ({ pod, mesh }: RuleContext): Offence[] => pod.sidecars
    .filter(sidecar => !sidecar.spec.startupProbe)
    .map(sidecar => ({
      container: sidecar.name,
      message: noGateMessage(sidecar.name, quoted(pod.mains.map(main => main.name))),
      fix: mesh?.injected.includes(sidecar.name)
        ? `let the app wait for it: ${mesh.name} ${mesh.version} gives it no startup probe`
        : 'give it a startupProbe with periodSeconds: 1',
    })),
};
