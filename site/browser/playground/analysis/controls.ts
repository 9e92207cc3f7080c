import { WhatIf } from './what-if';
import { ContainerRole, PodModel, PodContainer } from '../../../../src/kubernetes/pod';
import { behaviorOf, Scenario } from '../../../../src/simulator/scenario';

/** The longest times that the sliders offer, in seconds. An expected time that is longer extends its slider. */
const LONGEST = { drain: 120, gate: 120, crash: 300, work: 300, deletion: 300 };

/** What a slider changes. */
export type SliderKind = keyof typeof LONGEST;

/** A slider, as data. */
export interface Slider {
  readonly kind: SliderKind;
  readonly max: number;
  /** Seconds, or never: then the slider stands at its end; a crash that never happens stands at its beginning. */
  readonly value: number | 'never';
  /** Whether `never` can be chosen. */
  readonly canBeNever: boolean;
}

/** The controls of one container. */
export interface ContainerControls {
  readonly name: string;
  readonly role: ContainerRole;
  readonly sliders: readonly Slider[];
  /** Whether it ignores its stop signal; absent for a container that gets none. */
  readonly ignoresSigterm?: boolean;
  /** Whether a person changed something. */
  readonly isChanged: boolean;
}

/** The controls of a pod. */
export interface PodControls {
  readonly deletion: Slider;
  readonly containers: readonly ContainerControls[];
  readonly isChanged: boolean;
}

/** The controls for a pod, set to what happens in a scenario. */
export function controlsOf(pod: PodModel, scenario: Scenario, whatIf: WhatIf): PodControls {
  const containers = pod.containers.map(container => controlsOfContainer(container, scenario, whatIf));
  return {
    deletion: slider('deletion', scenario.deleteAt ?? 'never', true),
    containers,
    isChanged: whatIf.deletion !== undefined || containers.some(({ isChanged }) => isChanged),
  };
}

function controlsOfContainer({ name, role, spec }: PodContainer, scenario: Scenario, whatIf: WhatIf): ContainerControls {
  const { shutdown = 0, gateOpens = 0, gateNeverOpens, crashesAt = [], exitsAfter, neverExits, ignoresSigterm = false } = behaviorOf(scenario, name);
  const own = Object.hasOwn(whatIf.containers, name) ? whatIf.containers[name] : {};
  const ends = exitsAfter !== undefined || neverExits === true || own.work !== undefined;
  const isChanged = Object.keys(own).length > 0;
  if (role === ContainerRole.INIT) {
    return { name, role, isChanged, sliders: [slider('work', exitsAfter ?? 'never', true)] };
  }
  return {
    name,
    role,
    isChanged,
    ignoresSigterm,
    sliders: [
      ...(spec.startupProbe ? [slider('gate', gateNeverOpens ? 'never' : gateOpens, true)] : []),
      ...(ends ? [slider('work', exitsAfter ?? 'never', true)] : []),
      slider('drain', shutdown, false),
      slider('crash', crashesAt[0] ?? 'never', true),
    ],
  };
}

function slider(kind: SliderKind, value: number | 'never', canBeNever: boolean): Slider {
  return { kind, value, canBeNever, max: Math.max(LONGEST[kind], value === 'never' ? 0 : Math.ceil(value)) };
}
