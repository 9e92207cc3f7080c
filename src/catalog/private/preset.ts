import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ADDITIONS, Additions } from './additions';
import { Decided } from './decided';
import { checkVersion, requireVersion } from './program-version';
import { checkConstruct, checkProps, refusal } from '../../caller/refusal';
import { DURATION, Kinds, TEXT, TEXTS } from '../../data/arguments';
import { Program } from '../../knowledge/programs/program';
import { IS_PRESET } from '../../sidecars/image-fit';
import { ENV_SOURCES, ENV_VALUES, EXISTING_MOUNTS, MOUNTS, PULL_POLICY, RESOURCES, SIDECAR_FAILURE } from '../../sidecars/kinds';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';
import { DEFAULT_IMAGE } from '../../sidecars/sidecar-defaults';
import { StartupGateOptions } from '../../sidecars/startup-gate';
import { PresetContainerProps, PresetProps } from '../preset-props';

/** What the properties of every container must be. */
export const PRESET_CONTAINER_KINDS: Kinds<PresetContainerProps> = {
  image: TEXT,
  name: TEXT,
  podTemplate: TEXT,
  resources: RESOURCES,
  patience: DURATION,
  imagePullPolicy: PULL_POLICY,
  envVariables: ENV_VALUES,
  envFrom: ENV_SOURCES,
  volumeMounts: MOUNTS,
  existingVolumes: EXISTING_MOUNTS,
};

/** What the properties of presets with a known program must be. */
export const PRESET_KINDS: Kinds<PresetProps> = {
  ...PRESET_CONTAINER_KINDS,
  version: TEXT,
  shutdown: DURATION,
  onFailure: SIDECAR_FAILURE,
  extraArgs: TEXTS,
};

/**
 * Refuses arguments of the wrong kind, which callers without type checks can pass, and a version that the image does not have. It must come first: everything else
 * relies on it.
 *
 * @param isSubclass whether the user derived a class from the preset: it may pass on props of its own
 */
export function checkPreset<T extends PresetProps>(
  scope: unknown, id: unknown, props: T, kinds: Kinds<T>, program: Program, isSubclass: boolean,
): void {
  checkConstruct('sidecar', scope, id, 'a workload');
  checkProps(`'${id}'`, props, kinds, isSubclass ? 'accepted' : 'refused');
  checkVersion(`'${id}'`, program, props);
}

/**
 * The sidecar props that come from a program and the user's props. The preset adds command, gate and ports. Refuses an image that is too old.
 *
 * @param decided the flags and variables that the preset decides, beside those that it writes
 */
export function presetProps(program: Program, props: PresetProps, decided: Decided = {}): Omit<NativeSidecarProps, 'startup'> & { readonly [ADDITIONS]: Additions; readonly [IS_PRESET]: true } {
  if (program.requires) {
    requireVersion(program, props, program.requires);
  }
  return {
    image: props.image ?? program.image,
    ...((props.image ?? undefined) === undefined ? { [DEFAULT_IMAGE]: true } : {}),
    [IS_PRESET]: true,
    name: props.name ?? undefined,
    podTemplate: props.podTemplate ?? undefined,
    user: program.user,
    resources: props.resources ?? undefined,
    shutdown: props.shutdown ?? Duration.seconds(program.shutdownSeconds),
    onFailure: props.onFailure ?? undefined,
    imagePullPolicy: props.imagePullPolicy ?? undefined,
    [ADDITIONS]: { props, decided },
  };
}

/** The gate options from the user's props. */
export function gateOptions(props: PresetProps): StartupGateOptions {
  return props.patience ? { patience: props.patience } : {};
}

/** Requests and a memory limit. A CPU limit would only throttle a helper. */
export function resources(cpuMillis: number, memoryMebibytes: number, limitMebibytes: number): kplus.ContainerResources {
  return {
    cpu: { request: kplus.Cpu.millis(cpuMillis) },
    memory: { request: Size.mebibytes(memoryMebibytes), limit: Size.mebibytes(limitMebibytes) },
  };
}

/** Refuses an invalid port. */
export function checkPort(subject: string, port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw refusal`${subject} has port ${port}, which is not valid: set a number from 1 to 65535`;
  }
  return port;
}

/** Refuses a relative path. */
export function checkPath(subject: string, path: string): string {
  if (!path.startsWith('/')) {
    throw refusal`${subject} has the path '${path}', which is not absolute: start it with '/'`;
  }
  return path;
}
