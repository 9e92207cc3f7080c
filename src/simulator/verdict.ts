import { Actor } from './actor';
import { PodState } from './pod-state';
import { PodOutcome, PodPhase, SimulationResult, TimelineEvent } from './timeline-event';
import { SidecarSupport } from '../kubernetes/features';
import { hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, Pod, PodRestartPolicy } from '../kubernetes/pod';
import { probeOf } from '../kubernetes/probes';

/** The phase of a pod whose containers have all exited: only its main containers decide it. */
export function phaseAtEnd(podState: PodState): PodPhase {
  return podState.mains.every(main => main.lastCode === 0) ? PodPhase.SUCCEEDED : PodPhase.FAILED;
}

/** The result for a pod that Kubernetes rejects, because the version does not support native sidecars. */
export function rejection(pod: Pod, version: KubernetesVersion): SimulationResult | undefined {
  const offender = version.sidecars === SidecarSupport.NONE
    ? pod.sidecars.find(sidecar => probeOf(sidecar, 'startupProbe') ?? probeOf(sidecar, 'livenessProbe') ?? sidecar.spec.readinessProbe ?? hookOf(sidecar, 'preStop') ?? hookOf(sidecar, 'postStart'))
    : undefined;
  return offender && {
    events: [],
    phase: PodPhase.PENDING,
    outcome: PodOutcome.STUCK,
    why: `Kubernetes ${version} does not support native sidecars: it treats '${offender.name}' as a regular init container, and rejects init containers with probes or hooks`,
  };
}

/** The result for a pod that does not end: it keeps running, or it is stuck. */
export function unfinishedResult(podState: PodState, events: TimelineEvent[], pod: Pod, version: KubernetesVersion): SimulationResult {
  const why = whyStuck(podState, pod, version);
  return {
    events,
    phase: podState.mains.every(main => main.starts > 0) ? PodPhase.RUNNING : PodPhase.PENDING,
    outcome: why ? PodOutcome.STUCK : PodOutcome.RUNNING,
    why,
  };
}

function whyStuck({ mains, inits }: PodState, pod: Pod, version: KubernetesVersion): string | undefined {
  const unstarted = mains.filter(main => main.starts === 0);
  if (unstarted.length > 0) {
    const hooked = [...inits, ...mains].find(actor => actor.running && actor.postStartTime === Infinity);
    return hooked
      ? `the postStart hook of '${hooked.name}' never ends, so ${unstarted.map(main => `'${main.name}'`).join(', ')} never starts`
      : whyNotStarted(inits, unstarted, version);
  }
  const gated = mains.find(main => main.startupProbe && main.gateOpens === undefined && main.gate !== 'open' && !main.done);
  if (gated) {
    return `the startup probe of '${gated.name}' never passes, so the kubelet restarts it forever`;
  }
  return whyNotEnding(mains, inits, pod);
}

function whyNotStarted(inits: readonly Actor[], unstarted: readonly Actor[], version: KubernetesVersion): string {
  const waiting = unstarted.map(main => `'${main.name}'`).join(', ');
  const blocker = inits.filter(init => init.starts > 0).pop();
  if (!blocker) {
    return `no init container starts, so ${waiting} never starts`;
  }
  if (blocker.role !== blocker.container.role) {
    return `Kubernetes ${version} does not support native sidecars: it treats '${blocker.name}' as a regular init container, which never exits, so ${waiting} never starts`;
  }
  if (blocker.role === ContainerRole.SIDECAR) {
    return blocker.everUp || !blocker.startupProbe
      ? `sidecar '${blocker.name}' exits as soon as it is up, so ${waiting} never starts`
      : `the startup probe of sidecar '${blocker.name}' never passes, so ${waiting} never starts`;
  }
  return blocker.running
    ? `init container '${blocker.name}' never exits, so ${waiting} never starts`
    : `init container '${blocker.name}' exits with code ${blocker.lastCode} every time, so ${waiting} never starts`;
}

/** Only work is expected to end: a server that keeps running is not stuck. */
function whyNotEnding(mains: readonly Actor[], inits: readonly Actor[], pod: Pod): string | undefined {
  if (pod.restartPolicy === PodRestartPolicy.ALWAYS) {
    return undefined;
  }
  const done = mains.filter(main => main.done);
  const last = inits[inits.length - 1];
  if (done.length === mains.length) {
    return last && `all main containers have exited, but the kubelet waits until sidecar '${last.name}' is up again, and it never is`;
  }
  const looping = mains.find(main => main.loops);
  if (looping) {
    return `'${looping.name}' exits with code ${looping.lastCode} every time and the kubelet restarts it, so the pod never completes`;
  }
  const lasting = mains.filter(main => main.running).map(main => `'${main.name}'`).join(', ');
  return done.length > 0
    ? `${done.map(main => `'${main.name}'`).join(', ')} exited, but ${lasting} never does, and a pod completes only when all its main containers have exited`
    : undefined;
}
