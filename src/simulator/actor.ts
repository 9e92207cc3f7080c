import { ContainerBehavior } from './scenario';
import { StartupClock } from './startup-clock';
import { Hook, hookOf } from '../kubernetes/hooks';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, PodModel, PodContainer, PodRestartPolicy } from '../kubernetes/pod';
import { probeOf, ProbeTiming } from '../kubernetes/probes';
import { effectiveRestartPolicy, effectiveRestartRules, matchingAction, RestartAbilities, RestartAction, RestartRule } from '../kubernetes/restart-rules';
import { stopSignalOf } from '../kubernetes/stop-signals';

/** The kubelet's crash back-off: the first restart is immediate, then 10 s, doubled up to 300 s, forgotten after 600 s. */
const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 300_000;
const FORGET_AFTER = 600_000;

/** A container that exits this often on its own is in a loop; the higher number applies where a long back-off lets the pod complete. */
const LOOP = 3;
const LONG_LOOP = 10;

/** One run of a container's process, from its start to its end. */
export interface Run {
  readonly actor: Actor;
  ended: boolean;
}

/** Converts the scenario's seconds to whole milliseconds. */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}

/** A simulated container: its spec, what its program does, and its current state. All times in milliseconds. */
export class Actor {
  public readonly role: ContainerRole;
  public readonly preStop: Hook | undefined;
  /** How long the preStop hook takes. */
  public readonly preStopTime: number;
  public readonly postStart: Hook | undefined;
  /** How long the postStart hook holds up the kubelet; infinite if it never ends. */
  public readonly postStartTime: number;
  public readonly postStartFails: boolean;
  public readonly startupProbe: ProbeTiming | undefined;
  public readonly startupClock: StartupClock | undefined;
  /** When the startup probe would pass, counted from a start; undefined if never. */
  public readonly upAfter: number | undefined;
  public readonly livenessProbe: ProbeTiming | undefined;
  public readonly shutdownTime: number;
  /** Its stop signal; undefined if its image decides. */
  public readonly stopSignal: string | undefined;
  public readonly exitsAfter: number | undefined;
  public readonly exitCode: number;
  /** What decides about exits that no restart rule matches. */
  public readonly policy: PodRestartPolicy;
  /** The times of the crashes and liveness failures still to come, earliest first. */
  public readonly crashes: number[];
  public readonly livenessFailures: number[];

  public run: Run | undefined;
  public gate: 'open' | 'shut' | 'failed' = 'open';
  public livenessFailed = false;
  /** Its startup probe has passed at least once. */
  public everUp = false;
  /** Its startup and liveness probes decide nothing anymore: those of main containers when the pod stops, those of sidecars from their stop signal on. */
  public probesStopped = false;
  public starts = 0;
  public lastCode: number | undefined;
  /** When the last run ended. */
  public endedAt: number | undefined;
  /** It will not be started again. */
  public done = false;
  public inBackoff = false;
  /** How often it exited on its own, not by a crash that the scenario asks for. */
  public ownEnds = 0;

  private readonly rules: readonly RestartRule[];
  private readonly abilities: RestartAbilities;
  private backoff: { delay: number; bumpedAt: number } | undefined;

  /**
   * @param place the container's position in the pod
   */
  constructor(
    pod: PodModel,
    public readonly container: PodContainer,
    public readonly place: number,
    public readonly behavior: ContainerBehavior,
    rules: ActorRules,
  ) {
    this.role = container.role === ContainerRole.SIDECAR && !rules.sidecars ? ContainerRole.INIT : container.role;
    this.preStop = hookOf(container, 'preStop');
    this.preStopTime = milliseconds(behavior.preStop ?? this.preStop?.seconds ?? 0);
    this.postStart = hookOf(container, 'postStart');
    this.postStartTime = postStartTime(this.postStart, behavior);
    // The kubelet cannot run a tcpSocket hook, which the API server accepts.
    this.postStartFails = this.postStart !== undefined && (behavior.postStartFails ?? this.postStart.action === 'tcpSocket');
    this.startupProbe = probeOf(container, 'startupProbe');
    this.startupClock = this.startupProbe && new StartupClock(this.startupProbe);
    this.upAfter = behavior.gateNeverOpens ? undefined : milliseconds(behavior.gateOpens ?? 0);
    this.livenessProbe = probeOf(container, 'livenessProbe');
    this.shutdownTime = milliseconds(behavior.shutdown ?? 0);
    this.stopSignal = stopSignalOf(container, rules.version);
    this.exitsAfter = exitsAfter(container, behavior);
    this.exitCode = behavior.exitCode ?? 0;
    this.abilities = rules.restarts;
    this.policy = this.role === ContainerRole.SIDECAR ? PodRestartPolicy.ALWAYS : effectiveRestartPolicy(pod, container, rules.restarts);
    this.rules = effectiveRestartRules(container, rules.restarts);
    this.crashes = sorted(behavior.crashesAt);
    this.livenessFailures = this.livenessProbe ? sorted(behavior.livenessFailsAt) : [];
  }

