import { ChosenMesh, MeshFacts, NativeSwitch } from './mesh-facts';
import { isSince, MeshVersion } from './mesh-version';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** The annotations of a pod. */
export interface Annotations {
  readonly [key: string]: unknown;
}

/** A pod's own word on whether its proxy is native. */
export interface NativeRequest {
  readonly native: boolean;
  readonly key: string;
  readonly value: string;
}

/** The newest switch for one workload that a version reads, when there is one. */
export function nativeSwitch(facts: MeshFacts, version: MeshVersion): NativeSwitch | undefined {
  return facts.nativeSwitches.find(one => isSince(version, one.since));
}

/**
 * What a pod's annotations ask of a mesh as its injector reads them; undefined where they leave it to the mesh.
 *
 * The newest switch on the pod decides alone, even with a value that the injector cannot read.
 *
 * @param version the version of the mesh; without it every switch counts that some version reads
 */
export function nativeRequest(facts: MeshFacts, annotations: Annotations, version?: MeshVersion): NativeRequest | undefined {
  const found = facts.nativeSwitches.find(({ key, since }) => annotations[key] !== undefined && (version === undefined || isSince(version, since)));
  const value = found && String(annotations[found.key]);
  const native = found && readSwitch(found, value!, version);
  return native === undefined ? undefined : { native, key: found!.key, value: value! };
}

/** How a version reads a switch; without a version, what all versions that read it agree on. */
export function readSwitch({ read, earlier }: NativeSwitch, value: string, version?: MeshVersion): boolean | undefined {
  const [now, before] = [read(value), (earlier?.read ?? read)(value)];
  if (version) {
    return earlier && !isSince(version, earlier.before) ? before : now;
  }
  return now === before ? now : undefined;
}

/** Whether a version of a mesh makes its proxy native when the workload does not say. */
export function isNativeByDefault({ facts, version }: ChosenMesh, kubernetes: KubernetesVersion): boolean {
  const bound = facts.nativeByDefault;
  return bound !== undefined && isSince(version, bound.since) && kubernetes.isAtLeast(bound.kubernetes);
}

/** Whether the injector will make the proxy of a pod native. */
export function isNative(mesh: ChosenMesh, annotations: Annotations, kubernetes: KubernetesVersion): boolean {
  return nativeRequest(mesh.facts, annotations, mesh.version)?.native ?? isNativeByDefault(mesh, kubernetes);
}

/** The switches on a pod that this version does not read, where it reads no other one of the pod's. */
export function unreadSwitches({ facts, version }: ChosenMesh, annotations: Annotations): NativeSwitch[] {
  return nativeRequest(facts, annotations, version)
    ? []
    : facts.nativeSwitches.filter(one => annotations[one.key] !== undefined && !isSince(version, one.since));
}
