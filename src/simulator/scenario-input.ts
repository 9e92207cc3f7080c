import { ContainerBehavior, LONGEST_SIMULATION_SECONDS, Scenario } from './scenario';
import { jsonOf } from '../data/any-value';
import { InputError, readAt } from '../data/input-error';
import { isObject } from '../data/json';
import { Caller, inTypeScript } from '../data/language';
import { DataPath } from '../data/path';
import { letters } from '../data/similar-names';
import { member, Subject, wording, Wording } from '../data/wording';
import { shown } from '../data/words';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';

const TIMES = ['gateOpens', 'shutdown', 'preStop', 'postStart', 'exitsAfter'] as const;
const TIME_LISTS = ['crashesAt', 'livenessFailsAt'] as const;
const FLAGS = ['ignoresSigterm', 'gateNeverOpens', 'neverExits', 'preStopStops', 'postStartNeverEnds', 'postStartFails'] as const;
const DELETIONS = ['deleteAt', 'deleteGracePeriod', 'deleteAgainAt', 'deleteAgainGracePeriod'] as const;
const SCENARIO_KEYS: readonly string[] = ['kubernetes', 'featureGates', ...DELETIONS, 'containers'];
const BEHAVIOR_KEYS: readonly string[] = [...TIMES, ...TIME_LISTS, ...FLAGS, 'exitCode'];

/** Reads a scenario from the data of a YAML or JSON file; throws a sentence about the first mistake. */
export function scenarioFromData(data: unknown): Scenario {
  if (!isObject(data)) {
    throw new InputError([], 'a scenario must be an object with deleteAt and containers');
  }
  refuseUnknownKeys(data, SCENARIO_KEYS, [], 'the scenario', inTypeScript);
  const containers = data.containers ?? {};
  if (!isObject(containers)) {
    throw new InputError(['containers'], "'containers' of the scenario must be an object that maps each container name to what its program does");
  }
  return {
    kubernetes: data.kubernetes === undefined || data.kubernetes === null ? undefined : readAt(['kubernetes'], () => KubernetesVersion.of(shown(data.kubernetes))),
    featureGates: data.featureGates ?? undefined,
    ...Object.fromEntries(DELETIONS.map(key => [key, data[key] ?? undefined])),
    containers: Object.fromEntries(Object.entries(containers).map(([name, behavior]) => [name, behaviorFromData(name, behavior ?? {})])),
  };
}

function behaviorFromData(name: string, data: unknown): ContainerBehavior {
  if (!isObject(data)) {
    throw new InputError(['containers', name], `container '${name}' of the scenario must be an object such as { shutdown: 3 }, not ${jsonOf(data)}`);
  }
  refuseUnknownKeys(data, BEHAVIOR_KEYS, ['containers', name], `container '${name}' of the scenario`, inTypeScript);
  const { gateOpens, exitsAfter, ...rest } = data;
  return {
    ...rest,
    ...(gateOpens === 'never' ? { gateNeverOpens: true } : { gateOpens }),
    ...(exitsAfter === 'never' ? { neverExits: true } : { exitsAfter }),
  };
}

function refuseUnknownKeys(data: object, known: readonly string[], path: DataPath, subject: string, caller: Caller): void {
  for (const key of Object.keys(data)) {
    if (!known.includes(key)) {
      const meant = known.find(other => letters(other) === letters(key));
      const advice = meant === undefined ? `the keys are ${known.map(caller().member).join(', ')}` : `write ${spelledUnlike(key, meant, caller)}`;
      throw new InputError([...path, key], `${subject} has the unknown key '${key}': ${advice}`);
    }
  }
}

/** A key as the caller spells it. If it is spelled so and still unknown, jsii did not translate it, and only the name of TypeScript has an effect. */
function spelledUnlike(key: string, meant: string, caller: Caller): string {
  const spelled = caller().member(meant);
  return spelled === key ? meant : spelled;
}

/**
 * Throws a sentence about the first value of a scenario that is invalid, or that does not fit its pod.
 *
 * @param caller whose words the sentence uses
 */
