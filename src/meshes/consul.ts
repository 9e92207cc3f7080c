import { Duration } from 'cdk8s';
import { NATIVE_DRAIN, wholeSeconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { callersLanguage } from '../caller/language';
import { checkProps } from '../caller/refusal';
import { DURATION, FLAG, Kind, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
import { CONSUL } from '../knowledge/meshes/consul';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** Options for a workload that joins Consul. */
export interface ConsulOptions {
  /** The version of consul-k8s and its Helm chart, for example `1.9`. */
  readonly version: string;
  /**
   * Makes the proxy a native sidecar: it starts before the app, stops after it, and does not keep a Job running.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * How long the proxy waits after SIGTERM, in whole seconds. It always waits for the full time.
   *
   * A native proxy stops after the app, so a few seconds are enough. An ordinary proxy stops at the same time as the app and must run until the app has stopped.
   *
   * @default - 5 seconds for a native proxy; 30 seconds, the default of Consul, for an ordinary proxy
   */
  readonly drain?: Duration;
  /**
   * Whether the CNI plugin of Consul redirects the traffic, instead of an init container. Init containers then have no network, and synth excludes the ports of
   * startup probes of sidecars from the redirection.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * Whether Consul uses ACLs. It then needs the service account token of the pod, so synth mounts it.
   * @default true
   */
  readonly acls?: boolean;
  /**
   * How often the startup probe of a native proxy may fail, once a second.
   * @default - 10, the default of Consul
   */
  readonly probeThreshold?: number;
}

const THRESHOLD: Kind = { is: value => Number.isInteger(value) && value > 0, what: 'a whole number greater than 0' };

/** What the options must be. */
const KINDS: Kinds<ConsulOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '1.9'" }), nativeSidecar: FLAG, drain: DURATION, cni: FLAG, acls: FLAG, probeThreshold: THRESHOLD };

/** Consul with its options. */
export function consul(options: ConsulOptions): MeshKind {
  checkProps('Consul', options, KINDS);
  const native = options.nativeSidecar ?? true;
  const drain = options.drain ?? (native ? NATIVE_DRAIN : undefined);
  const drainSeconds = drain && wholeSeconds(drain);
  const version = meshVersion(CONSUL, options.version, native, callersLanguage);
  return meshKind(CONSUL, { version, native, cni: options.cni ?? false, drainSeconds }, {
    annotations: options.probeThreshold ? { [CONSUL.optionKeys.probeThreshold]: String(options.probeThreshold) } : {},
    needsToken: options.acls ?? true,
  });
}
