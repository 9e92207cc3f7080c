import { ContainerBehavior, LifecycleEvent, PodModel, TimelineEvent } from '../src';
import { Line, PodObserver } from './observer';

/** A process of a container, from its start to its end. */
interface Life {
  readonly lines: Line[];
}

/** An event with a time in seconds since 1970. */
interface Moment {
  readonly t: number;
  readonly container: string;
  readonly event: LifecycleEvent;
  readonly code?: number;
}

/** What was observed of a pod, made into events. */
export interface Recording {
  /** When the first container started, in seconds since 1970. */
  readonly start: number;
  readonly events: TimelineEvent[];
  /** Containers whose exit codes in the log and in the status differ: then the recording is not to be trusted. */
  readonly doubts: string[];
}

const WORDS: { readonly [word: string]: LifecycleEvent } = {
  'start': LifecycleEvent.STARTED,
  'gate': LifecycleEvent.GATE_OPEN,
  'hook-begin': LifecycleEvent.PRE_STOP_BEGIN,
  'hook-end': LifecycleEvent.PRE_STOP_END,
  'term': LifecycleEvent.SIGTERM,
  'exit': LifecycleEvent.EXITED,
};

/** A heartbeat of the test program: a process that is killed dies within one after its last word. */
const HEARTBEAT = 0.1;

/** Makes events of what the programs and the kubelet said. */
export function record(observer: PodObserver, pod: PodModel): Recording {
  const moments: Moment[] = [];
  const doubts: string[] = [];
  for (const { name } of pod.containers) {
    const isOver = hasEnded(observer, name);
    const own = lives(observer.lines(name)).flatMap((life, index, all) => lifeMoments(name, life, isOver || index < all.length - 1));
    const codes = own.filter(moment => moment.event === LifecycleEvent.EXITED).map(moment => moment.code);
    const known = observer.exitCodes(name);
    if (!agree(observer, codes, known)) {
      doubts.push(`'${name}' says that it ended with [${codes.join()}], the kubelet says [${known.join()}]`);
    }
    moments.push(...own, ...failures(observer, name, own), ...backoffs(observer, name, own));
  }
  moments.push(...restartsOfAll(observer, pod, moments));
  const sorted = moments.sort((a, b) => a.t - b.t || rank(a) - rank(b));
  const start = sorted[0]?.t ?? 0;
  return {
    start,
    doubts,
    events: sorted.map(({ t, container, event, code }) => ({
      at: Math.round((t - start) * 100) / 100, container, event, ...(code === undefined ? {} : { code }),
    })),
  };
}

/** A failed gate or hook is dated by the stop that follows from it. */
function rank(moment: Moment): number {
  return [LifecycleEvent.GATE_FAILED, LifecycleEvent.POST_START_FAILED].includes(moment.event) ? 0 : 1;
}

/** Whether the log and the status tell the same exit codes; a container that the kubelet removes, or whose pod is gone, leaves no status. */
function agree(observer: PodObserver, said: readonly (number | undefined)[], known: readonly number[]): boolean {
  if (observer.restartsOfAll.length === 0 && !observer.isForced) {
    return said.join() === known.join();
  }
  let next = 0;
  said.forEach(code => next += code === known[next] ? 1 : 0);
  return next >= known.length;
}

/** A restart of all containers belongs to the container with a rule for it that ended last before it. */
function restartsOfAll(observer: PodObserver, pod: PodModel, moments: readonly Moment[]): Moment[] {
  return observer.restartsOfAll.map(seen => {
    const trigger = moments
      .filter(({ container, event, t, code }) => event === LifecycleEvent.EXITED && t <= seen && restartsAll(pod, container, code))
      .sort((a, b) => a.t - b.t).pop();
    if (!trigger) {
      throw new Error('all containers restart, but none with a rule for that has ended');
    }
    return { t: Math.max(trigger.t + 0.001, Math.min(seen, trigger.t + 1)), container: trigger.container, event: LifecycleEvent.RESTART_ALL };
  });
}

function restartsAll(pod: PodModel, container: string, code: number | undefined): boolean {
  const rules: any[] = pod.container(container).spec.restartPolicyRules ?? [];
  return rules.some(rule => rule.action === 'RestartAllContainers' && rule.exitCodes.values.includes(code) === (rule.exitCodes.operator === 'In'));
}

function lives(lines: readonly Line[]): Life[] {
  const result: Life[] = [];
  for (const line of lines) {
    if (line.e === 'start') {
      result.push({ lines: [] });
    }
    result[result.length - 1]?.lines.push(line);
  }
  return result;
}

