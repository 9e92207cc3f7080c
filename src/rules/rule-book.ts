import { drainLongerThanGrace } from './drain-longer-than-grace';
import { exitCodeWithoutContainer } from './exit-code-without-container';
import { fieldTargetLacks } from './field-target-lacks';
import { Finding } from './finding';
import { gateNeedsApp } from './gate-needs-app';
import { gateRewrittenByIstio } from './gate-rewritten-by-istio';
import { gracePeriodTooShort } from './grace-period-too-short';
import { helperKeepsJobAlive } from './helper-keeps-job-alive';
import { initBeforeProxy } from './init-before-proxy';
import { injectorKeepsJobAlive } from './injector-keeps-job-alive';
import { jobWithoutDeadline } from './job-without-deadline';
import { meshAnnotation } from './mesh-annotation';
import { awaitWrapper, quitCall } from './mesh-workaround';
import { noStartupGate } from './no-startup-gate';
import { preStopFillsGracePeriod } from './pre-stop-fills-grace-period';
import { reservedByMesh } from './reserved-by-mesh';
import { restartsFailJob } from './restarts-fail-job';
import { finding, Rule, RuleContext } from './rule';
import { sleepingPreStop } from './sleeping-pre-stop';
import { stoppingPreStop } from './stopping-pre-stop';
import { targetTooOld } from './target-too-old';

/** Every rule that can be checked on a manifest, by id. */
export const RULES: readonly Rule[] = [
  noStartupGate,
  gateNeedsApp,
  gateRewrittenByIstio,
  initBeforeProxy,
  gracePeriodTooShort,
  preStopFillsGracePeriod,
  stoppingPreStop,
  sleepingPreStop,
  drainLongerThanGrace,
  helperKeepsJobAlive,
  injectorKeepsJobAlive,
  restartsFailJob,
  jobWithoutDeadline,
  exitCodeWithoutContainer,
  quitCall,
  awaitWrapper,
  targetTooOld,
  fieldTargetLacks,
  reservedByMesh,
  meshAnnotation,
];

/** What all rules have to say about a pod. */
export function checkPod(context: RuleContext): Finding[] {
  const findings: Finding[] = [];
  for (const rule of RULES) {
    const offences = rule.check(context);
    if (offences.length > 0) {
      findings.push(...offences.map(offence => finding(rule, offence)));
    }
  }
  return findings;
}
