// Written by projenrc/list-rules.js from the files of the families: do not edit.
import type { Rule } from './engine/rule';
import { endlessWork } from './jobs/endless-work';
import { helperKeepsJobAlive } from './jobs/helper-keeps-job-alive';
import { injectorKeepsJobAlive } from './jobs/injector-keeps-job-alive';
import { restartOnSuccess } from './jobs/restart-on-success';
import { zeroDeadline } from './jobs/zero-deadline';
import { restartPolicyOfContainer } from './order/restart-policy-of-container';
import { fieldTargetLacks } from './platform/field-target-lacks';
import { hostPortClash } from './platform/host-port-clash';
import { invalidImage } from './platform/invalid-image';
import { meshAnnotation } from './platform/mesh-annotation';
import { meshNeedsService } from './platform/mesh-needs-service';
import { meshNeedsToken } from './platform/mesh-needs-token';
import { missingConfigKey } from './platform/missing-config-key';
import { mountPathClash } from './platform/mount-path-clash';
import { namespaceOutsideMesh } from './platform/namespace-outside-mesh';
import { rejectedField } from './platform/rejected-field';
import { reservedByMesh } from './platform/reserved-by-mesh';
import { serviceBypassesProxy } from './platform/service-bypasses-proxy';
import { targetTooOld } from './platform/target-too-old';
import { endlessInit } from './start/endless-init';
import { envFileWithoutWriter } from './start/env-file-without-writer';
import { gateBehindCni } from './start/gate-behind-cni';
import { gateNeedsApp } from './start/gate-needs-app';
import { gateRewrittenByIstio } from './start/gate-rewritten-by-istio';
import { imageUser } from './start/image-user';
import { initWaitsForLater } from './start/init-waits-for-later';
import { missingTool } from './start/missing-tool';
import { noStartupGate } from './start/no-startup-gate';
import { postStartBarrier } from './start/post-start-barrier';
import { probeOnLoopback } from './start/probe-on-loopback';
import { probeOnPlainInit } from './start/probe-on-plain-init';
import { undeclaredProbePort } from './start/undeclared-probe-port';
import { drainLongerThanGrace } from './stop/drain-longer-than-grace';
import { gracePeriodTooShort } from './stop/grace-period-too-short';
import { preStopFillsGracePeriod } from './stop/pre-stop-fills-grace-period';
import { sleepWithoutShell } from './stop/sleep-without-shell';
import { stoppingPreStop } from './stop/stopping-pre-stop';
import { tcpSocketHook } from './stop/tcp-socket-hook';

/** The rules that can report an error, sorted by id. */
export const RULES_WITH_ERRORS: readonly Rule[] = ([
  endlessInit,
  envFileWithoutWriter,
  gateBehindCni,
  gateNeedsApp,
  gateRewrittenByIstio,
  imageUser,
  initWaitsForLater,
  missingTool,
  noStartupGate,
  postStartBarrier,
  probeOnLoopback,
  probeOnPlainInit,
  undeclaredProbePort,
  restartPolicyOfContainer,
  drainLongerThanGrace,
  gracePeriodTooShort,
  preStopFillsGracePeriod,
  sleepWithoutShell,
  stoppingPreStop,
  tcpSocketHook,
  endlessWork,
  helperKeepsJobAlive,
  injectorKeepsJobAlive,
  restartOnSuccess,
  zeroDeadline,
  fieldTargetLacks,
  hostPortClash,
  invalidImage,
  meshAnnotation,
  meshNeedsService,
  meshNeedsToken,
  missingConfigKey,
  mountPathClash,
  namespaceOutsideMesh,
  rejectedField,
  reservedByMesh,
  serviceBypassesProxy,
  targetTooOld,
] as Rule[]).sort((a, b) => a.id < b.id ? -1 : 1);
