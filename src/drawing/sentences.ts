import { LifecycleEvent, PodOutcome, PodPhase, SimulationResult, TimelineEvent } from '../simulator/timeline-event';

const SENTENCES: Record<LifecycleEvent, string> = {
  [LifecycleEvent.STARTED]: 'starts',
  [LifecycleEvent.GATE_OPEN]: 'is up: its startup probe passes',
  [LifecycleEvent.GATE_FAILED]: 'fails its startup probe for the last time: the kubelet kills it',
  [LifecycleEvent.POST_START_FAILED]: 'postStart hook fails: the kubelet kills it',
  [LifecycleEvent.PRE_STOP_BEGIN]: 'preStop hook starts',
  [LifecycleEvent.PRE_STOP_END]: 'preStop hook ends',
  [LifecycleEvent.SIGTERM]: 'receives SIGTERM',
  [LifecycleEvent.SIGKILL]: 'is killed with SIGKILL: its time to stop is up',
  [LifecycleEvent.EXITED]: 'exits',
  [LifecycleEvent.BACKOFF]: 'waits for the restart back-off',
  [LifecycleEvent.RESTART_ALL]: 'has a rule for this exit: the kubelet restarts all containers of the pod',
};

/** Tells what happens to a container. */
export function eventSentence({ event, code, signal }: TimelineEvent): string {
  if (signal !== undefined) {
    return `receives ${signal}`;
  }
  return code === undefined ? SENTENCES[event] : `${SENTENCES[event]} with code ${code}`;
}

/** How a pod ends, as the rest of a sentence about it. */
export const OUTCOMES: { readonly [outcome in PodOutcome]: string } = {
  [PodOutcome.RUNNING]: 'keeps running',
  [PodOutcome.COMPLETED]: 'completes',
  [PodOutcome.FAILED]: 'fails',
  [PodOutcome.DELETED]: 'is deleted',
  [PodOutcome.STUCK]: 'is stuck',
};

/** Tells how a pod ends. */
export function outcomeSentence({ outcome, phase, why }: SimulationResult): string {
  // A Job that gives up stops its pod, whose programs may well exit with 0.
  const subject = outcome === PodOutcome.FAILED && phase === PodPhase.SUCCEEDED ? 'the Job fails, although its pod ends in' : `the pod ${OUTCOMES[outcome]},`;
  return `Outcome: ${subject} phase ${phase}${why ? `; ${why}` : ''}`;
}
