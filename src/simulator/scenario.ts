import { isObject } from '../data/json';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Pod } from '../kubernetes/pod';

/** What one container's program does. All times in seconds, fractions allowed. */
export interface ContainerBehavior {
  /**
   * When its startup probe first passes, counted from the container's own start. Without a startup probe this is ignored.
   * @default 0
   */
  readonly gateOpens?: number;
  /**
   * Its startup probe never passes.
   * @default false
   */
  readonly gateNeverOpens?: boolean;
  /**
   * How long it takes to end after its stop signal.
   * @default 0
   */
  readonly shutdown?: number;
  /**
   * How long its pre-stop hook takes. Without a hook this is ignored.
   * @default - the sleep that the hook says, else 0
   */
  readonly preStop?: number;
  /**
   * When it ends by itself, counted from its own start.
   * @default - a plain init container ends at once, everything else never
   */
  readonly exitsAfter?: number;
  /**
   * It never ends by itself: for an init container that hangs.
   * @default false
   */
  readonly neverExits?: boolean;
  /**
   * The code that it ends with, by itself or after its stop signal. A crash is 1, a SIGKILL 137.
   * @default 0
   */
  readonly exitCode?: number;
  /**
   * When it crashes, counted from the pod's start. Ignored while it does not run.
   * @default - it does not crash
   */
  readonly crashesAt?: number[];
  /**
   * When its liveness probe has failed for good, counted from the pod's start. Without a liveness probe this is ignored.
   * @default - it stays alive
   */
  readonly livenessFailsAt?: number[];
  /**
   * It does not react to its stop signal and has to be killed.
   * @default false
   */
  readonly ignoresSigterm?: boolean;
}

/** What happens to a pod: the pod says how it is built, the scenario says what its programs do. */
export interface Scenario {
  /**
   * The Kubernetes version whose kubelet runs the pod.
   * @default KubernetesVersion.DEFAULT
   */
  readonly kubernetes?: KubernetesVersion;
  /**
   * When somebody deletes the pod, in seconds from its start.
   * @default - nobody does
   */
  readonly deleteAt?: number;
  /**
   * What the programs do, by container name. In Python each must be a `ContainerBehavior`, a plain dictionary is passed over.
   * @default - every container behaves as its defaults say
   */
  readonly containers?: { [container: string]: ContainerBehavior };
}

/** No story is followed for longer: a crash loop of a year is long enough. */
export const LONGEST_STORY_SECONDS = 31_536_000;

const TIMES = ['gateOpens', 'shutdown', 'preStop', 'exitsAfter'] as const;
const TIME_LISTS = ['crashesAt', 'livenessFailsAt'] as const;
const FLAGS = ['ignoresSigterm', 'gateNeverOpens', 'neverExits'] as const;

/** Reads a scenario from what a YAML or JSON file holds; throws a sentence about the first thing that is wrong. */
export function scenarioFromData(data: unknown): Scenario {
  if (!isObject(data)) {
    throw new Error('a scenario must be an object with deleteAt and containers');
  }
  refuseUnknownKeys(data, ['kubernetes', 'deleteAt', 'containers'], 'the scenario');
  const containers = data.containers ?? {};
  if (!isObject(containers)) {
    throw new Error("'containers' of the scenario must be an object: container name to what its program does");
  }
  return {
    kubernetes: data.kubernetes === undefined || data.kubernetes === null ? undefined : KubernetesVersion.of(String(data.kubernetes)),
    deleteAt: data.deleteAt ?? undefined,
    containers: Object.fromEntries(Object.entries(containers).map(([name, behavior]) => [name, behaviorFromData(name, behavior ?? {})])),
  };
}

function behaviorFromData(name: string, data: unknown): ContainerBehavior {
  if (!isObject(data)) {
    throw new Error(`container '${name}' of the scenario must be an object such as { shutdown: 3 }, it is ${JSON.stringify(data)}`);
  }
  refuseUnknownKeys(data, [...TIMES, ...TIME_LISTS, ...FLAGS, 'exitCode'], `container '${name}' of the scenario`);
  const { gateOpens, exitsAfter, ...rest } = data;
  return {
    ...rest,
    ...(gateOpens === 'never' ? { gateNeverOpens: true } : { gateOpens }),
    ...(exitsAfter === 'never' ? { neverExits: true } : { exitsAfter }),
  };
}

function refuseUnknownKeys(data: object, known: readonly string[], subject: string): void {
  for (const key of Object.keys(data)) {
    if (!known.includes(key)) {
      throw new Error(`${subject} has the unknown key '${key}': known are ${known.join(', ')}`);
    }
  }
}

/** What the scenario says about a container; a container may have any name, also one that every object answers to. */
export function behaviorOf(scenario: Scenario, container: string): ContainerBehavior {
  const { containers } = scenario;
  return containers && Object.hasOwn(containers, container) ? containers[container] ?? {} : {};
}

/** Throws a sentence about the first thing in a scenario that cannot be, or that does not fit its pod. */
export function judgeScenario(pod: Pod, scenario: Scenario): void {
  checkTime(scenario.deleteAt, "'deleteAt' of the scenario");
  for (const [name, behavior] of Object.entries(scenario.containers ?? {})) {
    pod.container(name);
    judgeBehavior(name, behavior);
  }
}

function judgeBehavior(name: string, behavior: ContainerBehavior): void {
  for (const key of TIMES) {
    checkTime(behavior[key], `'${key}' of container '${name}'`);
  }
  for (const key of TIME_LISTS) {
    const times: unknown = behavior[key];
    if (times !== undefined && times !== null && !Array.isArray(times)) {
      throw new Error(`'${key}' of container '${name}' must be a list of times such as [20, 35.5], it is ${JSON.stringify(times)}`);
    }
    (times as unknown[] | undefined)?.forEach(time => checkListedTime(time, `'${key}' of container '${name}'`));
  }
  for (const key of FLAGS) {
    const flag: unknown = behavior[key];
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean') {
      throw new Error(`'${key}' of container '${name}' must be true or false, it is ${JSON.stringify(flag)}`);
    }
  }
  const code: unknown = behavior.exitCode;
  if (code !== undefined && code !== null && !(Number.isInteger(code) && Number(code) >= 0 && Number(code) <= 255)) {
    throw new Error(`'exitCode' of container '${name}' must be a whole number from 0 to 255, it is ${JSON.stringify(code)}`);
  }
}

function checkTime(value: unknown, subject: string): void {
  if (value !== undefined && value !== null) {
    checkListedTime(value, subject);
  }
}

function checkListedTime(value: unknown, subject: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw new Error(`${subject} must be a number of seconds, 0 or more, it is ${typeof value === 'number' ? value : JSON.stringify(value)}`);
  }
  if (value > LONGEST_STORY_SECONDS) {
    throw new Error(`${subject} is ${value} s: a story lasts at most a year, ${LONGEST_STORY_SECONDS} s`);
  }
}
