import { Duration } from 'cdk8s';
import { wholeSeconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { DAPR } from '../knowledge/meshes/dapr';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** How a workload joins Dapr. */
export interface DaprOptions {
  /** The version of Dapr's control plane, for example `1.18`. */
  readonly version: string;
  /** The name by which other apps call this one. */
  readonly appId: string;
  /**
   * Make daprd a native sidecar: gone after the app, and never in the way of a Job. It has no startup gate: the app may start before daprd is ready.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * How long daprd may take after its stop signal, in whole seconds.
   * @default - daprd's own 5 seconds
   */
  readonly drain?: Duration;
  /**
   * The port on which the app listens for Dapr.
   * @default - Dapr does not call the app
   */
  readonly appPort?: number;
}

/** Dapr, as its options say. */
export function dapr(options: DaprOptions): MeshKind {
  const native = options.nativeSidecar ?? true;
  const drainSeconds = options.drain && wholeSeconds(options.drain);
  return meshKind(DAPR, { version: meshVersion(DAPR, options.version, native), native, cni: false, drainSeconds }, {
    annotations: {
      [DAPR.optionKeys.appId]: appId(options),
      ...appPort(options),
    },
  });
}

/** Also from a language in which nobody checks that it is given. */
function appId(options: DaprOptions): string {
  const id: unknown = options.appId;
  if (typeof id !== 'string' || id.trim() === '') {
    throw new Error(`Dapr needs an app id and got ${typeof id === 'string' ? `'${id}'` : 'none'}: set 'appId' to the name by which other apps call this one`);
  }
  return id;
}

function appPort({ appPort: port }: DaprOptions): { [key: string]: string } {
  if (port === undefined || port === null) {
    return {};
  }
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`'appPort' of Dapr is ${port}: give a number from 1 to 65535`);
  }
  return { [DAPR.optionKeys.appPort]: String(port) };
}
