import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkMesh, completeWorkload, onlyGiven } from './workload-life';
import { Mesh } from '../meshes/mesh';

/** What a Deployment in a mesh is made of. */
export interface MeshedDeploymentProps extends kplus.DeploymentProps {
  /** The mesh, with its version: guessing it is how people get stuck. */
  readonly mesh: Mesh;
  /**
   * How long the app needs after its stop signal. It counts toward the pod's grace period.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * How long the app keeps running before its stop signal, because requests still arrive until all endpoints know that the pod is going. Zero switches it off.
   * @default - 5 seconds behind a Service of the same app, if the app has no pre-stop hook of its own, else none. Before Kubernetes 1.30 it is left out, which is
   * a finding (NS602, info)
   */
  readonly preStopDelay?: Duration;
}

/**
 * A Deployment in a mesh whose proxy is up before the app and gone after it.
 *
 * It carries the opt-in, the native switch and the drain of that mesh and version, and a grace period in which the app and then the proxy can stop. The proxy
 * itself is added by the mesh's injector; `PodLifecycle.of` shows the pod with it.
 */
export class MeshedDeployment extends kplus.Deployment {
  constructor(scope: Construct, id: string, props: MeshedDeploymentProps) {
    checkMesh(id, props.mesh);
    super(scope, id, onlyGiven(props));
    completeWorkload(this, props);
  }
}
