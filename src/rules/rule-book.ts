import { autoscalerWithoutRequests } from './autoscaler-without-requests';
import { blindSleep } from './blind-sleep';
import { deadProduct } from './dead-product';
import { drainLongerThanGrace } from './drain-longer-than-grace';
import { exitCodeWithoutContainer } from './exit-code-without-container';
import { fieldTargetLacks } from './field-target-lacks';
import { Finding } from './finding';
import { gateNeedsApp } from './gate-needs-app';
import { gateRewrittenByIstio } from './gate-rewritten-by-istio';
import { gracePeriodTooShort } from './grace-period-too-short';
import { helperKeepsJobAlive } from './helper-keeps-job-alive';
import { holdApplication } from './hold-application';
import { hostPortClash } from './host-port-clash';
import { ignoresSigterm } from './ignores-sigterm';
import { imageUser } from './image-user';
import { initBeforeProxy } from './init-before-proxy';
import { initTwin } from './init-twin';
import { initWaitsForLater } from './init-waits-for-later';
import { injectedByHand } from './injected-by-hand';
import { injectorKeepsJobAlive } from './injector-keeps-job-alive';
import { jobOutsideMesh } from './job-outside-mesh';
import { jobWithoutDeadline } from './job-without-deadline';
import { knownKubeletBug } from './known-kubelet-bug';
import { kruise } from './kruise';
import { lateTailer } from './late-tailer';
import { linkerdLeftover } from './linkerd-leftover';
import { meshAnnotation } from './mesh-annotation';
import { meshBypass } from './mesh-bypass';
import { missingTool } from './missing-tool';
import { mixedSidecars } from './mixed-sidecars';
import { namedSidecarPort } from './named-sidecar-port';
import { nativeNotAskedFor } from './native-not-asked-for';
import { noPreStopDelay } from './no-pre-stop-delay';
import { noStartupGate } from './no-startup-gate';
import { ordinaryHelper } from './ordinary-helper';
import { outlivingPreStop } from './outliving-pre-stop';
import { postStartBarrier } from './post-start-barrier';
import { preStopFillsGracePeriod } from './pre-stop-fills-grace-period';
import { probeOnLoopback } from './probe-on-loopback';
import { probeOnPlainInit } from './probe-on-plain-init';
import { quitCall } from './quit-call';
import { quitEndpoint } from './quit-endpoint';
import { reservedByMesh } from './reserved-by-mesh';
import { restartPolicyOfContainer } from './restart-policy-of-container';
import { restartsFailJob } from './restarts-fail-job';
import { findingsOf, Question, Rule, RuleContext } from './rule';
import { sentinelFile } from './sentinel-file';
import { sharedPidKill } from './shared-pid-kill';
import { shipperStopsEarly } from './shipper-stops-early';
import { sidecarReadiness } from './sidecar-readiness';
import { sidecarWithoutRequests } from './sidecar-without-requests';
import { sleepWithoutShell } from './sleep-without-shell';
import { sleepingPreStop } from './sleeping-pre-stop';
import { slowGate } from './slow-gate';
import { smuggledSleep } from './smuggled-sleep';
import { stoppingPreStop } from './stopping-pre-stop';
import { targetTooOld } from './target-too-old';
import { tcpSocketHook } from './tcp-socket-hook';
import { tightDeadline } from './tight-deadline';
import { usesLaterSidecar } from './uses-later-sidecar';
import { verticalAutoscaler } from './vertical-autoscaler';
import { waitLoop } from './wait-loop';
import { wrapper } from './wrapper';

/** Every rule that can be checked on a manifest, by id. */
export const RULES: readonly Rule[] = [
  noStartupGate,
  slowGate,
  probeOnLoopback,
  gateNeedsApp,
  probeOnPlainInit,
  gateRewrittenByIstio,
  imageUser,
  initBeforeProxy,
  initWaitsForLater,
  missingTool,
  sidecarReadiness,
  postStartBarrier,
  waitLoop,
  blindSleep,
  ordinaryHelper,
  mixedSidecars,
  usesLaterSidecar,
  restartPolicyOfContainer,
  shipperStopsEarly,
  gracePeriodTooShort,
  preStopFillsGracePeriod,
  stoppingPreStop,
  sleepingPreStop,
  drainLongerThanGrace,
  ignoresSigterm,
  sleepWithoutShell,
  tcpSocketHook,
  noPreStopDelay,
  helperKeepsJobAlive,
  injectorKeepsJobAlive,
  restartsFailJob,
  jobWithoutDeadline,
  exitCodeWithoutContainer,
  tightDeadline,
  lateTailer,
  quitCall,
  wrapper,
  quitEndpoint,
  sentinelFile,
  sharedPidKill,
  holdApplication,
  linkerdLeftover,
  kruise,
  initTwin,
  jobOutsideMesh,
  meshBypass,
  smuggledSleep,
  injectedByHand,
  nativeNotAskedFor,
  outlivingPreStop,
  targetTooOld,
  fieldTargetLacks,
  knownKubeletBug,
  hostPortClash,
  reservedByMesh,
  meshAnnotation,
  namedSidecarPort,
  sidecarWithoutRequests,
  autoscalerWithoutRequests,
  verticalAutoscaler,
  deadProduct,
];

/**
 * What all rules have to say about a pod.
 *
 * @param context the pod, and what is known about it
 * @param own the user's own rules
 */
export function checkPod(context: RuleContext, own: readonly Question[] = []): Finding[] {
  return findingsOf(own.length > 0 ? [...RULES, ...own] : RULES, context);
}
