import { Duration } from 'cdk8s';
import { InjectedPlace } from '../knowledge/meshes/injection';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What a mesh is told about a workload that joins it. */
export interface MeshedWorkload {
  /** Whether it is a Job or a CronJob, whose pods must end. */
  readonly isJob: boolean;
  /** The Kubernetes version that it is meant for. */
  readonly kubernetes: KubernetesVersion;
}

/** A container that a mesh's injector adds to a pod, invisible in the manifest. */
export interface InjectedContainer {
  /** The container as Kubernetes JSON: its name, restart policy, ports, user, probes and hooks. */
  readonly container: any;
  /** Where the injector puts it. */
  readonly place: InjectedPlace;
  /**
   * How long it may still run after its stop signal.
   * @default Duration.seconds(0)
   */
  readonly shutdown?: Duration;
}

/** What belongs to a mesh inside of a pod, so that the pod's own containers must keep away from it. */
export interface MeshReservations {
  /** Ports on which the proxy listens. */
  readonly ports: number[];
  /** Users whose traffic passes by the proxy. */
  readonly users: number[];
  /** Names of the containers that the injector adds. */
  readonly containerNames: string[];
}

/** What it means for one workload to be in a mesh. */
export interface MeshMembership {
  /** Labels of the pod template. */
  readonly labels: { [key: string]: string };
  /** Annotations of the pod template. */
  readonly annotations: { [key: string]: string };
  /** What the injector will add. Containers for the same place in their order. */
  readonly injected: InjectedContainer[];
  /** What the pod's own containers must keep away from. */
  readonly reserved: MeshReservations;
  /** What the cluster must have, in sentences, because no label or annotation says it. */
  readonly clusterNeeds: string[];
  /** Whether the injector points the HTTP, TCP and gRPC probes of the pod's other containers at its proxy, as Istio does (port 15020). */
  readonly rewritesProbes: boolean;
}
