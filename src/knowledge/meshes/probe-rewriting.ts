import { isSince, MeshBound, MeshVersion } from './mesh-version';
import { ReadBoolean } from './values';
import { isObject, JsonObject } from '../../data/json';

/** A container of a pod whose probes an injector looks at. */
export interface ProbedContainer {
  /** Whether it is one of the app's containers, and not an init container. */
  readonly isMain: boolean;
  /** Its place among the app's containers or among the init containers, without what the injector adds. */
  readonly index: number;
}

/** The pod around it. */
export interface ProbedPod {
  /** Whether the proxy is a native sidecar. */
  readonly isNative: boolean;
  readonly annotations: { readonly [key: string]: unknown };
}

/** How an injector points the probes of a pod's other containers at its proxy. */
export interface ProbeRewriting {
  /** The annotation with which a pod keeps its probes: a value that reads as no. */
  readonly annotation: { readonly key: string; readonly read: ReadBoolean; readonly off: string };
  /** The first release that does it like this; before, probes count as left alone. */
  readonly since?: MeshBound;
  /** Whether it rewrites such a probe. */
  readonly concerns: (probe: unknown) => boolean;
  /** Whether it also rewrites the gate of a native sidecar that starts before an ordinary proxy: such a gate never opens. */
  readonly closesGates: boolean;
  /** A container with its probes sent to the proxy. */
  readonly rewrite: (container: JsonObject, place: ProbedContainer, pod: ProbedPod) => JsonObject;
  /** Whether a path is one at which the proxy answers for another container. */
  readonly isPath: (path: string) => boolean;
  /** Whether a probe of a pod with these annotations is one that it has rewritten. */
  readonly isRewritten: (probe: unknown, annotations: ProbedPod['annotations']) => boolean;
}

/** The probes that a container can have. */
export const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;

/** Whether the annotations of a pod leave the rewriting on. */
export function rewritesProbes({ annotation, since }: ProbeRewriting, annotations: ProbedPod['annotations'], version?: MeshVersion): boolean {
  const value = annotations[annotation.key];
  const isKept = value !== undefined && annotation.read(String(value)) === false;
  return !isKept && (since === undefined || version === undefined || isSince(version, since));
}

/** Whether a probe goes over the network: HTTP, TCP or gRPC. */
export function asksOverNetwork(probe: unknown): probe is JsonObject {
  return isObject(probe) && [probe.httpGet, probe.tcpSocket, probe.grpc].some(isObject);
}

/** A container with each of its network probes changed. */
export function changeProbes(container: JsonObject, change: (probe: JsonObject, name: typeof PROBES[number]) => JsonObject): JsonObject {
  const changed = PROBES.filter(name => asksOverNetwork(container[name])).map(name => [name, change(container[name], name)]);
  return { ...container, ...Object.fromEntries(changed) };
}
