import { consul, ConsulOptions } from './consul';
import { dapr, DaprOptions } from './dapr';
import { istio, IstioOptions } from './istio';
import { kuma, KumaOptions } from './kuma';
import { linkerd, LinkerdOptions } from './linkerd';
import { MeshedWorkload, MeshMembership } from './membership';
import { MeshKind } from './mesh-kind';

/**
 * A service mesh, at one version: what a workload must say to be in it, and what its injector then adds to the pod.
 *
 * It is only data: nothing here talks to a cluster. For a mesh that is not among these, extend this class.
 */
export abstract class Mesh {
  /**
   * Linkerd: its proxy stands before everything of the user's, and stops after it.
   * @see https://linkerd.io
   */
  public static linkerd(options: LinkerdOptions): Mesh {
    return new KnownMesh(linkerd(options));
  }

  /**
   * Istio with sidecars: its proxy stands before everything of the user's, and stops after it.
   * @see https://istio.io
   */
  public static istio(options: IstioOptions): Mesh {
    return new KnownMesh(istio(options));
  }

  /**
   * Kuma or Kong Mesh: its proxy stands before everything of the user's, and stops after it.
   * @see https://kuma.io
   */
  public static kuma(options: KumaOptions): Mesh {
    return new KnownMesh(kuma(options));
  }

  /**
   * Consul: its proxy stands behind the user's init containers, which are therefore not in the mesh, and behind the user's sidecars, which outlive it.
   * @see https://developer.hashicorp.com/consul/docs/connect
   */
  public static consul(options: ConsulOptions): Mesh {
    return new KnownMesh(consul(options));
  }

  /**
   * Dapr: its sidecar stands behind the user's init containers, which therefore cannot use it, and behind the user's sidecars, which outlive it.
   * @see https://docs.dapr.io
   */
  public static dapr(options: DaprOptions): Mesh {
    return new KnownMesh(dapr(options));
  }

  /** What people call it, for example `Linkerd`. */
  public abstract readonly name: string;
  /** Its version, as it was given. */
  public abstract readonly version: string;

  /**
   * Tells what it means for a workload to be in this mesh.
   *
   * Throws when this version cannot serve the workload.
   *
   * @param workload what the mesh must know about it
   */
  public abstract join(workload: MeshedWorkload): MeshMembership;
}

/** One of the meshes that are known here. It stands in this file so that the class it extends is there when it is made. */
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

  public join(workload: MeshedWorkload): MeshMembership {
    return this.kind.join(workload);
  }
}
