import { IgnoredAnnotation, LeftoverAnnotation, StartupHold } from './annotation-facts';
import { InjectedPlace, InjectedProxy } from './injection';
import { describeBound, isKnownVersion, isSince, KnownVersions, knownMeshVersion, MeshBound, MeshVersion, readMeshVersion } from './mesh-version';
import { InboundFacts, NamespaceFacts, ServiceNeed, TokenNeed } from './pod-needs';
import { ProbeRewriting } from './probe-rewriting';
import { ProbeTiming } from './probe-timing';
import { ProxyFacts } from './proxy-facts';
import { ResourceAnnotations } from './proxy-resources';
import { DurationFormat, ReadBoolean } from './values';
import { Caller } from '../../data/language';
import { wording } from '../../data/wording';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** A label or an annotation of a pod. */
export interface Mark {
  readonly on: 'label' | 'annotation';
  readonly key: string;
  readonly value: string;
}

/** A label or an annotation, of a pod or of its Namespace, that tells the injector whether the pod joins. */
export interface MembershipMark {
  readonly on: 'label' | 'annotation';
  readonly key: string;
  readonly read: ReadBoolean;
}

/** The annotation that makes a proxy native or not. */
export interface NativeSwitch {
  readonly key: string;
  readonly since: MeshBound;
  readonly read: ReadBoolean;
  /** How versions before this one read it, where they read it otherwise. */
  readonly earlier?: { readonly before: MeshBound; readonly read: ReadBoolean };
  /** What the injector does with a value that it cannot read; an empty one counts as none everywhere. */
  readonly otherwise: 'ignores' | 'refuses';
}

/** An annotation that leads traffic past the proxy. */
export interface BypassAnnotation {
  readonly key: string;
  /** Whether this value leads so much past it that the proxy's late start is the likely reason. */
  readonly isBypass: (value: string) => boolean;
  /** Whether it is only worth a word in a pod with init containers; often it is right otherwise. */
  readonly onlyWithInits: boolean;
}

/** How a pod moves a port of its proxy elsewhere. */
export interface MovablePort {
  /** The annotation with the new port; 0 means that the proxy does without it. */
  readonly key: string;
  /** The port that the proxy uses with 0, and the annotation that moves it; none where the proxy then uses no port. */
  readonly insteadOfNone?: { readonly port: number; readonly key: string };
}

