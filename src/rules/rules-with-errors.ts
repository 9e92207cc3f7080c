// Written by projenrc/list-rules.js from the files of the families: do not edit.
import { Severity } from './engine/finding';
import type { Question } from './engine/rule';
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
export const RULES_WITH_ERRORS: readonly Question[] = [
  { id: 'NS101', severity: Severity.WARNING, needs: 'ungatedSidecar', check: (context, others) => noStartupGate.check(context, others) },
  { id: 'NS103', severity: Severity.ERROR, needs: 'networkProbe', check: (context, others) => probeOnLoopback.check(context, others) },
  { id: 'NS104', severity: Severity.ERROR, needs: 'sidecar', check: (context, others) => gateNeedsApp.check(context, others) },
  { id: 'NS105', severity: Severity.ERROR, needs: 'plainInit', check: (context, others) => probeOnPlainInit.check(context, others) },
  { id: 'NS106', severity: Severity.ERROR, needs: 'sidecar', check: (context, others) => gateRewrittenByIstio.check(context, others) },
  { id: 'NS107', severity: Severity.ERROR, check: (context, others) => imageUser.check(context, others) },
  { id: 'NS109', severity: Severity.ERROR, needs: 'plainInit', check: (context, others) => initWaitsForLater.check(context, others) },
  { id: 'NS110', severity: Severity.ERROR, needs: 'execHandler', check: (context, others) => missingTool.check(context, others) },
  { id: 'NS112', severity: Severity.WARNING, needs: 'hook', check: (context, others) => postStartBarrier.check(context, others) },
  { id: 'NS115', severity: Severity.ERROR, needs: 'networkProbe', check: (context, others) => undeclaredProbePort.check(context, others) },
  { id: 'NS119', severity: Severity.ERROR, needs: 'plainInit', check: (context, others) => endlessInit.check(context, others) },
  { id: 'NS120', severity: Severity.ERROR, needs: 'mesh', check: (context, others) => gateBehindCni.check(context, others) },
  { id: 'NS122', severity: Severity.ERROR, needs: 'valueFrom', check: (context, others) => envFileWithoutWriter.check(context, others) },
  { id: 'NS205', severity: Severity.ERROR, needs: 'restartPolicy', check: (context, others) => restartPolicyOfContainer.check(context, others) },
  { id: 'NS301', severity: Severity.ERROR, check: (context, others) => gracePeriodTooShort.check(context, others) },
  { id: 'NS302', severity: Severity.ERROR, needs: 'hook', check: (context, others) => preStopFillsGracePeriod.check(context, others) },
  { id: 'NS303', severity: Severity.ERROR, needs: 'hook', check: (context, others) => stoppingPreStop.check(context, others) },
  { id: 'NS305', severity: Severity.ERROR, check: (context, others) => drainLongerThanGrace.check(context, others) },
  { id: 'NS307', severity: Severity.ERROR, needs: 'hook', check: (context, others) => sleepWithoutShell.check(context, others) },
  { id: 'NS309', severity: Severity.ERROR, needs: 'hook', check: (context, others) => tcpSocketHook.check(context, others) },
  { id: 'NS401', severity: Severity.ERROR, needs: 'work', check: (context, others) => helperKeepsJobAlive.check(context, others) },
  { id: 'NS402', severity: Severity.ERROR, needs: 'job', check: (context, others) => injectorKeepsJobAlive.check(context, others) },
  { id: 'NS409', severity: Severity.ERROR, needs: 'deadline', check: (context, others) => zeroDeadline.check(context, others) },
  { id: 'NS410', severity: Severity.ERROR, needs: 'job', check: (context, others) => endlessWork.check(context, others) },
  { id: 'NS413', severity: Severity.ERROR, needs: 'restartPolicy', check: (context, others) => restartOnSuccess.check(context, others) },
  { id: 'NS601', severity: Severity.ERROR, needs: 'sidecar', check: (context, others) => targetTooOld.check(context, others) },
  { id: 'NS602', severity: Severity.ERROR, check: (context, others) => fieldTargetLacks.check(context, others) },
  { id: 'NS604', severity: Severity.ERROR, check: (context, others) => hostPortClash.check(context, others) },
  { id: 'NS605', severity: Severity.ERROR, needs: 'mesh', check: (context, others) => reservedByMesh.check(context, others) },
  { id: 'NS606', severity: Severity.ERROR, check: (context, others) => meshAnnotation.check(context, others) },
  { id: 'NS612', severity: Severity.ERROR, check: (context, others) => invalidImage.check(context, others) },
  { id: 'NS613', severity: Severity.ERROR, needs: 'mount', check: (context, others) => mountPathClash.check(context, others) },
  { id: 'NS615', severity: Severity.ERROR, check: (context, others) => serviceBypassesProxy.check(context, others) },
  { id: 'NS616', severity: Severity.ERROR, check: (context, others) => rejectedField.check(context, others) },
  { id: 'NS617', severity: Severity.ERROR, needs: 'valueFrom', check: (context, others) => missingConfigKey.check(context, others) },
  { id: 'NS620', severity: Severity.ERROR, check: (context, others) => namespaceOutsideMesh.check(context, others) },
  { id: 'NS621', severity: Severity.ERROR, check: (context, others) => meshNeedsToken.check(context, others) },
  { id: 'NS622', severity: Severity.ERROR, check: (context, others) => meshNeedsService.check(context, others) },
];
