import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { checkPort } from './preset';
import { refusal } from '../../caller/refusal';
import { Program } from '../../knowledge/programs/program';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { PresetProps } from '../preset-props';

/** Mounts a configuration file from a new ConfigMap. */
export function mountConfigFile(sidecar: NativeSidecar, folder: string, file: string, text: string): void {
  const configMap = sidecar.addConfigMap('config', { data: { [file]: text } });
  sidecar.container.mount(folder, kplus.Volume.fromConfigMap(sidecar, 'volume-config', configMap, { name: `${sidecar.name}-config` }), { readOnly: true });
}

/** Mounts a Secret that the user may have given. */
export function mountSecret(sidecar: NativeSidecar, folder: string, purpose: string, secret: kplus.ISecret | undefined): void {
  if (secret) {
    sidecar.container.mount(folder, kplus.Volume.fromSecret(sidecar, `volume-${purpose}`, secret, { name: `${sidecar.name}-${purpose}` }), { readOnly: true });
  }
}

/** Mounts a ConfigMap that the user may have given. */
export function mountConfigMap(sidecar: NativeSidecar, folder: string, purpose: string, configMap: kplus.IConfigMap | undefined): void {
  if (configMap) {
    sidecar.container.mount(folder, kplus.Volume.fromConfigMap(sidecar, `volume-${purpose}`, configMap, { name: `${sidecar.name}-${purpose}` }), { readOnly: true });
  }
}

/** Mounts a writable directory, because the root filesystem is read-only. */
export function mountEmptyDir(sidecar: NativeSidecar, folder: string, purpose: string): void {
  const name = `${sidecar.name}-${purpose}`;
  sidecar.container.mount(folder, kplus.Volume.fromEmptyDir(sidecar, `volume-${purpose}`, name));
}

/** A new volume for files that the app writes. Its limit keeps them from filling the disk of the node, which would evict other pods too. */
export function sharedVolume(sidecar: NativeSidecar, purpose: string, sizeLimit: Size | undefined): kplus.Volume {
  return kplus.Volume.fromEmptyDir(sidecar, `volume-${purpose}`, `${sidecar.name}-${purpose}`, { sizeLimit: sizeLimit ?? Size.gibibytes(1) });
}

/** The shutdown time of a program in seconds. Refuses less than the program needs. */
export function shutdownSeconds(subject: string, program: Program, props: PresetProps, least: number): number {
  const seconds = props.shutdown ? wholeSeconds(props.shutdown) : program.shutdownSeconds;
  if (seconds < least) {
    throw refusal`'shutdown' of ${subject} is ${seconds} s, but ${program.name} needs more: set at least ${least} s`;
  }
  return seconds;
}

/** Refuses a port on which a non-root program cannot listen in every container runtime. */
export function checkListenPort(subject: string, port: number): number {
  if (checkPort(subject, port) < 1024) {
    throw refusal`${subject} cannot listen on port ${port}, which requires root on many nodes: set a port from 1024, and use ${port} as the port of the Service`;
  }
  return port;
}

/** A port and its purpose. */
export interface PortUse {
  readonly port: number;
  readonly use: string;
}

/** Refuses a port with two purposes. */
export function checkPortUses(subject: string, uses: readonly PortUse[]): void {
  uses.forEach(({ port, use }, index) => {
    const first = uses.slice(0, index).find(other => other.port === port);
    if (first) {
      throw refusal`${subject} would use port ${port} for ${first.use} and for ${use}: set a different port for each`;
    }
  });
}