function hasEnded(observer: PodObserver, container: string): boolean {
  if (observer.isForced) {
    return true;
  }
  const status = observer.statuses().find(candidate => candidate.name === container);
  return status?.state?.terminated !== undefined || status?.state?.waiting !== undefined;
}

function lifeMoments(container: string, life: Life, isOver: boolean): Moment[] {
  const said = new Set<string>();
  const moments: Moment[] = [];
  for (const { e, t, code } of life.lines) {
    const event = WORDS[e];
    // A gate passes once, a stop signal may be repeated: only the first counts.
    if (event && !said.has(e)) {
      said.add(e);
      moments.push({ t, container, event, ...(event === LifecycleEvent.EXITED ? { code } : {}) });
    }
  }
  if (isOver && !said.has('exit')) {
    const t = life.lines[life.lines.length - 1].t + HEARTBEAT / 2;
    moments.push({ t, container, event: LifecycleEvent.SIGKILL }, { t, container, event: LifecycleEvent.EXITED, code: 137 });
  }
  return moments;
}

/** What made the kubelet stop one container: a failed gate or a failed hook. */
function failures(observer: PodObserver, container: string, moments: readonly Moment[]): Moment[] {
  const own = observer.events.filter(event => event.container === container);
  if (own.some(event => event.reason === 'FailedPostStartHook')) {
    return stopsBy(observer, container, moments, LifecycleEvent.POST_START_FAILED);
  }
  return own.some(event => event.reason === 'Killing' && event.message.includes('failed startup probe'))
    ? stopsBy(observer, container, moments, LifecycleEvent.GATE_FAILED)
    : [];
}

/** A kubelet that gives up on a gate or a hook says so in an event, whole seconds only; the instant is that of the stop signal. */
function stopsBy(observer: PodObserver, container: string, moments: readonly Moment[], reason: LifecycleEvent): Moment[] {
  const { deletionTimestamp, deletionGracePeriodSeconds } = observer.pod.metadata;
  // The timestamp says when the grace period is over, in whole seconds.
  const deletion = deletionTimestamp ? Date.parse(deletionTimestamp) / 1000 - deletionGracePeriodSeconds - 1 : Infinity;
  const found: Moment[] = [];
  let isOpen = false;
  for (const { event, t } of moments) {
    isOpen = event === LifecycleEvent.GATE_OPEN || (isOpen && event !== LifecycleEvent.STARTED);
    if (event === LifecycleEvent.SIGTERM && !isOpen && t < deletion) {
      found.push({ t, container, event: reason });
    }
  }
  return found;
}

/** A back-off is the kubelet's event of that name, whole seconds only, after an end of the container. */
function backoffs(observer: PodObserver, container: string, moments: readonly Moment[]): Moment[] {
  const words = observer.events.filter(event => event.container === container && event.reason === 'BackOff');
  return moments.flatMap((moment, index) => {
    if (moment.event !== LifecycleEvent.EXITED) {
      return [];
    }
    const restart = moments[index + 1]?.t ?? Infinity;
    const at = words.find(word => word.at >= Math.floor(moment.t) && word.at < restart)?.at;
    return at === undefined ? [] : [{ t: Math.max(at, moment.t + 0.001), container, event: LifecycleEvent.BACKOFF }];
  });
}

/** The behaviors that only the run can tell: when crashes and failures of liveness really came. */
export function asItHappened(
  containers: { readonly [name: string]: ContainerBehavior },
  events: readonly TimelineEvent[],
  accidents: readonly { readonly container: string; readonly kind: 'crash' | 'liveness' }[],
): { [name: string]: ContainerBehavior } {
  const result: { [name: string]: ContainerBehavior } = { ...containers };
  for (const { container, kind } of accidents) {
    const own = events.filter(event => event.container === container);
    const crashes = own.filter((event, index) => event.code === 1 && !told(own, index)).map(event => event.at);
    const sick = own.filter(event => event.event === LifecycleEvent.SIGTERM).slice(0, 1).map(event => event.at);
    result[container] = { ...result[container], ...(kind === 'crash' ? { crashesAt: crashes } : { livenessFailsAt: sick }) };
  }
  return result;
}

/** Whether a process was told to stop before it ended. */
function told(own: readonly TimelineEvent[], exit: number): boolean {
  for (let index = exit - 1; index >= 0 && own[index].event !== LifecycleEvent.STARTED; index--) {
    if (own[index].event === LifecycleEvent.SIGTERM) {
      return true;
    }
  }
  return false;
}
