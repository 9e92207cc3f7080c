import { Actor } from './actor';
import { PodState } from './pod-state';
import { ContainerRole } from '../kubernetes/pod';

/** A container to start, and the end of its last run that the kubelet has seen when it decides. */
export interface Start {
  readonly actor: Actor;
  readonly seenEnd: number | undefined;
}

/** What the kubelet decides to do after it has looked at a pod. */
export interface Work {
  readonly kill: Actor[];
  readonly start: Start[];
  /** The pod's work is done, or cannot start: stop everything that still runs. */
  readonly stopPod?: boolean;
}

/**
 * Decides what a kubelet does next, like its computePodActions.
 *
 * @param appWaitsAgain whether the app restarts only once the last init container is up: in Kubernetes 1.29 to 1.36 the kubelet takes a pod for initialized only while
 *   a main container *runs*
 */
export function plan(podState: PodState, appWaitsAgain: boolean): Work {
  const { inits } = podState;
  const underway = appWaitsAgain ? podState.mainsRunning > 0 : podState.anyMainStarted;
  const work = planInits(podState, underway);
  const initialized = inits.length === 0 || underway || inits[inits.length - 1].up;
  return work.stopPod || !initialized ? work : planMains(podState, work);
}

function planInits(podState: PodState, underway: boolean): Work {
  const { inits, current } = podState;
  const kill: Actor[] = [];
  const start: Start[] = [];
  for (const init of podState.initsToCareFor) {
    if (init.role === ContainerRole.SIDECAR) {
      if (init.condemned) {
        kill.push(init);
      }
      start.push(toStart(init));
    } else if (!underway && init === inits[current] && init.lastCode !== 0) {
      if (!init.restartsAfter(init.lastCode)) {
        return { kill: [], start: [], stopPod: true };
      }
      start.push(toStart(init));
    }
  }
  const next = inits[current + 1];
  if (next && !underway && (current < 0 || inits[current].up)) {
    start.push(toStart(next));
  }
  return { kill, start };
}

function planMains(podState: PodState, work: Work): Work {
  const mains = podState.mainsToCareFor;
  const condemned = mains.filter(main => main.condemned);
  const start = mains.filter(main => !main.condemned || main.restartsAfterProbe).map(toStart);
  if (podState.mainsRunning === condemned.length && start.length === 0) {
    return { kill: [], start: [], stopPod: true };
  }
  return { kill: [...work.kill, ...condemned], start: [...work.start, ...start] };
}

function toStart(actor: Actor): Start {
  return { actor, seenEnd: actor.endedAt };
}
