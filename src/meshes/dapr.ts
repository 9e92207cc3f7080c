import { Duration } from 'cdk8s';
import { wholeSeconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { callersLanguage } from '../caller/language';
import { checkProps, refusal } from '../caller/refusal';
import { DURATION, FLAG, Kinds, NUMBER, requiredElsewhere, TEXT } from '../data/arguments';
import { DAPR } from '../knowledge/meshes/dapr';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** Options for a workload that joins Dapr. */
export interface DaprOptions {
  /** The version of the Dapr control plane, for example `1.18`. */
  readonly version: string;
  /** The name that other apps use to call this app. */
  readonly appId: string;
  /**
   * Makes daprd a native sidecar: it stops after the app and does not keep a Job running. It has no startup gate, so the app can start before daprd is ready.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * How long daprd may take to shut down after SIGTERM, in whole seconds.
   * @default - 5 seconds, the default of daprd
   */
  readonly drain?: Duration;
  /**
   * The port on which the app listens for calls from Dapr.
   * @default - Dapr does not call the app
   */
  readonly appPort?: number;
}

/** What the options must be. */
const KINDS: Kinds<DaprOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '1.16'" }), appId: requiredElsewhere(TEXT), nativeSidecar: FLAG, drain: DURATION, appPort: { ...NUMBER, is: value => typeof value === 'number' } };

/** Dapr with its options. */
export function dapr(options: DaprOptions): MeshKind {
  checkProps('Dapr', options, KINDS);
  const native = options.nativeSidecar ?? true;
  const drainSeconds = options.drain && wholeSeconds(options.drain);
  return meshKind(DAPR, { version: meshVersion(DAPR, options.version, native, callersLanguage), native, cni: false, drainSeconds }, {
    annotations: {
      [DAPR.optionKeys.appId]: appId(options),
      ...appPort(options),
    },
  });
}

/** Checks the app id, which callers without type checks can omit. */
function appId(options: DaprOptions): string {
  const id: unknown = options.appId;
  if (typeof id !== 'string' || id.trim() === '') {
    throw refusal`Dapr requires an app id, but 'appId' is ${typeof id === 'string' ? `'${id}'` : 'undefined'}: set it to the name that other apps use to call this app`;
  }
  return id;
}

function appPort({ appPort: port }: DaprOptions): { [key: string]: string } {
  if (port === undefined || port === null) {
    return {};
  }
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw refusal`'appPort' of Dapr is ${port}: set a number from 1 to 65535`;
  }
  return { [DAPR.optionKeys.appPort]: String(port) };
}
