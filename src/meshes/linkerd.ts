import { Duration } from 'cdk8s';
import { NATIVE_DRAIN, seconds } from './drain';
import { MeshKind, meshKind } from './mesh-kind';
import { portList, PORTS } from './ports';
import { callersLanguage } from '../caller/language';
import { checkProps } from '../caller/refusal';
import { DURATION, FLAG, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
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
  /**
   * Ports whose traffic Linkerd does not parse, such as the port of a database whose server speaks first.
   * @default - the opaque ports of the namespace and of Linkerd: 25, 587, 3306, 4444, 5432, 6379, 9300 and 11211
   */
  readonly opaquePorts?: number[];
  /**
   * Ports of the pod whose incoming traffic bypasses the proxy, probes of the kubelet too.
   * @default - all incoming traffic goes through the proxy
   */
  readonly skippedInboundPorts?: number[];
  /**
   * Ports elsewhere to which traffic bypasses the proxy.
   * @default - all outgoing traffic goes through the proxy
   */
  readonly skippedOutboundPorts?: number[];
}

/** What the options must be. */
const KINDS: Kinds<LinkerdOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '2.20'" }), nativeSidecar: FLAG, cni: FLAG, drain: DURATION, opaquePorts: PORTS, skippedInboundPorts: PORTS, skippedOutboundPorts: PORTS };

/** Linkerd with its options. */
export function linkerd(options: LinkerdOptions): MeshKind {
  checkProps('Linkerd', options, KINDS);
  const native = options.nativeSidecar ?? true;
  const drain = options.drain ?? (native ? NATIVE_DRAIN : undefined);
  return meshKind(LINKERD, {
    version: meshVersion(LINKERD, options.version, native, callersLanguage),
    native,
    cni: options.cni ?? false,
    drainSeconds: drain && seconds(drain),
  }, {
    annotations: {
      ...portList(LINKERD.optionKeys.opaquePorts, options.opaquePorts),
      ...portList(LINKERD.optionKeys.skippedInboundPorts, options.skippedInboundPorts),
      ...portList(LINKERD.optionKeys.skippedOutboundPorts, options.skippedOutboundPorts),
    },
  });
}
