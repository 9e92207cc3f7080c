import { Duration } from 'cdk8s';
import { NATIVE_DRAIN, seconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { LINKERD } from '../knowledge/meshes/linkerd';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** How a workload joins Linkerd. */
export interface LinkerdOptions {
  /** The version of Linkerd's control plane, for example `2.20` or `edge-26.8.3`. */
  readonly version: string;
  /**
   * Make the proxy a native sidecar: up before the app, gone after it, and never in the way of a Job.
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * Say that Linkerd's CNI plugin redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * How long the proxy may wait for open connections after its stop signal.
   *
   * A native proxy is stopped after the app, so a few seconds do; one that is not native is stopped together with the app and must last as long as it does.
   *
   * @default - 5 seconds for a native proxy, the proxy's own 120 seconds for another one
   */
  readonly drain?: Duration;
}

/** Linkerd, as its options say. */
export function linkerd(options: LinkerdOptions): MeshKind {
  const native = options.nativeSidecar ?? true;
  const drain = options.drain ?? (native ? NATIVE_DRAIN : undefined);
  return meshKind(LINKERD, {
    version: meshVersion(LINKERD, options.version, native),
    native,
    cni: options.cni ?? false,
    drainSeconds: drain && seconds(drain),
  });
}
