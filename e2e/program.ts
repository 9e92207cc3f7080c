import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ContainerBehavior } from '../src';

/** The image of the test program: e2e/program. */
export const IMAGE = process.env.E2E_IMAGE ?? 'registry.local/cdk8s-sidecars-e2e:1';

/** Where a container keeps what outlives it. */
export const STATE = '/state';

/** What a container's program does: for the simulator as it is, for the test program as arguments. */
export interface Program extends ContainerBehavior {
  /** What its gate asks; http unless said, and only if it says when the gate opens. */
  readonly gate?: 'http' | 'tcp' | 'command';
  /** How long its gate may stay shut, in seconds. */
  readonly patience?: number;
  /** Its preStop hook makes it end. */
  readonly hookEndsIt?: boolean;
  /** Its liveness probe fails so many seconds after its first start, once. */
  readonly sickAfter?: number;
  /** Other arguments of the test program. */
  readonly args?: string[];
}

const BEHAVIOR_KEYS = ['gateOpens', 'gateNeverOpens', 'shutdown', 'preStop', 'exitsAfter', 'neverExits', 'exitCode', 'ignoresSigterm', 'postStartFails'] as const;

/** What the simulator must know about a program. */
export function behaviorOf(program: Program): ContainerBehavior {
  return Object.fromEntries(BEHAVIOR_KEYS.filter(key => program[key] !== undefined).map(key => [key, program[key]]));
}

/** Whether something waits for it. */
export function isGated(program: Program): boolean {
  return program.gateOpens !== undefined || program.gateNeverOpens === true;
}

/** The arguments that make the test program do it. */
export function programArgs(program: Program, port: number): string[] {
  if (program.args) {
    return program.args;
  }
  const gate = isGated(program) ? program.gate ?? 'http' : undefined;
  return [
    'run',
    ...flag('shutdown', program.shutdown),
    ...(program.ignoresSigterm ? ['-ignore-term'] : []),
    ...flag('exit-after', program.exitsAfter),
    ...flag('code', program.exitCode),
    ...(gate ? flag('ready-after', program.gateNeverOpens ? -1 : program.gateOpens) : []),
    ...(gate === 'command' ? ['-ready-file', `${STATE}/ready`] : []),
    ...(gate === 'tcp' ? ['-late-listen'] : []),
    ...(gate === 'http' || gate === 'tcp' || program.sickAfter !== undefined ? flag('port', port) : []),
    ...(program.sickAfter === undefined ? [] : [...flag('sick-after', program.sickAfter), '-state', STATE]),
  ];
}

/** The preStop hook of a program, if it has one. */
export function hookCommand(program: Program): string[] | undefined {
  return program.preStop === undefined
    ? undefined
    : ['/program', 'hook', ...flag('seconds', program.preStop), ...(program.hookEndsIt ? ['-ends-process'] : [])];
}

/** Hardly anything: many pods run at once on a small node. */
export const RESOURCES: kplus.ContainerResources = {
  cpu: { request: kplus.Cpu.millis(1) },
  memory: { request: Size.mebibytes(4), limit: Size.mebibytes(64) },
};

/** A main or init container that runs the test program. */
export function containerOf(name: string, program: Program, port: number): kplus.ContainerProps {
  const hook = hookCommand(program);
  return {
    name,
    image: IMAGE,
    imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
    args: programArgs(program, port),
    resources: RESOURCES,
    ...(hook ? { lifecycle: { preStop: kplus.Handler.fromCommand(hook) } } : {}),
  };
}

function flag(name: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`-${name}=${value}`];
}
