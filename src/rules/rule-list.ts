// Written by projenrc/list-rules.js from the files of the families: do not edit.
import type { Rule } from './engine/rule';
import { endlessWork } from './jobs/endless-work';
import { exitCodeClaimedTwice } from './jobs/exit-code-claimed-twice';
import { exitCodeWithoutContainer } from './jobs/exit-code-without-container';
import { helperKeepsJobAlive } from './jobs/helper-keeps-job-alive';
import { injectorKeepsJobAlive } from './jobs/injector-keeps-job-alive';
import { jobWithoutDeadline } from './jobs/job-without-deadline';
import { lateTailer } from './jobs/late-tailer';
import { restartOnSuccess } from './jobs/restart-on-success';
import { restartsFailJob } from './jobs/restarts-fail-job';
import { tightDeadline } from './jobs/tight-deadline';
import { unlimitedRestarts } from './jobs/unlimited-restarts';
import { zeroDeadline } from './jobs/zero-deadline';
import { holdApplication } from './leftovers/hold-application';
import { initTwin } from './leftovers/init-twin';
import { injectedByHand } from './leftovers/injected-by-hand';
import { jobOutsideMesh } from './leftovers/job-outside-mesh';
import { kruise } from './leftovers/kruise';
import { linkerdLeftover } from './leftovers/linkerd-leftover';
import { meshBypass } from './leftovers/mesh-bypass';
import { nativeNotAskedFor } from './leftovers/native-not-asked-for';
import { outlivingPreStop } from './leftovers/outliving-pre-stop';
import { quitCall } from './leftovers/quit-call';
import { quitEndpoint } from './leftovers/quit-endpoint';
import { sentinelFile } from './leftovers/sentinel-file';
import { sharedPidKill } from './leftovers/shared-pid-kill';
import { smuggledSleep } from './leftovers/smuggled-sleep';
import { wrapper } from './leftovers/wrapper';
import { idleRestartRule } from './order/idle-restart-rule';
import { mixedSidecars } from './order/mixed-sidecars';
import { ordinaryHelper } from './order/ordinary-helper';
import { restartPolicyOfContainer } from './order/restart-policy-of-container';
import { shipperStopsEarly } from './order/shipper-stops-early';
import { sidecarRestartsAlone } from './order/sidecar-restarts-alone';
import { usesLaterSidecar } from './order/uses-later-sidecar';
import { autoscalerWithoutRequests } from './platform/autoscaler-without-requests';
import { deadProduct } from './platform/dead-product';
import { fieldTargetLacks } from './platform/field-target-lacks';
import { hostPortClash } from './platform/host-port-clash';
import { idleAcknowledgment } from './platform/idle-acknowledgment';
import { invalidImage } from './platform/invalid-image';
import { knownKubeletBug } from './platform/known-kubelet-bug';
import { meshAnnotation } from './platform/mesh-annotation';
import { meshNeedsService } from './platform/mesh-needs-service';
import { meshNeedsToken } from './platform/mesh-needs-token';
import { missingConfigKey } from './platform/missing-config-key';
import { mountPathClash } from './platform/mount-path-clash';
import { namedSidecarPort } from './platform/named-sidecar-port';
import { namespaceOutsideMesh } from './platform/namespace-outside-mesh';
import { rejectedField } from './platform/rejected-field';
import { reservedByMesh } from './platform/reserved-by-mesh';
import { serviceBypassesProxy } from './platform/service-bypasses-proxy';
import { sidecarWithoutRequests } from './platform/sidecar-without-requests';
import { targetTooOld } from './platform/target-too-old';
import { unknownField } from './platform/unknown-field';
import { unreadOptIn } from './platform/unread-opt-in';
import { verticalAutoscaler } from './platform/vertical-autoscaler';
import { blindSleep } from './start/blind-sleep';
import { endlessInit } from './start/endless-init';
import { envFileWithoutWriter } from './start/env-file-without-writer';
import { followsMissingFile } from './start/follows-missing-file';
import { gateBehindCni } from './start/gate-behind-cni';
import { gateMeetsProxy } from './start/gate-meets-proxy';
import { gateNeedsApp } from './start/gate-needs-app';
import { gateRewrittenByIstio } from './start/gate-rewritten-by-istio';
import { imageUser } from './start/image-user';
import { initBeforeProxy } from './start/init-before-proxy';
import { initWaitsForLater } from './start/init-waits-for-later';
import { missingPrivilege } from './start/missing-privilege';
import { missingTool } from './start/missing-tool';
import { noStartupGate } from './start/no-startup-gate';
import { postStartBarrier } from './start/post-start-barrier';
import { privilegedPort } from './start/privileged-port';
import { probeOnLoopback } from './start/probe-on-loopback';
import { probeOnPlainInit } from './start/probe-on-plain-init';
import { readOnlyRoot } from './start/read-only-root';
import { sidecarReadiness } from './start/sidecar-readiness';
import { slowGate } from './start/slow-gate';
import { staleGateFile } from './start/stale-gate-file';
import { undeclaredProbePort } from './start/undeclared-probe-port';
import { waitLoop } from './start/wait-loop';
import { drainLongerThanGrace } from './stop/drain-longer-than-grace';
import { gracePeriodTooShort } from './stop/grace-period-too-short';
import { ignoresSigterm } from './stop/ignores-sigterm';
import { noPreStopDelay } from './stop/no-pre-stop-delay';
import { preStopFillsGracePeriod } from './stop/pre-stop-fills-grace-period';
import { restartSkipsHooks } from './stop/restart-skips-hooks';
import { sleepWithoutShell } from './stop/sleep-without-shell';
import { sleepingPreStop } from './stop/sleeping-pre-stop';
import { stoppingPreStop } from './stop/stopping-pre-stop';
import { tcpSocketHook } from './stop/tcp-socket-hook';

