import { ContainerBehavior, Scenario } from './scenario';
import { ContainerRole, PodModel, PodContainer } from '../kubernetes/pod';

/** What a user wants to try: single changes of what is expected, by container name and in seconds. */
export interface WhatIf {
  /** When a container is up after its start: its startup probe passes, or an init container exits. */
  readonly slow?: { readonly [container: string]: number };
  /** How long a container takes to exit after its stop signal. */
  readonly drain?: { readonly [container: string]: number };
  /** When a container crashes, from the pod's start. */
  readonly crash?: { readonly [container: string]: readonly number[] };
  /** The containers that ignore their stop signal. */
  readonly ignoreSigterm?: readonly string[];
  /** When the pod is deleted. */
  readonly deleteAt?: number;
}

/** A scenario with what a user wants to try. Throws a sentence if a container does not exist, or if a change would have no effect. */
export function withWhatIf(pod: PodModel, scenario: Scenario, whatIf: WhatIf): Scenario {
  const containers = new Map<string, ContainerBehavior>(Object.entries(scenario.containers ?? {}));
  const change = (name: string, behavior: (container: PodContainer) => ContainerBehavior) =>
    containers.set(name, { ...containers.get(name), ...behavior(pod.container(name)) });
  Object.entries(whatIf.slow ?? {}).forEach(([name, seconds]) => change(name, container => slowStart(container, seconds)));
  Object.entries(whatIf.drain ?? {}).forEach(([name, shutdown]) => change(name, () => ({ shutdown, ignoresSigterm: false })));
  Object.entries(whatIf.crash ?? {}).forEach(([name, times]) => change(name, () => ({ crashesAt: [...times] })));
  whatIf.ignoreSigterm?.forEach(name => change(name, () => ({ ignoresSigterm: true })));
  return { ...scenario, deleteAt: whatIf.deleteAt ?? scenario.deleteAt, containers: Object.fromEntries(containers) };
}

/** What a user wants to try, in sentences. */
export function whatIfSentences(whatIf: WhatIf): string[] {
  return [
    ...Object.entries(whatIf.slow ?? {}).map(([name, seconds]) => `'${name}' is up ${seconds} s after its start`),
    ...Object.entries(whatIf.crash ?? {}).map(([name, times]) => `'${name}' crashes at ${times.join(' s and at ')} s`),
    ...Object.entries(whatIf.drain ?? {}).map(([name, seconds]) => `after SIGTERM '${name}' needs ${seconds} s`),
    ...(whatIf.ignoreSigterm ?? []).map(name => `'${name}' ignores SIGTERM`),
    ...(whatIf.deleteAt === undefined ? [] : [`the pod is deleted ${whatIf.deleteAt} s after its start`]),
  ].map(sentence => `you asked: ${sentence}`);
}

/** The changes of a what-if one by one, each with one container and one time. */
export function changesIn({ slow = {}, crash = {}, drain = {}, ignoreSigterm = [], deleteAt }: WhatIf): WhatIf[] {
  return [
    ...Object.entries(slow).map(([name, seconds]) => ({ slow: { [name]: seconds } })),
    ...Object.entries(crash).flatMap(([name, times]) => times.map(time => ({ crash: { [name]: [time] } }))),
    ...Object.entries(drain).map(([name, seconds]) => ({ drain: { [name]: seconds } })),
    ...ignoreSigterm.map(name => ({ ignoreSigterm: [name] })),
    ...(deleteAt === undefined ? [] : [{ deleteAt }]),
  ];
}

/** Some changes as one what-if. */
export function allOf(changes: readonly WhatIf[]): WhatIf {
  const crash = new Map<string, number[]>();
  changes.flatMap(change => Object.entries(change.crash ?? {})).forEach(([name, times]) => crash.set(name, [...crash.get(name) ?? [], ...times]));
  return {
    slow: Object.fromEntries(changes.flatMap(change => Object.entries(change.slow ?? {}))),
    crash: Object.fromEntries(crash),
    drain: Object.fromEntries(changes.flatMap(change => Object.entries(change.drain ?? {}))),
    ignoreSigterm: changes.flatMap(change => change.ignoreSigterm ?? []),
    deleteAt: changes.find(change => change.deleteAt !== undefined)?.deleteAt,
  };
}

function slowStart({ name, role, spec }: PodContainer, seconds: number): ContainerBehavior {
  if (role === ContainerRole.INIT) {
    return { exitsAfter: seconds };
  }
  if (!spec.startupProbe) {
    throw new Error(`container '${name}' has no startup probe, so no container waits for it and a slow start changes nothing: give it a startup probe`);
  }
  return { gateOpens: seconds, gateNeverOpens: false };
}
