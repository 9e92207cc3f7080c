import { Duration } from 'cdk8s';
import { NATIVE_DRAIN, wholeSeconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { CONSUL } from '../knowledge/meshes/consul';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** How a workload joins Consul. */
export interface ConsulOptions {
  /** The version of consul-k8s, which is also that of its Helm chart, for example `1.9`. */
  readonly version: string;
  /**
   * Make the proxy a native sidecar: up before the app, gone after it, and never in the way of a Job.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * How long the proxy sleeps after its stop signal, always all of it, in whole seconds.
   *
   * A native proxy is stopped after the app, so a few seconds do; one that is not native is stopped together with the app and must last as long as it does.
   *
   * @default - 5 seconds for a native proxy, the proxy's own 30 seconds for another one
   */
  readonly drain?: Duration;
}

/** Consul, as its options say. */
export function consul(options: ConsulOptions): MeshKind {
  const native = options.nativeSidecar ?? true;
  const drain = options.drain ?? (native ? NATIVE_DRAIN : undefined);
  const drainSeconds = drain && wholeSeconds(drain);
  return meshKind(CONSUL, { version: meshVersion(CONSUL, options.version, native), native, cni: false, drainSeconds });
}
