import { InputError, readAt } from '../data/input-error';
import { isObject } from '../data/json';
import { DataPath } from '../data/path';
import { shown } from '../data/words';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Pod } from '../kubernetes/pod';
import { LONGEST_SHUTDOWN_SECONDS } from '../kubernetes/shutdown-annotation';

/** Describes what one container's program does. All times are in seconds; fractions are allowed. */
export interface ContainerBehavior {
  /**
   * When its startup probe first passes, counted from the container's own start. Ignored if it has no startup probe.
   * @default 0
   */
  readonly gateOpens?: number;
  /**
   * Whether its startup probe never passes.
   * @default false
   */
  readonly gateNeverOpens?: boolean;
  /**
   * How long it takes to exit after its stop signal.
   * @default 0
   */
  readonly shutdown?: number;
  /**
   * How long its preStop hook takes. Ignored if it has no hook.
   * @default - the duration of the hook's sleep, or 0 if it does not sleep
   */
  readonly preStop?: number;
  /**
   * Whether its postStart hook never ends, so that the kubelet starts no later container. Ignored if it has no hook.
   * @default false
   */
  readonly postStartNeverEnds?: boolean;
  /**
   * When it exits on its own, counted from its own start.
   * @default - a regular init container exits at once, any other container never
   */
  readonly exitsAfter?: number;
  /**
   * Whether it never exits on its own. Use it for an init container that hangs.
   * @default false
   */
  readonly neverExits?: boolean;
  /**
   * Its exit code when it exits on its own or after its stop signal. After a crash the code is 1, after SIGKILL 137.
   * @default 0
   */
  readonly exitCode?: number;
  /**
   * When it crashes, counted from the pod's start. Ignored while the container is not running.
   * @default - it does not crash
   */
  readonly crashesAt?: number[];
  /**
   * When its liveness probe reaches its failure threshold, counted from the pod's start. Ignored if it has no liveness probe.
   * @default - its liveness probe always passes
   */
  readonly livenessFailsAt?: number[];
  /**
   * Whether it ignores its stop signal, so that the kubelet has to kill it.
   * @default false
   */
  readonly ignoresSigterm?: boolean;
}

/** Describes what happens to a pod: what its programs do, and when it is deleted. */
export interface Scenario {
  /**
   * The Kubernetes version whose kubelet runs the pod.
   * @default KubernetesVersion.DEFAULT
   */
  readonly kubernetes?: KubernetesVersion;
  /**
   * When the pod is deleted, in seconds from its start.
   * @default - it is not deleted
   */
  readonly deleteAt?: number;
  /**
   * What the programs do, by container name. In Python each value must be a `ContainerBehavior`; a plain dictionary is ignored.
   * @default - every container uses the defaults of `ContainerBehavior`
   */
  readonly containers?: { [container: string]: ContainerBehavior };
}

/** The simulator stops here: a crash loop of a year is long enough. */
export const LONGEST_SIMULATION_SECONDS = LONGEST_SHUTDOWN_SECONDS;

const TIMES = ['gateOpens', 'shutdown', 'preStop', 'exitsAfter'] as const;
const TIME_LISTS = ['crashesAt', 'livenessFailsAt'] as const;
const FLAGS = ['ignoresSigterm', 'gateNeverOpens', 'neverExits', 'postStartNeverEnds'] as const;

/** Reads a scenario from the data of a YAML or JSON file; throws a sentence about the first mistake. */
export function scenarioFromData(data: unknown): Scenario {
  if (!isObject(data)) {
    throw new InputError([], 'a scenario must be an object with deleteAt and containers');
  }
  refuseUnknownKeys(data, ['kubernetes', 'deleteAt', 'containers'], [], 'the scenario');
  const containers = data.containers ?? {};
  if (!isObject(containers)) {
    throw new InputError(['containers'], "'containers' of the scenario must be an object that maps each container name to what its program does");
  }
  return {
    kubernetes: data.kubernetes === undefined || data.kubernetes === null ? undefined : readAt(['kubernetes'], () => KubernetesVersion.of(shown(data.kubernetes))),
    deleteAt: data.deleteAt ?? undefined,
    containers: Object.fromEntries(Object.entries(containers).map(([name, behavior]) => [name, behaviorFromData(name, behavior ?? {})])),
  };
}

function behaviorFromData(name: string, data: unknown): ContainerBehavior {
  if (!isObject(data)) {
    throw new InputError(['containers', name], `container '${name}' of the scenario must be an object such as { shutdown: 3 }, not ${JSON.stringify(data)}`);
  }
  refuseUnknownKeys(data, [...TIMES, ...TIME_LISTS, ...FLAGS, 'exitCode'], ['containers', name], `container '${name}' of the scenario`);
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
      throw new InputError([...path, key], `${subject} has the unknown key '${key}': the keys are ${known.join(', ')}`);
    }
  }
}

/** The behavior that a scenario gives a container. A container may be called `constructor`, hence the check for own keys. */
export function behaviorOf(scenario: Scenario, container: string): ContainerBehavior {
  const { containers } = scenario;
  return containers && Object.hasOwn(containers, container) ? containers[container] ?? {} : {};
}

/** Throws a sentence about the first value of a scenario that is invalid, or that does not fit its pod. */
export function validateScenario(pod: Pod, scenario: Scenario): void {
  checkTime(scenario.deleteAt, ['deleteAt'], "'deleteAt' of the scenario");
  for (const [name, behavior] of Object.entries(scenario.containers ?? {})) {
    readAt(['containers', name], () => pod.container(name));
    validateBehavior(name, behavior);
  }
}

function validateBehavior(name: string, behavior: ContainerBehavior): void {
  for (const key of TIMES) {
    checkTime(behavior[key], ['containers', name, key], `'${key}' of container '${name}'`);
  }
  for (const key of TIME_LISTS) {
    const times: unknown = behavior[key];
    if (times !== undefined && times !== null && !Array.isArray(times)) {
      throw new InputError(['containers', name, key], `'${key}' of container '${name}' must be a list of times such as [20, 35.5], not ${JSON.stringify(times)}`);
    }
    (times as unknown[] | undefined)?.forEach((time, index) => checkListedTime(time, ['containers', name, key, index], `'${key}' of container '${name}'`));
  }
  for (const key of FLAGS) {
    const flag: unknown = behavior[key];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean') {
      throw new InputError(['containers', name, key], `'${key}' of container '${name}' must be true or false, not ${JSON.stringify(flag)}`);
    }
  }
  const code: unknown = behavior.exitCode;
  if (code !== undefined && code !== null && !(Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255)) {
    throw new InputError(['containers', name, 'exitCode'], `'exitCode' of container '${name}' must be a whole number from 0 to 255, not ${JSON.stringify(code)}`);
  }
}

function checkTime(value: unknown, path: DataPath, subject: string): void {
  if (value !== undefined && value !== null) {
    checkListedTime(value, path, subject);
  }
}

function checkListedTime(value: unknown, path: DataPath, subject: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new InputError(path, `${subject} must be a number of seconds, 0 or more, not ${typeof value === 'number' ? value : JSON.stringify(value)}`);
  }
  if (value > LONGEST_SIMULATION_SECONDS) {
    throw new InputError(path, `${subject} is ${value} s: a simulation lasts at most a year, ${LONGEST_SIMULATION_SECONDS} s`);
  }
}
