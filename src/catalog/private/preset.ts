import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Program } from '../../knowledge/programs/program';
import { NativeSidecarProps } from '../../sidecars/native-sidecar-props';
import { StartupGateOptions } from '../../sidecars/startup-gate';
import { PresetProps } from '../preset-props';

/** What a program and its user say together: image, user, name, shutdown, pull policy. The preset adds command, gate and ports. */
export function presetProps(program: Program, props: PresetProps): Omit<NativeSidecarProps, 'startup'> {
  return {
    image: props.image ?? program.image,
    name: props.name ?? undefined,
    podTemplate: props.podTemplate ?? undefined,
    user: program.user,
    resources: props.resources ?? undefined,
    shutdown: props.shutdown ?? Duration.seconds(program.shutdownSeconds),
    imagePullPolicy: props.imagePullPolicy ?? undefined,
  };
}

/** How long the gate may stay shut, as the user says. */
export function gateOptions(props: PresetProps): StartupGateOptions {
  return props.patience ? { patience: props.patience } : {};
}

/** Requests and a memory limit: no CPU limit, which would only slow a helper down. */
export function resources(cpuMillis: number, memoryMebibytes: number, limitMebibytes: number): kplus.ContainerResources {
  return {
    cpu: { request: kplus.Cpu.millis(cpuMillis) },
    memory: { request: Size.mebibytes(memoryMebibytes), limit: Size.mebibytes(limitMebibytes) },
  };
}

/** Refuses a port that is none. */
export function checkPort(subject: string, port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`${subject} cannot use port ${port}: give a number from 1 to 65535`);
  }
  return port;
}

/** Refuses a path that is not absolute. */
export function checkPath(subject: string, path: string): string {
  if (!path.startsWith('/')) {
    throw new Error(`${subject} needs an absolute path, '${path}' is none: begin it with '/'`);
  }
  return path;
}
