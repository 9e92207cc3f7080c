import { Duration } from 'cdk8s';
import { JsonObject } from '../data/json';
import { InjectedPlace } from '../knowledge/meshes/injection';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The workload that joins a mesh. */
export interface MeshedWorkload {
  /** Whether the pods of the workload run to completion, as those of a Job do. */
  readonly isJob: boolean;
  /** The Kubernetes version that the workload targets. */
  readonly kubernetes: KubernetesVersion;
}

/** A container that the injector of a mesh adds to a pod. It is not in the manifest. */
export interface InjectedContainer {
  /** The container as Kubernetes JSON: its name, restart policy, ports, user, probes and hooks. */
  readonly container: JsonObject;
  /** Where the injector inserts the container. */
  readonly place: InjectedPlace;
  /**
   * How long the container may run after SIGTERM.
   * @default Duration.seconds(0)
   */
  readonly shutdown?: Duration;
}

/** The ports, users and container names that a mesh reserves in a pod. The pod's own containers must not use them. */
export interface MeshReservations {
  /** Ports on which the proxy listens. */
  readonly ports: number[];
  /** IDs of users whose traffic bypasses the proxy. */
  readonly users: number[];
  /** Names of the containers that the injector adds. */
  readonly containerNames: string[];
}

/** The changes to a pod that joins a mesh, and what the mesh adds to it. */
export interface MeshMembership {
  /** Labels for the pod template. */
  readonly labels: { [key: string]: string };
  /** Annotations for the pod template. */
  readonly annotations: { [key: string]: string };
  /** The containers that the injector adds, in their order. */
  readonly injected: InjectedContainer[];
  /** The ports, users and container names that the pod's own containers must not use. */
  readonly reserved: MeshReservations;
  /** The cluster settings that the workload requires, in sentences, where no label or annotation can request them. */
  readonly clusterNeeds: string[];
  /** Whether the injector redirects probes of the other containers to its proxy. For a mesh of your own, as Istio does: HTTP, TCP and gRPC probes, to port 15020. */
  readonly rewritesProbes: boolean;
  /**
   * Whether a CNI plugin redirects the traffic of the pod before its first container starts.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * Whether the mesh needs the service account token of the pod. Synth then mounts it, or writes what this mesh takes instead.
   * @default false
   */
  readonly needsToken?: boolean;
}
