import { InjectedPlace, InjectedProxy, Injection } from './injection';
import { describeBound, isSince, KnownVersions, knownMeshVersion, MeshBound, MeshVersion, readMeshVersion } from './mesh-version';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** A label or an annotation of a pod. */
export interface Mark {
  readonly on: 'label' | 'annotation';
  readonly key: string;
  readonly value: string;
}

/** The annotation that makes a proxy native, `"true"`, or not, `"false"`. */
export interface NativeSwitch {
  readonly key: string;
  readonly since: MeshBound;
}

/** What belongs to a mesh inside of a pod, and to nobody else. */
export interface Reserved {
  readonly ports: readonly number[];
  readonly users: readonly number[];
  readonly containerNames: readonly string[];
}

/** What an injector is told. */
export interface InjectionChoice {
  readonly version: MeshVersion;
  /** Whether the proxy is a native sidecar. */
  readonly native: boolean;
  /** Whether a CNI plugin redirects the traffic, instead of an init container. */
  readonly cni: boolean;
  /** How long the proxy may drain, where the workload says it. */
  readonly drainSeconds?: number;
}

/** What is known about a mesh. */
export interface MeshFacts {
  readonly name: string;
  readonly known: readonly KnownVersions[];
  /** The first release with native sidecars. */
  readonly nativeSince: MeshBound;
  /** The first release that makes its proxy native without being told, and the Kubernetes version that all nodes need for it. */
  readonly nativeByDefault?: { readonly since: MeshBound; readonly kubernetes: string };
  /** The first release that needs this version of Kubernetes. */
  readonly kubernetesNeed?: { readonly since: MeshBound; readonly kubernetes: string };
  /** How a pod joins. */
  readonly optIn: Mark;
  /** The switches for one workload, newest first; none where only the cluster decides. */
  readonly nativeSwitches: readonly NativeSwitch[];
  /** The annotation that says how long the proxy may drain. */
  readonly drainAnnotation?: string;
  readonly reserved: Reserved;
  /** Where a native proxy stands among the init containers. */
  readonly position: InjectedPlace.FIRST | InjectedPlace.LAST;
  /** Whether the injector passes by pods on the host's network. */
  readonly skipsHostNetwork: boolean;
  /** What the injector does to a pod. */
  readonly injection: (choice: InjectionChoice) => Injection<InjectedProxy>;
  /** What the cluster must have for this choice, in sentences. */
  readonly clusterNeeds: (choice: InjectionChoice) => readonly string[];
}

/** Reads the version of a mesh; throws when native sidecars are wanted and it has none, and when nothing is known about it. */
export function meshVersion(facts: MeshFacts, text: string, native: boolean): MeshVersion {
  const version = readMeshVersion(facts.name, text, facts.known);
  if (native && !isSince(version, facts.nativeSince)) {
    const without = facts.nativeSwitches.length === 0 ? '' : ", or set 'nativeSidecar' to false";
    throw new Error(`${facts.name} ${version.text} has no native sidecars: use ${describeBound(version, facts.nativeSince)} or newer${without}`);
  }
  return knownMeshVersion(facts.name, text, facts.known);
}

/** The annotation that switches native sidecars for one workload in this version, when there is one. */
export function nativeSwitch(facts: MeshFacts, version: MeshVersion): string | undefined {
  return facts.nativeSwitches.find(one => isSince(version, one.since))?.key;
}

/** Whether a version of a mesh makes its proxy native when the workload does not say. */
export function isNativeByDefault(facts: MeshFacts, version: MeshVersion, kubernetes: KubernetesVersion): boolean {
  const bound = facts.nativeByDefault;
  return bound !== undefined && isSince(version, bound.since) && kubernetes.isAtLeast(bound.kubernetes);
}

/** Throws when a version of a mesh does not run on a version of Kubernetes. */
export function checkKubernetes(facts: MeshFacts, version: MeshVersion, kubernetes: KubernetesVersion): void {
  const need = facts.kubernetesNeed;
  if (need && isSince(version, need.since) && !kubernetes.isAtLeast(need.kubernetes)) {
    throw new Error(`${facts.name} ${version.text} needs Kubernetes ${need.kubernetes} or newer, and the target is ${kubernetes}: raise the target, or use a ${facts.name} before ${describeBound(version, need.since)}`);
  }
}
