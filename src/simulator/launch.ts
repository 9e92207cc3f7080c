import { Actor, Run } from './actor';
import { Rank } from './event-queue';
import { Stage } from './stage';
import { LifecycleEvent } from './timeline-event';

/** Is told how a run of a container goes. */
export interface RunListener {
  /** The program exited on its own or crashed. */
  ended(run: Run, code: number): void;
  /** A probe has decided: the startup probe passed or failed for good, or the liveness probe failed for good. */
  probed(actor: Actor): void;
}

/** Starts a container, and schedules everything that its program will do on its own. */
export function launch(stage: Stage, actor: Actor, listener: RunListener): void {
  const run: Run = { actor, ended: false };
  actor.run = run;
  actor.starts++;
  actor.inBackoff = false;
  actor.livenessFailed = false;
  actor.probesStopped = false;
  actor.gate = actor.startupProbe ? 'shut' : 'open';
  stage.record(actor, LifecycleEvent.STARTED);
  scheduleGate(stage, run, listener);
  if (actor.exitsAfter !== undefined) {
    stage.planFor(run, stage.now + actor.exitsAfter, Rank.PROGRAM, () => {
      actor.ownEnds++;
      listener.ended(run, actor.exitCode);
    });
  }
  scheduleFailure(stage, run, actor.crashes, () => listener.ended(run, 1));
  const probesFrom = stage.now + actor.postStartTime;
  scheduleFailure(stage, run, actor.livenessFailures, () => {
    // The liveness probe runs only after the startup probe has passed, and not while the postStart hook runs.
    if (actor.gate === 'open' && !actor.probesStopped && stage.now >= probesFrom) {
      actor.livenessFailed = true;
      listener.probed(actor);
    }
  });
}

function scheduleGate(stage: Stage, run: Run, listener: RunListener): void {
  const { actor } = run;
  const { startupClock: clock, upAfter } = actor;
  // The kubelet probes a container only after its postStart hook.
  if (!clock || actor.postStartTime === Infinity) {
    return;
  }
  const up = upAfter === undefined ? undefined : stage.now + upAfter;
  const { passes, at, lastCheck } = clock.decide(stage.now, stage.now + actor.postStartTime, up);
  stage.planFor(run, at, Rank.PROGRAM, () => {
    if (actor.probesStopped) {
      return;
    }
    clock.decided();
    actor.gate = passes ? 'open' : 'failed';
    actor.everUp ||= passes;
    actor.ownEnds += passes ? 0 : 1;
    stage.record(actor, passes ? LifecycleEvent.GATE_OPEN : LifecycleEvent.GATE_FAILED);
    if (passes) {
      stage.spared(lastCheck - up!, { kind: 'gate', container: actor.name });
    }
    listener.probed(actor);
  });
}

/** Schedules the next crash or liveness failure of a run, and skips those from before its start. */
function scheduleFailure(stage: Stage, run: Run, instants: number[], happen: () => void): void {
  while (instants.length > 0 && instants[0] < stage.now) {
    instants.shift();
  }
  if (instants.length > 0) {
    stage.planFor(run, instants[0], Rank.PROGRAM, () => {
      instants.shift();
      happen();
      // It had no effect, so schedule the next one.
      if (!run.ended) {
        scheduleFailure(stage, run, instants, happen);
      }
    });
  }
}

/** The kubelet's wait for a postStart hook: until the hook ends, or until the container exits, unless the hook is a sleep in the kubelet itself. */
export class PostStartWait {
  private readonly run: Run;
  private over = false;

  /** @param whenOver told whether the hook failed while the container runs, so that the kubelet kills the container */
  constructor(private readonly stage: Stage, private readonly actor: Actor, private readonly whenOver: (failed: boolean) => void) {
    this.run = actor.run!;
    if (actor.postStartTime !== Infinity) {
      stage.plan(stage.now + actor.postStartTime, Rank.KUBELET, () => this.end(), this.run);
    }
  }

  public runEnded(run: Run): void {
    if (run === this.run && this.actor.postStart?.action !== 'sleep') {
      this.stage.plan(this.stage.now, Rank.KUBELET, () => this.end(), this.run);
    }
  }

  private end(): void {
    if (this.over) {
      return;
    }
    this.over = true;
    const failed = this.actor.postStartFails && !this.run.ended;
    if (failed) {
      this.actor.ownEnds++;
      this.stage.record(this.actor, LifecycleEvent.POST_START_FAILED);
    }
    this.whenOver(failed);
  }
}