/** Every rule that applies to manifests, sorted by id. */
export const CHECKED_RULES: readonly Rule[] = ([
  blindSleep,
  endlessInit,
  envFileWithoutWriter,
  followsMissingFile,
  gateBehindCni,
  gateMeetsProxy,
  gateNeedsApp,
  gateRewrittenByIstio,
  imageUser,
  initBeforeProxy,
  initWaitsForLater,
  missingPrivilege,
  missingTool,
  noStartupGate,
  postStartBarrier,
  privilegedPort,
  probeOnLoopback,
  probeOnPlainInit,
  readOnlyRoot,
  sidecarReadiness,
  slowGate,
  staleGateFile,
  undeclaredProbePort,
  waitLoop,
  idleRestartRule,
  mixedSidecars,
  ordinaryHelper,
  restartPolicyOfContainer,
  shipperStopsEarly,
  sidecarRestartsAlone,
  usesLaterSidecar,
  drainLongerThanGrace,
  gracePeriodTooShort,
  ignoresSigterm,
  noPreStopDelay,
  preStopFillsGracePeriod,
  restartSkipsHooks,
  sleepWithoutShell,
  sleepingPreStop,
  stoppingPreStop,
  tcpSocketHook,
  endlessWork,
  exitCodeClaimedTwice,
  exitCodeWithoutContainer,
  helperKeepsJobAlive,
  injectorKeepsJobAlive,
  jobWithoutDeadline,
  lateTailer,
  restartOnSuccess,
  restartsFailJob,
  tightDeadline,
  unlimitedRestarts,
  zeroDeadline,
  holdApplication,
  initTwin,
  injectedByHand,
  jobOutsideMesh,
  kruise,
  linkerdLeftover,
  meshBypass,
  nativeNotAskedFor,
  outlivingPreStop,
  quitCall,
  quitEndpoint,
  sentinelFile,
  sharedPidKill,
  smuggledSleep,
  wrapper,
  autoscalerWithoutRequests,
  deadProduct,
  fieldTargetLacks,
  hostPortClash,
  idleAcknowledgment,
  invalidImage,
  knownKubeletBug,
  meshAnnotation,
  meshNeedsService,
  meshNeedsToken,
  missingConfigKey,
  mountPathClash,
  namedSidecarPort,
  namespaceOutsideMesh,
  rejectedField,
  reservedByMesh,
  serviceBypassesProxy,
  sidecarWithoutRequests,
  targetTooOld,
  unknownField,
  unreadOptIn,
  verticalAutoscaler,
] as Rule[]).sort((a, b) => a.id < b.id ? -1 : 1);
