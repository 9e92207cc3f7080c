import { ContainerBehavior, Scenario } from '../../../../src/simulator/scenario';

/** What a person changes about one program. What is absent stays as expected. */
export interface ContainerWhatIf {
  /** Seconds from its stop signal to its exit. */
  readonly drain?: number;
  /** Seconds from its start until its startup probe passes, or never. */
  readonly gate?: number | 'never';
  /** When it crashes, in seconds from the start of the pod; 0 if it does not. */
  readonly crash?: number;
  /** Seconds from its start to its own exit, or never. */
  readonly work?: number | 'never';
  readonly ignoresSigterm?: boolean;
}

/** What a person changes about a scenario. */
export interface WhatIf {
  /** When the pod is deleted, in seconds from its start, or never. */
  readonly deletion?: number | 'never';
  readonly containers: { readonly [container: string]: ContainerWhatIf };
}

/** The scenario with what a person changed. Containers that the pod does not have are left out. */
export function applyWhatIf(expected: Scenario, { deletion, containers }: WhatIf): Scenario {
  const own = (name: string) => Object.hasOwn(containers, name) ? containers[name] : {};
  const behaviors = Object.entries(expected.containers ?? {});
  return {
    ...expected,
    deleteAt: deletion === undefined ? expected.deleteAt : finite(deletion),
    containers: Object.fromEntries(behaviors.map(([name, behavior]) => [name, changed(behavior, own(name))])),
  };
}

function changed(behavior: ContainerBehavior, { drain, gate, crash, work, ignoresSigterm }: ContainerWhatIf): ContainerBehavior {
  return {
    ...behavior,
    ...(drain === undefined ? {} : { shutdown: drain }),
    ...(gate === undefined ? {} : { gateOpens: finite(gate), gateNeverOpens: gate === 'never' }),
    ...(crash === undefined ? {} : { crashesAt: crash > 0 ? [crash] : undefined }),
    ...(work === undefined ? {} : { exitsAfter: finite(work), neverExits: work === 'never' }),
    ...(ignoresSigterm === undefined ? {} : { ignoresSigterm }),
  };
}

function finite(time: number | 'never'): number | undefined {
  return time === 'never' ? undefined : time;
}
