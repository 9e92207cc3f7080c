import { Actor } from './actor';
import { Ensemble } from './ensemble';
import { ContainerRole } from '../kubernetes/pod';

/** A container to start, and the end of its last run that the kubelet has seen when it decides. */
export interface Start {
  readonly actor: Actor;
  readonly seenEnd: number | undefined;
}

/** What the kubelet decides to do after a look at a pod. */
export interface Work {
  readonly kill: Actor[];
  readonly start: Start[];
  /** The pod's work is over, or cannot begin: stop everything that still runs. */
  readonly stopPod?: boolean;
  /** The pod's work is over and nothing runs any more. */
  readonly ended?: boolean;
}

/**
 * Decides what a kubelet does next: its computePodActions.
 *
 * @param regates in Kubernetes 1.29 to 1.36 the app is only started again once the last init container is up, because the kubelet judges
 *   whether a pod is initialized by its *running* main containers
 */
export function plan(ensemble: Ensemble, regates: boolean): Work {
  if (ensemble.workDone && !ensemble.anyInitRuns) {
    return { kill: [], start: [], ended: true };
  }
  const { inits } = ensemble;
  const underway = regates ? ensemble.mainsRunning > 0 : ensemble.anyMainStarted;
  const work = planInits(ensemble, underway);
  const initialized = inits.length === 0 || underway || inits[inits.length - 1].up;
  return work.stopPod || !initialized ? work : planMains(ensemble, work);
}

function planInits(ensemble: Ensemble, underway: boolean): Work {
  const { inits, current } = ensemble;
  const kill: Actor[] = [];
  const start: Start[] = [];
  for (const init of ensemble.initsToCareFor) {
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

function planMains(ensemble: Ensemble, work: Work): Work {
  const mains = ensemble.mainsToCareFor;
  const condemned = mains.filter(main => main.condemned);
  const start = mains.filter(main => !main.condemned || main.restartsAfter(1)).map(toStart);
  if (ensemble.mainsRunning === condemned.length && start.length === 0) {
    return { kill: [], start: [], stopPod: true };
  }
  return { kill: [...work.kill, ...condemned], start: [...work.start, ...start] };
}

function toStart(actor: Actor): Start {
  return { actor, seenEnd: actor.endedAt };
}
