import { Actor, Run } from './actor';
import { Rank } from './event-queue';
import { Stage } from './stage';
import { LifecycleEvent } from './timeline-event';

/** Who wants to know what becomes of a run. */
export interface RunListener {
  /** The program ended by itself or crashed. */
  ended(run: Run, code: number): void;
  /** A probe has said its last word: the gate is open or has failed, or liveness has failed. */
  judged(actor: Actor): void;
}

/** Starts a container, and plans everything that its program will do of its own accord. */
export function launch(stage: Stage, actor: Actor, listener: RunListener): void {
  const run: Run = { actor, ended: false };
  actor.run = run;
  actor.starts++;
  actor.inBackoff = false;
  actor.livenessFailed = false;
  actor.probesStopped = false;
  actor.gate = actor.startupProbe ? 'shut' : 'open';
  stage.tell(actor, LifecycleEvent.STARTED);
  planGate(stage, run, listener);
  if (actor.exitsAfter !== undefined) {
    stage.planFor(run, stage.now + actor.exitsAfter, Rank.PROGRAM, () => {
      actor.ownEnds++;
      listener.ended(run, actor.exitCode);
    });
  }
  planAccident(stage, run, actor.crashes, () => listener.ended(run, 1));
  const asksFrom = stage.now + actor.postStartTime;
  planAccident(stage, run, actor.livenessFailures, () => {
    // Liveness is only asked once the container has started, and not while its post-start hook runs.
    if (actor.gate === 'open' && !actor.probesStopped && stage.now >= asksFrom) {
      actor.livenessFailed = true;
      listener.judged(actor);
    }
  });
}

function planGate(stage: Stage, run: Run, listener: RunListener): void {
  const { actor } = run;
  if (!actor.startupProbe) {
    return;
  }
  const opens = actor.gateOpens !== undefined;
  stage.planFor(run, stage.now + (actor.gateOpens ?? actor.gateFails), Rank.PROGRAM, () => {
    if (actor.probesStopped) {
      return;
    }
    actor.gate = opens ? 'open' : 'failed';
    actor.everUp ||= opens;
    actor.ownEnds += opens ? 0 : 1;
    stage.tell(actor, opens ? LifecycleEvent.GATE_OPEN : LifecycleEvent.GATE_FAILED);
    listener.judged(actor);
  });
}

/** Plans the next accident of a run; those before its start did not find it running. */
function planAccident(stage: Stage, run: Run, instants: number[], happen: () => void): void {
  while (instants.length > 0 && instants[0] < stage.now) {
    instants.shift();
  }
  if (instants.length > 0) {
    stage.planFor(run, instants[0], Rank.PROGRAM, () => {
      instants.shift();
      happen();
      // What did no harm is followed by the next.
      if (!run.ended) {
        planAccident(stage, run, instants, happen);
      }
    });
  }
}

/** The kubelet's wait for a post-start hook: until it is over, or, unless the kubelet itself sleeps, until its container has ended. */
export class PostStartWait {
  private readonly run: Run;
  private over = false;

  constructor(private readonly stage: Stage, private readonly actor: Actor, private readonly resume: () => void) {
    this.run = actor.run!;
    stage.plan(stage.now + actor.postStartTime, Rank.KUBELET, () => this.end(), this.run);
  }

  public runEnded(run: Run): void {
    if (run === this.run && this.actor.postStart?.action !== 'sleep') {
      this.stage.plan(this.stage.now, Rank.KUBELET, () => this.end(), this.run);
    }
  }

  private end(): void {
    if (!this.over) {
      this.over = true;
      this.resume();
    }
  }
}
