import { describeRange, firstWithout, isWithin, Release, ReleaseRange } from './release';

/** Describes a bug of some Kubernetes releases that affects pods with sidecars. */
export interface KnownBug {
  /** The stable id of the bug in this library, for example `stop-waits-for-absent-sidecar`. */
  readonly id: string;
  /** What goes wrong, in a sentence without a period. */
  readonly summary: string;
  /** The affected releases, for example `1.29.0 to 1.29.7, 1.30.0 to 1.30.3`. */
  readonly affects: string;
  /** The first fixed release of each minor, oldest first. Empty if there is no fix. */
  readonly fixedIn: string[];
  /** The issue or pull request, for example `kubernetes#125935`: a repository of the Kubernetes organization and a number. */
  readonly reference: string;
}

/** A bug with its releases as data. */
interface BugRecord {
  readonly id: string;
  readonly summary: string;
  readonly affected: readonly ReleaseRange[];
  readonly reference: string;
}

/** Oldest first. A bug of sidecars begins with 1.28, the first release that has them. */
const BUGS = [
  {
    id: 'restart-blocked-by-stopping-sibling',
    summary: 'while the kubelet stops one container of a pod, for example after a failed liveness probe, it restarts no other container of the pod',
    affected: [{ from: '1.20' }],
    reference: 'kubernetes#121398',
  },
  {
    id: 'forced-stop-gets-full-grace',
    summary: 'a pod that is force-deleted or evicted immediately still gets its whole grace period',
    affected: [{ from: '1.22', before: '1.31.0' }],
    reference: 'kubernetes#124063',
  },
  {
    id: 'init-restart-order',
    summary: 'after a restart, the app may start before its init containers have finished',
    affected: [{ from: '1.28.0', before: '1.28.2' }],
    reference: 'kubernetes#120281',
  },
  {
    id: 'no-stop-order',
    summary: 'sidecars receive their stop signal together with the app, not after it',
    affected: [{ from: '1.28', before: '1.29.0' }],
    reference: 'kubernetes#120620',
  },
  {
    id: 'exclusive-resources-reused',
    summary: 'the kubelet also assigns the exclusive CPUs, memory and devices of a sidecar to the app',
    affected: [{ from: '1.28', before: '1.29.0' }],
    reference: 'kubernetes#119447',
  },
  {
    id: 'sidecar-status-frozen',
    summary: 'in a pod with restartPolicy Never or OnFailure, the status of a restarted sidecar stays terminated forever',
    affected: [{ from: '1.28.0', before: '1.28.8' }, { from: '1.29.0', before: '1.29.3' }],
    reference: 'kubernetes#123323',
  },
  {
    id: 'sidecar-killed-before-app',
    summary: 'when the node runs out of memory, the kernel may kill a sidecar before the app',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#128029',
  },
  {
    id: 'sidecar-image-change-ignored',
    summary: 'a new image for the sidecar of a running pod has no effect until the sidecar restarts for another reason',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#126525',
  },
  {
    id: 'sidecar-port-name-in-endpoints',
    summary: 'the legacy Endpoints of a Service do not find a named port of a sidecar',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#127976',
  },
  {
    id: 'sidecar-port-name-in-services',
    summary: 'a Service does not find a named port of a sidecar',
    affected: [{ from: '1.28', before: '1.33.0' }],
    reference: 'kubernetes#128850',
  },
  {
    id: 'init-phase-after-reboot',
    summary: 'after a reboot of its node, a pod is reported as Running while its init containers run again',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#126653',
  },
  {
    id: 'sidecar-phase-after-reboot',
    summary: 'after a reboot of its node, a pod is reported as Running while its sidecars restart',
    affected: [{ from: '1.28', before: '1.33.0' }],
    reference: 'kubernetes#128516',
  },
  {
    id: 'sidecar-host-ports-not-scheduled',
    summary: 'the scheduler ignores the host ports of sidecars, and places pods with the same host port on one node',
    affected: [{ from: '1.28.0', before: '1.33.6' }],
    reference: 'kubernetes#132040',
  },
  {
    id: 'startup-probe-lost',
    summary: 'in a pod with restartPolicy Never and several startup probes, a sidecar that crashes before its first probe is never probed again, and the app never starts',
    affected: [{ from: '1.28.0', before: '1.33.6' }, { from: '1.34.0', before: '1.34.2' }],
    reference: 'kubernetes#133072',
  },
  {
    id: 'sidecar-storage-limit-ignored',
    summary: 'the ephemeral-storage limit of a sidecar is not enforced',
    affected: [{ from: '1.28', before: '1.37.0' }],
    reference: 'kubernetes#138462',
  },
  {
    id: 'sidecar-probes-while-stopping',
    summary: 'the kubelet keeps running the liveness and startup probes of sidecars while the pod stops, and reports meaningless failures',
    affected: [{ from: '1.28' }],
    reference: 'kubernetes#141766',
  },
  {
    id: 'sidecar-not-restarted-while-stopping',
    summary: 'the kubelet does not restart a sidecar that exits while the app still shuts down',
    affected: [{ from: '1.28' }],
    reference: 'enhancements#4438',
  },
  {
    id: 'stop-waits-for-absent-sidecar',
    summary: 'a sidecar receives no stop signal until the grace period is over if the sidecar after it is not running',
    affected: [{ from: '1.29.0', before: '1.29.8' }, { from: '1.30.0', before: '1.30.4' }],
    reference: 'kubernetes#125935',
  },
  {
    id: 'init-stuck-in-created',
    summary: 'the kubelet never retries an init container or sidecar whose first start fails in the container runtime',
    affected: [{ from: '1.29.0', before: '1.29.9' }, { from: '1.30.0', before: '1.30.5' }, { from: '1.31.0', before: '1.31.1' }],
    reference: 'kubernetes#126543',
  },
  {
    id: 'stop-order-panic',
    summary: 'the kubelet may panic while it stops the containers of a pod in order',
    affected: [{ from: '1.29', before: '1.32.0' }],
    reference: 'kubernetes#122781',
  },
  {
    id: 'app-restart-waits-for-sidecar',
    summary: 'when no main container runs and the last sidecar is down, the kubelet does not restart the app until that sidecar is up',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'completion-waits-for-sidecar',
    summary: 'when the work finishes while the last of several sidecars is down, the pod does not complete until that sidecar is up again',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'init-skipped-after-sandbox-loss',
    summary: 'after a pod loses its sandbox, for example in a reboot, the kubelet may skip init containers',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'app-not-restarted-after-kubelet-restart',
    summary: 'after a restart of the kubelet, an app that crashes is not restarted if its pod has a sidecar with a startup probe',
    affected: [{ from: '1.35.0', before: '1.35.4' }],
    reference: 'kubernetes#137146',
  },
  {
    id: 'kubelet-restart-opens-gate',
    summary: 'after a restart of the kubelet, a container whose startup probe has not passed yet counts as started, so the app starts before its sidecar is up',
    // 1.35.0 to 1.35.3 count it as started as well, but then wait forever.
    affected: [{ from: '1.35.4' }],
    reference: 'kubernetes#142305',
  },
  {
    id: 'exec-probes-dead-while-stopping',
    summary: 'exec probes no longer run while a pod stops, so its readiness does not change',
    // 1.36.0 to 1.36.2 do not have it only because of a change that 1.36.3 reverted.
    affected: [{ from: '1.35.0', before: '1.36.0' }, { from: '1.36.3', before: '1.37.0' }],
    reference: 'kubernetes#140882',
  },
] as const satisfies readonly BugRecord[];

/** The ids of all known bugs. */
export type BugId = (typeof BUGS)[number]['id'];

/** A cache: all pods of a run are checked for the same release. */
const affecting = new WeakMap<Release, readonly (typeof BUGS)[number][]>();

/** The bugs of a release, oldest first. */
export function bugsOf(release: Release): KnownBug[] {
  const found = affecting.get(release) ?? BUGS.filter(bug => isAffected(release, bug));
  affecting.set(release, found);
  return found.map(toKnownBug);
}

/** Whether a release has a bug. */
export function hasBug(release: Release, id: BugId): boolean {
  return BUGS.some(bug => bug.id === id && isAffected(release, bug));
}

function isAffected(release: Release, bug: BugRecord): boolean {
  return bug.affected.some(range => isWithin(release, range));
}

function toKnownBug(bug: BugRecord): KnownBug {
  const { id, summary, affected, reference } = bug;
  return { id, summary, affects: affected.map(describeRange).join(', '), fixedIn: firstWithout(affected), reference };
}