/** What is reserved for a mesh inside a pod. */
export interface Reserved {
  readonly ports: readonly number[];
  readonly users: readonly number[];
  readonly containerNames: readonly string[];
  /** How a pod moves some of the ports. */
  readonly movable?: { readonly [port: number]: MovablePort };
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

/** Everything that is known about a mesh. Rules, recognition, migration, prediction, constructs and the command read it here. */
export interface MeshFacts {
  readonly name: string;
  readonly known: readonly KnownVersions[];
  /** The first release with native sidecars. */
  readonly nativeSince: MeshBound;
  /** The first release that makes its proxy native without being told, and the Kubernetes version that all nodes need for it. */
  readonly nativeByDefault?: { readonly since: MeshBound; readonly kubernetes: string };
  /** The first release that needs this version of Kubernetes. */
  readonly kubernetesNeed?: { readonly since: MeshBound; readonly kubernetes: string };
  /** What a pod writes to join. */
  readonly optIn: Mark;
  /** What the injector reads to decide whether a pod joins; the first with a readable value decides. */
  readonly membership: readonly MembershipMark[];
  /** The label by which a pod or a Namespace joins without a sidecar; undefined where that is not possible. */
  readonly sidecarless?: MembershipMark;
  /** Whether a whole Namespace can join, so that a pod of it may have to opt out. */
  readonly injectsNamespaces: boolean;
  /** How annotations begin that only this injector reads. */
  readonly ownKeys: readonly string[];
  /** Labels and annotations that only an option of this mesh writes, by the option's name. */
  readonly optionKeys?: { readonly [option: string]: string };
  /** The switches for one workload, newest first; none where only the cluster decides. */
  readonly nativeSwitches: readonly NativeSwitch[];
  /** What makes the proxies of the whole installation native, where no workload has a switch. */
  readonly installationSwitch?: string;
  /** Whether a pod without an annotation of that name takes it from its Namespace; undefined where pods take none. */
  readonly inherits?: (key: string, version: MeshVersion | undefined) => boolean;
  /** The annotation that says how long the proxy may drain, and whether the proxy always drains for the whole time. */
  readonly drain?: { readonly key: string; readonly format: DurationFormat; readonly isWhole?: boolean };
  /** The annotations with the timing of the proxy's probes. */
  readonly probeTiming?: ProbeTiming;
  /** The annotations that choose the resources of the proxy; undefined where only the cluster decides. */
  readonly resourceAnnotations?: ResourceAnnotations;
  /** The label or annotation that the injector leaves on a pod that it has changed. */
  readonly injectedMark: Pick<Mark, 'on' | 'key'>;
  /** The token that it needs from the pod; undefined where it brings its own. */
  readonly token?: TokenNeed;
  /** What the Namespace of a pod must be like; undefined where it does not matter. */
  readonly namespace?: NamespaceFacts;
  /** The Services that it needs in front of a pod; undefined where they do not matter. */
  readonly service?: ServiceNeed;
  /** How traffic from outside of the pod gets to the proxy; undefined where it does not. */
  readonly inbound?: InboundFacts;
  /** How the injector points the probes of other containers at its proxy; undefined where it leaves those that matter alone. */
  readonly probes?: ProbeRewriting;
  /** How an ordinary proxy is told to hold the app back until it is ready; undefined where nothing but the startup of the proxy decides. */
  readonly hold?: StartupHold;
  /** Annotations of this mesh that do not do what their writer hopes. */
  readonly ignored: readonly IgnoredAnnotation[];
  /** Annotations that serve an ordinary proxy and that a native one makes needless. */
  readonly leftovers: readonly LeftoverAnnotation[];
  readonly bypasses: readonly BypassAnnotation[];
  readonly reserved: Reserved;
  readonly proxy: ProxyFacts;
  /** Where a native proxy stands among the init containers. */
  readonly position: InjectedPlace.FIRST | InjectedPlace.LAST;
  /** Whether the injector passes by pods on the host's network. */
  readonly skipsHostNetwork: boolean;
  /** The name that its MutatingWebhookConfiguration has: webhooks run in the order of these names. */
  readonly webhook: string;
  /** Whether a pod can have it beside another mesh, because it redirects no traffic. */
  readonly beside?: true;
  /** What the injector adds to a pod; containers for the same place in their order. */
  readonly injected: (choice: InjectionChoice) => readonly InjectedProxy[];
  /** What the cluster must have for this choice, in sentences. */
  readonly clusterNeeds: (choice: InjectionChoice) => readonly string[];
}

/** The mesh of the cluster, as the user names it. */
export interface ChosenMesh {
  /** What else injects into the pods of the cluster. */
  readonly other?: ChosenMesh;
  readonly facts: MeshFacts;
  readonly version: MeshVersion;
  /** Whether a CNI plugin redirects the traffic, instead of an init container. */
  readonly cni?: boolean;
  /** The annotations that the pod in question takes from its Namespace. */
  readonly inherited?: { readonly [key: string]: unknown };
}

/**
 * Reads the version of a mesh; throws when native sidecars are wanted and it has none, and when nothing is known about it.
 *
 * @param caller whose words the error uses
 */
export function meshVersion(facts: MeshFacts, text: string, native: boolean, caller: Caller): MeshVersion {
  const version = readMeshVersion(facts.name, text, facts.known);
  if (native && !isSince(version, facts.nativeSince)) {
    const without = facts.nativeSwitches.length > 0 && isKnownVersion(version, facts.known) ? wording`, or set 'nativeSidecar' to false` : '';
    throw new Error(wording`${facts.name} ${version.text} has no native sidecars: use ${describeBound(version, facts.nativeSince)} or newer${without}`.in(caller()));
  }
  return knownMeshVersion(facts.name, text, facts.known);
}

/** Throws when a version of a mesh does not run on a version of Kubernetes. */
export function checkKubernetes(facts: MeshFacts, version: MeshVersion, kubernetes: KubernetesVersion): void {
  const need = facts.kubernetesNeed;
  if (need && isSince(version, need.since) && !kubernetes.isAtLeast(need.kubernetes)) {
    throw new Error(`${facts.name} ${version.text} needs Kubernetes ${need.kubernetes} or newer, and the target is ${kubernetes}: raise the target, or use a ${facts.name} before ${describeBound(version, need.since)}`);
  }
}
