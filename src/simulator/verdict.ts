import { Actor } from './actor';
import { PodState } from './pod-state';
import { Stage } from './stage';
import { StopOrder, TimedOrder } from './stop-orders';
import { PodOutcome, PodPhase, SimulationResult } from './timeline-event';
import { SidecarSupport } from '../kubernetes/features';
import { hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, PodModel, PodRestartPolicy } from '../kubernetes/pod';
import { probeOf } from '../kubernetes/probes';

/** How a pod came to its end. */
export interface Ending {
  readonly orders: readonly TimedOrder[];
  /** The order that stopped it. */
  readonly order?: StopOrder;
  readonly podFails: boolean;
  readonly stopBegan?: number;
}

/** The result for a pod whose containers have all exited. */
export function finishedResult(podState: PodState, stage: Stage, { orders, order, podFails, stopBegan }: Ending): SimulationResult {
  const phase = phaseOf(podState.mains, podFails, main => main.lastCode);
  const ownOutcome = phase === PodPhase.FAILED ? PodOutcome.FAILED : PodOutcome.COMPLETED;
  for (const { at, order: { deadline } } of order ? [] : orders) {
    if (deadline) {
      stage.spared(at - stage.now, { kind: deadline });
    }
  }
  return { events: stage.events, closeCalls: stage.closeCalls, phase, outcome: order?.outcome ?? ownOutcome, why: order?.why, stopBegan };
}

/** The result for a pod that Kubernetes rejects, because the version does not support native sidecars. */
export function rejection(pod: PodModel, version: KubernetesVersion): SimulationResult | undefined {
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

/** What decides about a pod that does not end. */
export interface Unfinished {
  readonly pod: PodModel;
  readonly version: KubernetesVersion;
  /** The container that keeps making the kubelet restart all containers, if one does. */
  readonly restartsAll?: Actor;
  /** The deadline that ends such a loop, later than the simulator follows it. */
  readonly deadline?: StopOrder;
}

/** The result for a pod that does not end: it keeps running, or it is stuck. */
export function unfinishedResult(podState: PodState, stage: Stage, { pod, version, restartsAll, deadline }: Unfinished): SimulationResult {
  const { events, closeCalls } = stage;
  const loop = restartsAll && `'${restartsAll.name}' exits with code ${restartsAll.exitCode} every time, and the kubelet restarts all containers of the pod each time`;
  if (loop && deadline) {
    // The deadline meets the pod in one of the many rounds, and stops what runs then.
    return { events, closeCalls, phase: phaseOf(podState.mains, deadline.failsPod ?? false, main => main.exitCode), outcome: deadline.outcome, why: `${loop}, until ${deadline.why}` };
  }
  const why = loop ?? whyStuck(podState, pod, version);
  return {
    events,
    closeCalls,
    phase: podState.mains.every(main => main.starts > 0) ? PodPhase.RUNNING : PodPhase.PENDING,
    outcome: why ? PodOutcome.STUCK : PodOutcome.RUNNING,
    why,
  };
}

/** Only the main containers decide the phase of a pod that has ended. */
function phaseOf(mains: readonly Actor[], podFails: boolean, codeOf: (main: Actor) => number | undefined): PodPhase {
  return !podFails && mains.every(main => codeOf(main) === 0) ? PodPhase.SUCCEEDED : PodPhase.FAILED;
}

/** The result for a pod that the kubelet has stopped after a failed probe although a restart rule matches: it makes no new sandbox for a pod with restartPolicy Never. */
export function leftStopped({ mains }: PodState, { events, closeCalls }: Stage): SimulationResult {
  const main = mains.find(({ lastCode }) => lastCode !== 0) ?? mains[0];
  return {
    events,
    closeCalls,
    phase: PodPhase.RUNNING,
    outcome: PodOutcome.STUCK,
    why: `the kubelet stopped the pod after a failed probe of '${main.name}': a restart rule matches its exit code ${main.lastCode}, but a stopped pod with restartPolicy Never never starts again`,
  };
}

function whyStuck({ mains, inits }: PodState, pod: PodModel, version: KubernetesVersion): string | undefined {
  const unstarted = mains.filter(main => main.starts === 0);
  if (unstarted.length > 0) {
    const hooked = [...inits, ...mains].find(actor => actor.running && actor.postStartTime === Infinity);
    return hooked
      ? `the postStart hook of '${hooked.name}' never ends, so ${neverStart(unstarted)}`
      : whyNotStarted(inits, unstarted, version);
  }
  const unhooked = mains.find(main => main.postStartFails && !main.done);
  if (unhooked) {
    return `the postStart hook of '${unhooked.name}' fails every time, so the kubelet restarts it forever`;
  }
  const gated = mains.find(main => main.startupProbe && !main.everUp && main.gate !== 'open' && !main.done);
  if (gated) {
    return `the startup probe of '${gated.name}' never passes, so the kubelet restarts it forever`;
  }
  return whyNotEnding(mains, inits, pod);
}

function neverStart(unstarted: readonly Actor[]): string {
  return `${unstarted.map(main => `'${main.name}'`).join(', ')} never ${unstarted.length > 1 ? 'start' : 'starts'}`;
}

function whyNotStarted(inits: readonly Actor[], unstarted: readonly Actor[], version: KubernetesVersion): string {
  const waiting = neverStart(unstarted);
  const blocker = inits.filter(init => init.starts > 0).pop();
  if (!blocker) {
    return `no init container starts, so ${waiting}`;
  }
  if (blocker.role !== blocker.container.role) {
    return `Kubernetes ${version} does not support native sidecars: it treats '${blocker.name}' as a regular init container, which never exits, so ${waiting}`;
  }
  if (blocker.postStartFails) {
    return `the postStart hook of '${blocker.name}' fails every time, so ${waiting}`;
  }
  if (blocker.role === ContainerRole.SIDECAR) {
    return blocker.everUp || !blocker.startupProbe
      ? `sidecar '${blocker.name}' exits as soon as it is up, so ${waiting}`
      : `the startup probe of sidecar '${blocker.name}' never passes, so ${waiting}`;
  }
  return blocker.running
    ? `init container '${blocker.name}' never exits, so ${waiting}`
    : `init container '${blocker.name}' exits with code ${blocker.lastCode} every time, so ${waiting}`;
}

/** Only work is expected to end: a server that keeps running is not stuck. */
function whyNotEnding(mains: readonly Actor[], inits: readonly Actor[], pod: PodModel): string | undefined {
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
