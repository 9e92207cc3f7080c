import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkMesh, checkWorkload, completeWorkload, withoutAbsentProps } from './workload-lifecycle';
import { Mesh } from '../meshes/mesh';

/** Properties of a `MeshedStatefulSet`. */
export interface MeshedStatefulSetProps extends kplus.StatefulSetProps {
  /** The mesh and its version. */
  readonly mesh: Mesh;
  /**
   * How long the app takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * How long the app keeps serving before SIGTERM, because requests still arrive until all clients have removed the endpoint. Zero disables the delay.
   * @default - 5 seconds behind a Service of the same app, if the app has no preStop hook; otherwise no delay. Before Kubernetes 1.30, synth omits the delay and
   * reports it (NS602, info)
   */
  readonly preStopDelay?: Duration;
}

/**
 * A StatefulSet in a mesh whose proxy starts before the app and stops after it.
 *
 * It sets the opt-in, the native-sidecar setting and the drain time for the mesh and version, and a grace period in which first the app and then the proxy can stop.
 * The injector of the mesh adds the proxy; `PodLifecycle.of` shows the pod with it.
 *
 * @exampleMetadata fixture=workload
 * @example
 * new MeshedStatefulSet(chart, 'store', {
 *   mesh,
 *   service: new kplus.Service(chart, 'stores', { ports: [{ port: 8080 }] }),
 *   containers: [{ name: 'store', image: 'ghcr.io/acme/store:3.1.0', portNumber: 8080 }],
 * });
 */
export class MeshedStatefulSet extends kplus.StatefulSet {
  /**
   * Creates the workload.
   * @param scope the chart, or another construct in it
   * @param id the name of the workload within its scope
   * @param props the containers and other settings of the workload
   */
  constructor(scope: Construct, id: string, props: MeshedStatefulSetProps) {
    checkWorkload('workload', scope, id, props);
    checkMesh(id, props.mesh);
    super(scope, id, withoutAbsentProps(props));
    completeWorkload(this, props);
  }
}
