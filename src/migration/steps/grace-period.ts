import type { Recognition } from '../../recognition/recognition';
import { Severity } from '../../rules/engine/finding';
import { stopTimesOf } from '../../rules/engine/stop-times';
import { certainStops } from '../../rules/known-shutdowns';
import { gracePeriodTooShort } from '../../rules/stop/grace-period-too-short';
import { Budget } from '../../simulator/budget';
import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/** Raises the grace period when the stop times of the migrated pod, declared or certain, add up to more. It never lowers it. */
export function raiseGracePeriod(draft: Draft, recognition: Recognition): void {
  const migrated = recognition.pod;
  const stops = stopTimesOf(migrated);
  const offenses = gracePeriodTooShort.check({ pod: migrated, kubernetes: draft.options.kubernetes, stops, recognition });
  if (!offenses.some(offense => (offense.severity ?? gracePeriodTooShort.severity) === Severity.ERROR)) {
    return;
  }
  const budget = Budget.of(migrated, certainStops(stops, recognition));
  if (budget.recommendedSeconds <= migrated.gracePeriodSeconds || staysAccepted(draft, 'NS301', undefined, `the grace period stays ${migrated.gracePeriodSeconds} s`)) {
    return;
  }
  draft.add({
    kind: 'set',
    path: [...draft.specPath, 'terminationGracePeriodSeconds'],
    value: budget.recommendedSeconds,
    rule: 'NS301',
    why: `stopping in order takes ${budget.requiredSeconds} s (${budget.explain()})`,
  });
}
