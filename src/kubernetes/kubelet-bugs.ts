import { describeRange, firstWithout, isWithin, Release, ReleaseRange } from './release';

/** A mistake in some Kubernetes releases that a pod with sidecars may run into. */
export interface KnownBug {
  /** What the bug is called here, for example `stop-waits-for-absent-sidecar`. It never changes. */
  readonly id: string;
  /** What goes wrong, in a sentence without a full stop. */
  readonly summary: string;
  /** The releases that have it, for example `1.29.0 to 1.29.7, 1.30.0 to 1.30.3`. */
  readonly affects: string;
  /** The first release of each minor without it, oldest first. Empty while there is none. */
  readonly fixedIn: string[];
  /** Where it is discussed or repaired, for example `kubernetes#125935`: a repository of the Kubernetes organization, and a number. */
  readonly reference: string;
}

/** A bug as it is kept here: the releases as data, from which the words are made. */
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
    summary: 'while one container of a pod is stopped, for example after a failed liveness probe, no other container of it is restarted',
    affected: [{ from: '1.20' }],
    reference: 'kubernetes#121398',
  },
  {
    id: 'forced-stop-gets-full-grace',
    summary: 'a pod that is force-deleted or evicted at once still gets its whole grace period',
    affected: [{ from: '1.22', before: '1.31.0' }],
    reference: 'kubernetes#124063',
  },
  {
    id: 'init-restart-order',
    summary: 'after a restart the app may run before its init containers are done',
    affected: [{ from: '1.28.0', before: '1.28.2' }],
    reference: 'kubernetes#120281',
  },
  {
    id: 'no-stop-order',
    summary: 'sidecars get their stop signal together with the app, not after it',
    affected: [{ from: '1.28', before: '1.29.0' }],
    reference: 'kubernetes#120620',
  },
  {
    id: 'exclusive-resources-reused',
    summary: 'CPUs, memory and devices that a sidecar has to itself are given to the app as well',
    affected: [{ from: '1.28', before: '1.29.0' }],
    reference: 'kubernetes#119447',
  },
  {
    id: 'sidecar-status-frozen',
    summary: 'in a pod with restartPolicy Never or OnFailure, a sidecar that was restarted is shown as terminated forever',
    affected: [{ from: '1.28.0', before: '1.28.8' }, { from: '1.29.0', before: '1.29.3' }],
    reference: 'kubernetes#123323',
  },
  {
    id: 'sidecar-killed-before-app',
    summary: 'when the node is out of memory, a sidecar may be killed before the app',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#128029',
  },
  {
    id: 'sidecar-image-change-ignored',
    summary: 'a new image for the sidecar of a running pod has no effect until the sidecar is restarted for another reason',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#126525',
  },
  {
    id: 'sidecar-port-name-in-endpoints',
    summary: 'the name of a port of a sidecar is not found for the legacy Endpoints of a Service',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#127976',
  },
  {
    id: 'sidecar-port-name-in-services',
    summary: 'a Service does not find a port of a sidecar by its name',
    affected: [{ from: '1.28', before: '1.33.0' }],
    reference: 'kubernetes#128850',
  },
  {
    id: 'init-phase-after-reboot',
    summary: 'after a reboot of its node a pod is shown as Running while its init containers run again',
    affected: [{ from: '1.28', before: '1.32.0' }],
    reference: 'kubernetes#126653',
  },
  {
    id: 'sidecar-phase-after-reboot',
    summary: 'after a reboot of its node a pod is shown as Running while its sidecars start again',
    affected: [{ from: '1.28', before: '1.33.0' }],
    reference: 'kubernetes#128516',
  },
  {
    id: 'sidecar-host-ports-not-scheduled',
    summary: 'the scheduler does not see the host ports of sidecars, and puts pods that want the same one on one node',
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
    summary: 'liveness and startup probes of sidecars go on while the pod stops, and report failures that mean nothing',
    affected: [{ from: '1.28' }],
    reference: 'kubernetes#141766',
  },
  {
    id: 'sidecar-not-restarted-while-stopping',
    summary: 'a sidecar that ends while the app still shuts down is not restarted',
    affected: [{ from: '1.28' }],
    reference: 'enhancements#4438',
  },
  {
    id: 'stop-waits-for-absent-sidecar',
    summary: 'a sidecar gets no stop signal before the grace period is over when the sidecar behind it is not running',
    affected: [{ from: '1.29.0', before: '1.29.8' }, { from: '1.30.0', before: '1.30.4' }],
    reference: 'kubernetes#125935',
  },
  {
    id: 'init-stuck-in-created',
    summary: 'an init container or sidecar that the container runtime could not start at once is never tried again',
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
    summary: 'when no main container runs and the last sidecar is down, the app is not restarted before that sidecar is up',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'completion-waits-for-sidecar',
    summary: 'when the work is done while the last of several sidecars is down, the pod does not end before that sidecar is up again',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'init-skipped-after-sandbox-loss',
    summary: 'after a pod has lost its sandbox, for example in a reboot, init containers may be skipped',
    affected: [{ from: '1.29', before: '1.37.0' }],
    reference: 'kubernetes#138514',
  },
  {
    id: 'app-not-restarted-after-kubelet-restart',
    summary: 'after a restart of the kubelet, an app beside a sidecar with a startup probe is not restarted when it crashes',
    affected: [{ from: '1.35.0', before: '1.35.4' }],
    reference: 'kubernetes#137146',
  },
  {
    id: 'exec-probes-dead-while-stopping',
    summary: 'exec probes no longer run while a pod stops, so that it stays as ready as it was',
    // 1.36.0 to 1.36.2 are without it by luck: a change that 1.36.3 took back.
    affected: [{ from: '1.35.0', before: '1.36.0' }, { from: '1.36.3', before: '1.37.0' }],
    reference: 'kubernetes#140882',
  },
] as const satisfies readonly BugRecord[];

/** The ids of all known bugs. */
export type BugId = (typeof BUGS)[number]['id'];

/** Every pod is judged for the same release. */
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
