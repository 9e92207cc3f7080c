import { Actor, milliseconds, Run } from './actor';
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
  planAccident(stage, run, actor.livenessFailures, () => {
    actor.livenessFailed = true;
    listener.judged(actor);
  });
}

function planGate(stage: Stage, run: Run, listener: RunListener): void {
  const { actor } = run;
  const probe = actor.startupProbe;
  if (!probe) {
    return;
  }
  // No probe runs while the post-start hook does, nor before the initial delay.
  const firstProbe = stage.now + Math.max(actor.postStartTime, probe.initialDelay * 1000);
  const opens = Math.max(firstProbe, stage.now + milliseconds(actor.behavior.gateOpens ?? 0));
  const fails = firstProbe + milliseconds(probe.period * probe.failureThreshold);
  if (!actor.behavior.gateNeverOpens && opens <= fails) {
    stage.planFor(run, opens, Rank.PROGRAM, () => {
      actor.gate = 'open';
      stage.tell(actor, LifecycleEvent.GATE_OPEN);
      listener.judged(actor);
    });
  } else {
    stage.planFor(run, fails, Rank.PROGRAM, () => {
      actor.ownEnds++;
      actor.gate = 'failed';
      stage.tell(actor, LifecycleEvent.GATE_FAILED);
      listener.judged(actor);
    });
  }
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
    });
  }
}
