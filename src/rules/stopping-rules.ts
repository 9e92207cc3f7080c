import { drainLongerThanGrace } from './drain-longer-than-grace';
import { fieldTargetLacks } from './field-target-lacks';
import { Finding } from './finding';
import { gateNeedsApp } from './gate-needs-app';
import { gateRewrittenByIstio } from './gate-rewritten-by-istio';
import { gracePeriodTooShort } from './grace-period-too-short';
import { helperKeepsJobAlive } from './helper-keeps-job-alive';
import { hostPortClash } from './host-port-clash';
import { imageUser } from './image-user';
import { initWaitsForLater } from './init-waits-for-later';
import { injectorKeepsJobAlive } from './injector-keeps-job-alive';
import { meshAnnotation } from './mesh-annotation';
import { missingTool } from './missing-tool';
import { noStartupGate } from './no-startup-gate';
import { preStopFillsGracePeriod } from './pre-stop-fills-grace-period';
import { probeOnLoopback } from './probe-on-loopback';
import { probeOnPlainInit } from './probe-on-plain-init';
import { reservedByMesh } from './reserved-by-mesh';
import { restartPolicyOfContainer } from './restart-policy-of-container';
import { findingsOf, Question, Rule, RuleContext } from './rule';
import { sleepWithoutShell } from './sleep-without-shell';
import { stoppingPreStop } from './stopping-pre-stop';
import { targetTooOld } from './target-too-old';
import { tcpSocketHook } from './tcp-socket-hook';

/** The rules that may say an error, by id: all that a synth must ask. What the others say is only asked for by who wants to read it. */
export const STOPPING_RULES: readonly Rule[] = [
  noStartupGate,
  probeOnLoopback,
  gateNeedsApp,
  probeOnPlainInit,
  gateRewrittenByIstio,
  imageUser,
  initWaitsForLater,
  missingTool,
  restartPolicyOfContainer,
  gracePeriodTooShort,
  preStopFillsGracePeriod,
  stoppingPreStop,
  drainLongerThanGrace,
  sleepWithoutShell,
  tcpSocketHook,
  helperKeepsJobAlive,
  injectorKeepsJobAlive,
  targetTooOld,
  fieldTargetLacks,
  hostPortClash,
  reservedByMesh,
  meshAnnotation,
];

/**
 * The errors of a pod, and what the rules that may say one have to say beside that.
 *
 * @param context the pod, and what is known about it
 * @param own the user's own rules
 */
export function checkForErrors(context: RuleContext, own: readonly Question[]): Finding[] {
  return findingsOf(own.length > 0 ? [...STOPPING_RULES, ...own] : STOPPING_RULES, context);
}
