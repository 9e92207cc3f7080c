import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { hookOf } from '../lifecycle/hooks';

/** The sentence about a sidecar whose pre-stop hook sleeps. */
export function sleepingPreStopMessage(sidecar: string, seconds: number): string {
  return `the pre-stop hook of sidecar '${sidecar}' sleeps ${seconds} s: it already outlives the app, so this only makes every stop and every Job that much longer`;
}

export const sleepingPreStop: Rule = {
  id: 'NS304',
  name: 'sleeping-pre-stop',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no sleeping pre-stop hook',
  check: ({ pod }: RuleContext): Offence[] => pod.sidecars.flatMap(sidecar => {
    const seconds = hookOf(sidecar, 'preStop')?.seconds;
    return seconds ? [{ container: sidecar.name, message: sleepingPreStopMessage(sidecar.name, seconds), fix: 'take the hook away' }] : [];
  }),
};
