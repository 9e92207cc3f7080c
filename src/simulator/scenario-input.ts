import { ContainerBehavior, LONGEST_SIMULATION_SECONDS, Scenario } from './scenario';
import { jsonOf } from '../data/any-value';
import { letters } from '../data/arguments';
import { InputError, readAt } from '../data/input-error';
import { isObject } from '../data/json';
import { DataPath } from '../data/path';
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
  refuseUnknownKeys(data, SCENARIO_KEYS, [], 'the scenario');
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
  refuseUnknownKeys(data, BEHAVIOR_KEYS, ['containers', name], `container '${name}' of the scenario`);
  const { gateOpens, exitsAfter, ...rest } = data;
  return {
    ...rest,
    ...(gateOpens === 'never' ? { gateNeverOpens: true } : { gateOpens }),
    ...(exitsAfter === 'never' ? { neverExits: true } : { exitsAfter }),
  };
}

function refuseUnknownKeys(data: object, known: readonly string[], path: DataPath, subject: string): void {
  for (const key of Object.keys(data)) {
    if (!known.includes(key)) {
      const meant = known.find(other => letters(other) === letters(key));
      throw new InputError([...path, key], `${subject} has the unknown key '${key}': ${meant === undefined ? `the keys are ${known.join(', ')}` : `write ${meant}`}`);
    }
  }
}

/** Throws a sentence about the first value of a scenario that is invalid, or that does not fit its pod. */
export function validateScenario(pod: PodModel, scenario: Scenario): void {
  refuseUnknownKeys(scenario, SCENARIO_KEYS, [], 'the scenario');
  for (const key of DELETIONS) {
    checkTime(scenario[key], [key], `'${key}' of the scenario`);
  }
  validateDeletions(scenario);
  validateGates(scenario);
  for (const [name, behavior] of Object.entries(scenario.containers ?? {})) {
    readAt(['containers', name], () => pod.container(name));
    validateBehavior(name, behavior ?? {});
  }
}

function validateDeletions({ deleteAt, deleteAgainAt, ...rest }: Scenario): void {
  for (const key of ['deleteGracePeriod', 'deleteAgainGracePeriod'] as const) {
    const seconds: unknown = rest[key];
    if (typeof seconds === 'number' && !Number.isInteger(seconds)) {
      throw new InputError([key], `'${key}' of the scenario is ${seconds}: a grace period has whole seconds`);
    }
  }
  const [first, again] = [deleteAt ?? undefined, deleteAgainAt ?? undefined];
  if (again !== undefined && (first === undefined || again < first)) {
    throw new InputError(['deleteAgainAt'], `'deleteAgainAt' of the scenario is ${again} s: set 'deleteAt' to an earlier time`);
  }
}

function validateGates({ kubernetes, featureGates }: Scenario): void {
  const gates: unknown = featureGates ?? [];
  if (!Array.isArray(gates) || !gates.every(gate => typeof gate === 'string')) {
    throw new InputError(['featureGates'], `'featureGates' of the scenario must be a list of names such as [ContainerRestartRules], not ${jsonOf(gates)}`);
  }
  readAt(['featureGates'], () => (kubernetes ?? KubernetesVersion.DEFAULT).withFeatureGates(gates));
}

function validateBehavior(name: string, behavior: ContainerBehavior): void {
  refuseUnknownKeys(behavior, BEHAVIOR_KEYS, ['containers', name], `container '${name}' of the scenario`);
  for (const key of TIMES) {
    checkTime(behavior[key], ['containers', name, key], `'${key}' of container '${name}'`);
  }
  for (const key of TIME_LISTS) {
    const times: unknown = behavior[key];
    if (times !== undefined && times !== null && !Array.isArray(times)) {
      throw new InputError(['containers', name, key], `'${key}' of container '${name}' must be a list of times such as [20, 35.5], not ${jsonOf(times)}`);
    }
    (times as unknown[] | undefined)?.forEach((time, index) => checkListedTime(time, ['containers', name, key, index], `'${key}' of container '${name}'`));
  }
  for (const key of FLAGS) {
    const flag: unknown = behavior[key];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean') {
      throw new InputError(['containers', name, key], `'${key}' of container '${name}' must be true or false, not ${jsonOf(flag)}`);
    }
  }
  const code: unknown = behavior.exitCode;
  if (code !== undefined && code !== null && !(Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255)) {
    throw new InputError(['containers', name, 'exitCode'], `'exitCode' of container '${name}' must be a whole number from 0 to 255, not ${jsonOf(code)}`);
  }
}

function checkTime(value: unknown, path: DataPath, subject: string): void {
  if (value !== undefined && value !== null) {
    checkListedTime(value, path, subject);
  }
}

function checkListedTime(value: unknown, path: DataPath, subject: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new InputError(path, `${subject} must be a number of seconds, 0 or more, not ${typeof value === 'number' ? value : jsonOf(value)}`);
  }
  if (value > LONGEST_SIMULATION_SECONDS) {
    throw new InputError(path, `${subject} is ${value} s: a simulation lasts at most a year, ${LONGEST_SIMULATION_SECONDS} s`);
  }
}
