import { exitCodeWithoutContainer } from './exit-code-without-container';
import { fieldTargetLacks } from './field-target-lacks';
import { Finding } from './finding';
import { gateNeedsApp } from './gate-needs-app';
import { gracePeriodTooShort } from './grace-period-too-short';
import { helperKeepsJobAlive } from './helper-keeps-job-alive';
import { jobWithoutDeadline } from './job-without-deadline';
import { noStartupGate } from './no-startup-gate';
import { preStopFillsGracePeriod } from './pre-stop-fills-grace-period';
import { restartsFailJob } from './restarts-fail-job';
import { finding, Rule, RuleContext } from './rule';
import { sleepingPreStop } from './sleeping-pre-stop';
import { targetTooOld } from './target-too-old';

/** Every rule that can be checked on a manifest, by id. */
export const RULES: readonly Rule[] = [
  noStartupGate,
  gateNeedsApp,
  gracePeriodTooShort,
  preStopFillsGracePeriod,
  sleepingPreStop,
  helperKeepsJobAlive,
  restartsFailJob,
  jobWithoutDeadline,
  exitCodeWithoutContainer,
  targetTooOld,
  fieldTargetLacks,
];

/** What all rules have to say about a pod. */
export function checkPod(context: RuleContext): Finding[] {
  return RULES.flatMap(rule => rule.check(context).map(offence => finding(rule, offence)));
}
