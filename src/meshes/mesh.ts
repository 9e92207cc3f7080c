import { consul, ConsulOptions } from './consul';
import { dapr, DaprOptions } from './dapr';
import { istio, IstioOptions } from './istio';
import { istioAmbient, IstioAmbientOptions } from './istio-ambient';
import { kuma, KumaOptions } from './kuma';
import { linkerd, LinkerdOptions } from './linkerd';
import { MeshedWorkload, MeshMembership } from './membership';
import { MeshKind } from './mesh-kind';
import { checkValue } from '../caller/refusal';
import { OBJECT, required } from '../data/arguments';

/**
 * A service mesh in one version: how a workload joins it, and what its injector adds to the pod.
 *
 * It is plain data and never connects to a cluster. To support another mesh, extend this class.
 *
 * @exampleMetadata fixture=workload
 * @example
 * PodLifecycle.of(web).joinMesh(Mesh.istio({ version: '1.29' }));
 */
export abstract class Mesh {
  /**
   * Linkerd. Its proxy starts before the other containers of the pod and stops after them.
   * @param options the version of the mesh, and how it is installed
   * @see https://linkerd.io
   */
  public static linkerd(options: LinkerdOptions): Mesh {
    return new KnownMesh(linkerd(options));
  }

  /**
   * Istio in sidecar mode. Its proxy starts before the other containers of the pod and stops after them.
   * @param options the version of the mesh, and how it is installed
   * @see https://istio.io
   */
  public static istio(options: IstioOptions): Mesh {
    return new KnownMesh(istio(options));
  }

  /**
   * Istio in ambient mode. It adds no container to the pod: a proxy on each node takes the traffic from the first container on, so there is nothing to start first or
   * to stop last, and a Job completes when its own containers have exited.
   * @param options the version of the mesh, and how it is installed
   * @see https://istio.io/latest/docs/ambient/
   */
  public static istioAmbient(options: IstioAmbientOptions): Mesh {
    return new KnownMesh(istioAmbient(options));
  }

  /**
   * Kuma or Kong Mesh. Its proxy starts before the other containers of the pod and stops after them.
   * @param options the version of the mesh, and how it is installed
   * @see https://kuma.io
   */
  public static kuma(options: KumaOptions): Mesh {
    return new KnownMesh(kuma(options));
  }

  /**
   * Consul. Its proxy starts after the init containers and sidecars of the pod, so init containers cannot use the mesh, and sidecars stop after the proxy.
   * @param options the version of the mesh, and how it is installed
   * @see https://developer.hashicorp.com/consul/docs/connect
   */
  public static consul(options: ConsulOptions): Mesh {
    return new KnownMesh(consul(options));
  }

  /**
   * Dapr. Its sidecar starts after the init containers and sidecars of the pod, so init containers cannot use it, and sidecars stop after it.
   * @param options the id of the app, the version of Dapr, and how it is installed
   * @see https://docs.dapr.io
   */
  public static dapr(options: DaprOptions): Mesh {
    return new KnownMesh(dapr(options));
  }

  /** The name of the mesh, for example `Linkerd`. */
  public abstract readonly name: string;
  /** The version of the mesh, as given. */
  public abstract readonly version: string;

  /**
   * The labels that a Namespace needs so that the mesh injects the pods in it that opt in. They do not make other pods join.
   *
   * A mesh of your own returns none, unless it overrides this.
   */
  public get namespaceLabels(): { [key: string]: string } {
    return {};
  }

  /**
   * Returns the changes to a pod that joins this mesh.
   *
   * Throws when this version of the mesh does not support the workload.
   *
   * @param workload the workload that joins
   */
  public abstract join(workload: MeshedWorkload): MeshMembership;
}

/** A built-in mesh. It is in this file because it extends `Mesh`, which creates it. */
class KnownMesh extends Mesh {
  public readonly name: string;
  public readonly version: string;
  private readonly kind: MeshKind;

  public constructor(kind: MeshKind) {
    super();
    this.name = kind.name;
    this.version = kind.version;
    this.kind = kind;
  }

  public get namespaceLabels(): { [key: string]: string } {
    return { ...this.kind.namespaceLabels };
  }

  public join(workload: MeshedWorkload): MeshMembership {
    checkValue('the workload that joins a mesh', workload, required(OBJECT));
    return this.kind.join(workload);
  }
}