  public get name(): string {
    return this.container.name;
  }

  public get running(): boolean {
    return this.run !== undefined;
  }

  /** Containers that wait for this one may start: a sidecar whose gate is open, or an init container that succeeded. */
  public get up(): boolean {
    return this.role === ContainerRole.INIT
      ? !this.running && this.lastCode === 0
      : this.running && this.gate === 'open';
  }

  /** A probe failed for good, so the kubelet kills this run. */
  public get condemned(): boolean {
    return this.running && (this.gate === 'failed' || this.livenessFailed);
  }

  /** The probe that makes the kubelet kill this run: its grace period counts. */
  public get failedProbe(): ProbeTiming | undefined {
    return this.gate === 'failed' ? this.startupProbe : this.livenessProbe;
  }

  /** Whether the kubelet restarts it after it exits with this code. */
  public restartsAfter(code: number | undefined): boolean {
    return this.ruleFor(code) !== undefined || this.policy === PodRestartPolicy.ALWAYS || (this.policy === PodRestartPolicy.ON_FAILURE && code !== 0);
  }

  /** Whether the kubelet restarts it after a probe failed for good: rules do not count, because there is no exit code yet. */
  public get restartsAfterProbe(): boolean {
    return this.policy !== PodRestartPolicy.NEVER;
  }

  /** Whether an exit with this code makes the kubelet restart all containers of the pod. */
  public restartsAllAfter(code: number | undefined): boolean {
    return this.ruleFor(code) === RestartAction.RESTART_ALL;
  }

  /** Forgets the last run, because the kubelet has removed the container. */
  public forget(): void {
    this.lastCode = undefined;
    this.endedAt = undefined;
    this.done = false;
    this.inBackoff = false;
  }

  private ruleFor(code: number | undefined): RestartAction | undefined {
    const action = code === undefined ? undefined : matchingAction(this.rules, code);
    return action === RestartAction.RESTART_ALL && !this.abilities.ofAll ? undefined : action;
  }

  /** It keeps exiting on its own, so simulating further reveals nothing new. */
  public get loops(): boolean {
    // A main container that a probe kills and that then exits with 0 is not restarted forever: it completes as soon as the back-off delays it.
    return this.restartsAfter(this.exitCode)
      ? this.ownEnds >= LOOP || (this.ownEnds > 0 && this.inBackoff)
      : this.ownEnds >= LONG_LOOP;
  }

  /** Whether the scenario still holds a crash or a liveness failure for it. */
  public hasFailureAfter(now: number): boolean {
    return [...this.crashes, ...this.livenessFailures].some(instant => instant > now);
  }

  /**
   * Tells whether the back-off allows a start now, and records the start if it does.
   *
   * The kubelet counts from the end of the last run that it has *seen* end: after a probe kills a run, that is the run before.
   */
  public mayStart(now: number, seenEnd: number | undefined): boolean {
    if (seenEnd === undefined) {
      return true;
    }
    const forgotten = this.backoff !== undefined && seenEnd - this.backoff.bumpedAt > FORGET_AFTER;
    if (this.backoff && !forgotten && now - seenEnd < this.backoff.delay) {
      return false;
    }
    const delay = this.backoff && !forgotten ? Math.min(this.backoff.delay * 2, LONGEST_DELAY) : FIRST_DELAY;
    this.backoff = { delay, bumpedAt: now };
    return true;
  }

  /** When the back-off before the next start ends. */
  public get backoffEnds(): number {
    return (this.endedAt ?? 0) + (this.backoff?.delay ?? 0);
  }
}

/** How the version of the kubelet changes what a container does. */
export interface ActorRules {
  /** The kubelet honors `restartPolicy: Always` on an init container. */
  readonly sidecars: boolean;
  /** Which restart fields of containers the kubelet honors. */
  readonly restarts: RestartAbilities;
  /** The version itself. */
  readonly version: KubernetesVersion;
}

function exitsAfter(container: PodContainer, behavior: ContainerBehavior): number | undefined {
  if (behavior.neverExits) {
    return undefined;
  }
  const seconds = behavior.exitsAfter ?? (container.role === ContainerRole.INIT ? 0 : undefined);
  return seconds === undefined ? undefined : milliseconds(seconds);
}

function postStartTime(hook: Hook | undefined, behavior: ContainerBehavior): number {
  if (!hook) {
    return 0;
  }
  return behavior.postStartNeverEnds ? Infinity : milliseconds(behavior.postStart ?? hook.seconds ?? 0);
}

function sorted(seconds: number[] | undefined): number[] {
  return (seconds ?? []).map(milliseconds).sort((a, b) => a - b);
}
