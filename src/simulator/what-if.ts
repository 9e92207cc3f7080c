import { ContainerBehavior, Scenario } from './scenario';
import { messageOf } from '../data/error-message';
import { ContainerRole, PodModel, PodContainer } from '../kubernetes/pod';

/** A time in seconds, or never. */
export type TimeOrNever = number | 'never';

/** What a user wants to try with one container. What is absent stays as expected. */
export interface ContainerWhatIf {
  /** When it is up after its start: its startup probe passes, or an init container exits. */
  readonly gate?: TimeOrNever;
  /** When it exits on its own, from its start. */
  readonly work?: TimeOrNever;
  /** How long it takes to exit after its stop signal. */
  readonly drain?: number;
  /** When it crashes, from the pod's start; empty if it does not. */
  readonly crashes?: readonly number[];
  readonly ignoresSigterm?: boolean;
}

/** What a user wants to try: changes of what is expected, in seconds. */
export interface WhatIf {
  /** When the pod is deleted, from its start. */
  readonly deletion?: TimeOrNever;
  readonly containers: { readonly [container: string]: ContainerWhatIf };
}

/** What a user wants to try with a container. */
export function triedWith({ containers }: WhatIf, name: string): ContainerWhatIf {
  return Object.hasOwn(containers, name) ? containers[name] : {};
}

/** A scenario with what a user wants to try. Throws a sentence if a container does not exist, or if a change cannot have an effect. */
export function withWhatIf(pod: PodModel, scenario: Scenario, { deletion, containers }: WhatIf): Scenario {
  const behaviors = new Map<string, ContainerBehavior>(Object.entries(scenario.containers ?? {}));
  for (const [name, tried] of Object.entries(containers)) {
    behaviors.set(name, { ...behaviors.get(name), ...changedBehavior(pod.container(name), tried) });
  }
  return { ...scenario, deleteAt: deletion === undefined ? scenario.deleteAt : finite(deletion), containers: Object.fromEntries(behaviors) };
}

/** Why a change does not fit a pod; undefined if it does. */
export function mistakeIn(pod: PodModel, change: WhatIf): string | undefined {
  try {
    withWhatIf(pod, {}, change);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The changes that fit a pod. */
export function fittingChanges(pod: PodModel, whatIf: WhatIf): WhatIf {
  return allOf(changesIn(whatIf).filter(change => mistakeIn(pod, change) === undefined));
}

/** What a user wants to try, in sentences. */
export function whatIfSentences(whatIf: WhatIf): string[] {
  const { deletion } = whatIf;
  const tried = Object.entries(whatIf.containers);
  return [
    ...tried.flatMap(([name, { gate }]) => gate === undefined ? [] : [gate === 'never' ? `'${name}' is never up` : `'${name}' is up ${gate} s after its start`]),
    ...tried.flatMap(([name, { work }]) => work === undefined ? [] : [work === 'never' ? `'${name}' never exits on its own` : `'${name}' exits ${work} s after its start`]),
    ...tried.flatMap(([name, { crashes }]) => crashes === undefined ? [] : [crashes.length > 0 ? `'${name}' crashes at ${crashes.join(' s and at ')} s` : `'${name}' does not crash`]),
    ...tried.flatMap(([name, { drain }]) => drain === undefined ? [] : [`after SIGTERM '${name}' needs ${drain} s`]),
    ...tried.flatMap(([name, { ignoresSigterm }]) => ignoresSigterm === undefined ? [] : [`'${name}' ${ignoresSigterm ? 'ignores' : 'obeys'} SIGTERM`]),
    ...(deletion === undefined ? [] : [deletion === 'never' ? 'the pod is never deleted' : `the pod is deleted ${deletion} s after its start`]),
  ].map(sentence => `you asked: ${sentence}`);
}

/** The changes of a what-if one by one, each of one container and with one time. */
export function changesIn({ containers, deletion }: WhatIf): WhatIf[] {
  const change = (name: string, tried: ContainerWhatIf): WhatIf => ({ containers: { [name]: tried } });
  return [
    ...Object.entries(containers).flatMap(([name, { crashes, ...others }]) => [
      ...Object.entries(others).map(([key, value]) => change(name, { [key]: value })),
      ...(crashes === undefined ? [] : crashes.length === 0 ? [change(name, { crashes })] : crashes.map(crash => change(name, { crashes: [crash] }))),
    ]),
    ...(deletion === undefined ? [] : [{ deletion, containers: {} }]),
  ];
}

/** Some changes as one what-if. */
export function allOf(changes: readonly WhatIf[]): WhatIf {
  const containers = new Map<string, ContainerWhatIf>();
  changes.flatMap(change => Object.entries(change.containers)).forEach(([name, tried]) => {
    const before = containers.get(name);
    const crashes = tried.crashes ? { crashes: [...before?.crashes ?? [], ...tried.crashes] } : {};
    containers.set(name, { ...before, ...tried, ...crashes });
  });
  const deletion = changes.find(change => change.deletion !== undefined)?.deletion;
  return { ...(deletion === undefined ? {} : { deletion }), containers: Object.fromEntries(containers) };
}

function changedBehavior(container: PodContainer, { gate, work, drain, crashes, ignoresSigterm }: ContainerWhatIf): ContainerBehavior {
  return {
    ...(gate === undefined ? {} : slowStart(container, gate)),
    ...(work === undefined ? {} : ending(work)),
    ...(drain === undefined ? {} : { shutdown: drain, ignoresSigterm: false }),
    ...(crashes === undefined ? {} : { crashesAt: crashes.length > 0 ? [...crashes] : undefined }),
    ...(ignoresSigterm === undefined ? {} : { ignoresSigterm }),
  };
}

function slowStart({ name, role, spec }: PodContainer, gate: TimeOrNever): ContainerBehavior {
  if (role === ContainerRole.INIT) {
    return ending(gate);
  }
  if (!spec.startupProbe) {
    throw new Error(`container '${name}' has no startup probe, so no container waits for it and a slow start changes nothing: give it a startup probe`);
  }
  return { gateOpens: finite(gate), gateNeverOpens: gate === 'never' };
}

function ending(time: TimeOrNever): ContainerBehavior {
  return { exitsAfter: finite(time), neverExits: time === 'never' };
}

function finite(time: TimeOrNever): number | undefined {
  return time === 'never' ? undefined : time;
}
