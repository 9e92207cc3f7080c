import * as kplus from 'cdk8s-plus-28';
import { checkPort } from './preset';
import { Program } from '../../knowledge/programs/program';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { PresetProps } from '../preset-props';

/** Brings a configuration file in a ConfigMap of its own. */
export function mountConfigFile(sidecar: NativeSidecar, folder: string, file: string, text: string): void {
  const configMap = sidecar.addConfigMap('config', { data: { [file]: text } });
  sidecar.container.mount(folder, kplus.Volume.fromConfigMap(sidecar, 'volume-config', configMap, { name: `${sidecar.name}-config` }), { readOnly: true });
}

/** Brings a folder that the program may write to, since its root is read-only. */
export function mountEmptyDir(sidecar: NativeSidecar, folder: string, purpose: string): void {
  const name = `${sidecar.name}-${purpose}`;
  sidecar.container.mount(folder, kplus.Volume.fromEmptyDir(sidecar, `volume-${purpose}`, name));
}

/** How long the program has to stop, in seconds; refuses less than it needs to end at all. */
export function shutdownSeconds(subject: string, program: Program, props: PresetProps, least: number): number {
  const seconds = props.shutdown ? wholeSeconds(props.shutdown) : program.shutdownSeconds;
  if (seconds < least) {
    throw new Error(`${subject} is given ${seconds} s to stop, and ${program.name} needs more: give it at least ${least} s`);
  }
  return seconds;
}

/** Refuses a port that a program without root cannot listen on: not every container runtime lets it. */
export function checkListenPort(subject: string, port: number): number {
  if (checkPort(subject, port) < 1024) {
    throw new Error(`${subject} cannot listen on port ${port}, for which many nodes demand root: give a port from 1024, a Service may still have ${port}`);
  }
  return port;
}

/** A port, and what it is for. */
export interface PortUse {
  readonly port: number;
  readonly use: string;
}

/** Refuses two uses of one port. */
export function checkPortUses(subject: string, uses: readonly PortUse[]): void {
  uses.forEach(({ port, use }, index) => {
    const first = uses.slice(0, index).find(other => other.port === port);
    if (first) {
      throw new Error(`${subject} would use port ${port} for ${first.use} and for ${use}: give each a port of its own`);
    }
  });
}