export function validateScenario(pod: PodModel, scenario: Scenario, caller: Caller = inTypeScript): void {
  refuseUnknownKeys(scenario, SCENARIO_KEYS, [], 'the scenario', caller);
  for (const key of DELETIONS) {
    checkTime(scenario[key], [key], wording`${member(key)} of the scenario`, caller);
  }
  validateDeletions(scenario, caller);
  validateGates(scenario, caller);
  for (const [name, behavior] of Object.entries(scenario.containers ?? {})) {
    readAt(['containers', name], () => pod.container(name));
    validateBehavior(name, behavior ?? {}, caller);
  }
}

function validateDeletions({ deleteAt, deleteAgainAt, ...rest }: Scenario, caller: Caller): void {
  for (const key of ['deleteGracePeriod', 'deleteAgainGracePeriod'] as const) {
    const seconds: unknown = rest[key];
    if (typeof seconds === 'number' && !Number.isInteger(seconds)) {
      throw mistake([key], wording`${member(key)} of the scenario is ${seconds}: a grace period has whole seconds`, caller);
    }
  }
  const [first, again] = [deleteAt ?? undefined, deleteAgainAt ?? undefined];
  if (again !== undefined && (first === undefined || again < first)) {
    throw mistake(['deleteAgainAt'], wording`'deleteAgainAt' of the scenario is ${again} s: set 'deleteAt' to an earlier time`, caller);
  }
}

function validateGates({ kubernetes, featureGates }: Scenario, caller: Caller): void {
  const gates: unknown = featureGates ?? [];
  if (!Array.isArray(gates) || !gates.every(gate => typeof gate === 'string')) {
    throw mistake(['featureGates'], wording`'featureGates' of the scenario must be a list of names such as [ContainerRestartRules], not ${jsonOf(gates)}`, caller);
  }
  readAt(['featureGates'], () => (kubernetes ?? KubernetesVersion.DEFAULT).withFeatureGates(gates));
}

function validateBehavior(name: string, behavior: ContainerBehavior, caller: Caller): void {
  refuseUnknownKeys(behavior, BEHAVIOR_KEYS, ['containers', name], `container '${name}' of the scenario`, caller);
  const subjectOf = (key: string) => wording`${member(key)} of container '${name}'`;
  const pathOf = (key: string) => ['containers', name, key];
  for (const key of TIMES) {
    checkTime(behavior[key], pathOf(key), subjectOf(key), caller);
  }
  for (const key of TIME_LISTS) {
    const times: unknown = behavior[key];
    if (times !== undefined && times !== null && !Array.isArray(times)) {
      throw mistake(pathOf(key), wording`${subjectOf(key)} must be a list of times such as [20, 35.5], not ${jsonOf(times)}`, caller);
    }
    (times as unknown[] | undefined)?.forEach((time, index) => checkListedTime(time, [...pathOf(key), index], subjectOf(key), caller));
  }
  for (const key of FLAGS) {
    const flag: unknown = behavior[key];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean') {
      throw mistake(pathOf(key), wording`${subjectOf(key)} must be true or false, not ${jsonOf(flag)}`, caller);
    }
  }
  const code: unknown = behavior.exitCode;
  if (code !== undefined && code !== null && !(Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255)) {
    throw mistake(pathOf('exitCode'), wording`${subjectOf('exitCode')} must be a whole number from 0 to 255, not ${jsonOf(code)}`, caller);
  }
}

function checkTime(value: unknown, path: DataPath, subject: Subject, caller: Caller): void {
  if (value !== undefined && value !== null) {
    checkListedTime(value, path, subject, caller);
  }
}

function checkListedTime(value: unknown, path: DataPath, subject: Subject, caller: Caller): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw mistake(path, wording`${subject} must be a number of seconds, 0 or more, not ${typeof value === 'number' ? value : jsonOf(value)}`, caller);
  }
  if (value > LONGEST_SIMULATION_SECONDS) {
    throw mistake(path, wording`${subject} is ${value} s: a simulation lasts at most a year, ${LONGEST_SIMULATION_SECONDS} s`, caller);
  }
}

function mistake(path: DataPath, text: Wording, caller: Caller): InputError {
  return new InputError(path, text.in(caller()));
}
