import { Actor } from './actor';
import { Ensemble } from './ensemble';
import { PodOutcome, PodPhase, Story, TimelineEvent } from './timeline-event';
import { SidecarSupport } from '../kubernetes/features';
import { hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, Pod, PodRestartPolicy } from '../kubernetes/pod';
import { probeOf } from '../kubernetes/probes';

/** The phase of a pod whose containers have all ended: its main containers decide, sidecars never do. */
export function phaseAtEnd(ensemble: Ensemble): PodPhase {
  return ensemble.mains.every(main => main.lastCode === 0) ? PodPhase.SUCCEEDED : PodPhase.FAILED;
}

/** The story of a pod that Kubernetes does not even accept, because it is too old to know sidecars. */
export function rejection(pod: Pod, version: KubernetesVersion): Story | undefined {
  const offender = version.sidecars === SidecarSupport.NONE
    ? pod.sidecars.find(sidecar => probeOf(sidecar, 'startupProbe') ?? probeOf(sidecar, 'livenessProbe') ?? sidecar.spec.readinessProbe ?? hookOf(sidecar, 'preStop') ?? hookOf(sidecar, 'postStart'))
    : undefined;
  return offender && {
    events: [],
    phase: PodPhase.PENDING,
    outcome: PodOutcome.STUCK,
    why: `Kubernetes ${version} does not know sidecars: to it '${offender.name}' is a plain init container, and it refuses one with probes or hooks`,
  };
}

/** The story of a pod that has come to no end: it runs on, or it is stuck. */
export function unfinishedStory(ensemble: Ensemble, events: TimelineEvent[], pod: Pod, version: KubernetesVersion): Story {
  const why = whyStuck(ensemble, pod, version);
  return {
    events,
    phase: ensemble.mains.every(main => main.starts > 0) ? PodPhase.RUNNING : PodPhase.PENDING,
    outcome: why ? PodOutcome.STUCK : PodOutcome.RUNNING,
    why,
  };
}

function whyStuck({ mains, inits }: Ensemble, pod: Pod, version: KubernetesVersion): string | undefined {
  const unstarted = mains.filter(main => main.starts === 0);
  if (unstarted.length > 0) {
    return whyNotStarted(inits, unstarted, version);
  }
  const gated = mains.find(main => main.startupProbe && main.gateOpens === undefined && main.gate !== 'open' && !main.done);
  if (gated) {
    return `the startup probe of '${gated.name}' never passes, so it is killed and started again forever`;
  }
  return whyNotEnding(mains, inits, pod);
}

function whyNotStarted(inits: readonly Actor[], unstarted: readonly Actor[], version: KubernetesVersion): string {
  const waiting = unstarted.map(main => `'${main.name}'`).join(', ');
  const blocker = inits.filter(init => init.starts > 0).pop();
  if (!blocker) {
    return `nothing starts, so ${waiting} never starts`;
  }
  if (blocker.role !== blocker.container.role) {
    return `Kubernetes ${version} does not know sidecars: to it '${blocker.name}' is a plain init container that never ends, so ${waiting} never starts`;
  }
  if (blocker.role === ContainerRole.SIDECAR) {
    return blocker.everUp || !blocker.startupProbe
      ? `sidecar '${blocker.name}' ends as soon as it is up, so ${waiting} never starts`
      : `the startup probe of sidecar '${blocker.name}' never passes, so ${waiting} never starts`;
  }
  return blocker.running
    ? `init container '${blocker.name}' never ends, so ${waiting} never starts`
    : `init container '${blocker.name}' ends with ${blocker.lastCode} every time, so ${waiting} never starts`;
}

/** Only work is expected to end: a server that runs on is not stuck. */
function whyNotEnding(mains: readonly Actor[], inits: readonly Actor[], pod: Pod): string | undefined {
  if (pod.restartPolicy === PodRestartPolicy.ALWAYS) {
    return undefined;
  }
  const done = mains.filter(main => main.done);
  const last = inits[inits.length - 1];
  if (done.length === mains.length) {
    return last && `all main containers have ended, but the kubelet first wants sidecar '${last.name}' up again, and it never is`;
  }
  const looping = mains.find(main => main.loops);
  if (looping) {
    return `'${looping.name}' ends with ${looping.lastCode} every time and is started again, so the pod never ends`;
  }
  const lasting = mains.filter(main => main.running).map(main => `'${main.name}'`).join(', ');
  return done.length > 0
    ? `${done.map(main => `'${main.name}'`).join(', ')} ended, but ${lasting} never does, and a pod only ends when all its main containers have`
    : undefined;
}
