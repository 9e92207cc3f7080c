import { Duration } from 'cdk8s';
import { NATIVE_DRAIN, seconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { checkProps, DURATION, FLAG, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
import { LINKERD } from '../knowledge/meshes/linkerd';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** Options for a workload that joins Linkerd. */
export interface LinkerdOptions {
  /** The version of the Linkerd control plane, for example `2.20` or `edge-26.8.3`. */
  readonly version: string;
  /**
   * Makes the proxy a native sidecar: it starts before the app, stops after it, and does not keep a Job running.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * Whether the CNI plugin of Linkerd redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * How long the proxy may wait for open connections after SIGTERM.
   *
   * A native proxy stops after the app, so a few seconds are enough. An ordinary proxy stops at the same time as the app and must run until the app has stopped.
   *
   * @default - 5 seconds for a native proxy; 120 seconds, the default of Linkerd, for an ordinary proxy
   */
  readonly drain?: Duration;
}

/** What the options must be. */
const KINDS: Kinds<LinkerdOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '2.20'" }), nativeSidecar: FLAG, cni: FLAG, drain: DURATION };

/** Linkerd with its options. */
export function linkerd(options: LinkerdOptions): MeshKind {
  checkProps('Linkerd', options, KINDS);
  const native = options.nativeSidecar ?? true;
  const drain = options.drain ?? (native ? NATIVE_DRAIN : undefined);
  return meshKind(LINKERD, {
    version: meshVersion(LINKERD, options.version, native),
    native,
    cni: options.cni ?? false,
    drainSeconds: drain && seconds(drain),
  });
}
