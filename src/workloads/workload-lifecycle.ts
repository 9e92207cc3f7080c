import { Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Mesh } from '../meshes/mesh';
import { PodAttachments } from '../sidecars/attachments';
import { attachToPodOf } from '../sidecars/synth-hook';

/** The lifecycle props of our workloads. */
export interface WorkloadLifecycle {
  readonly terminationGracePeriod?: Duration;
  readonly shutdown?: Duration;
  readonly preStopDelay?: Duration;
  readonly mesh?: Mesh;
}

/** Drops absent props: for an undefined restart policy, cdk8s-plus would write Always. */
export function withoutAbsentProps<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined && value !== null)) as T;
}

/** Completes a workload according to its lifecycle props. */
export function completeWorkload(workload: IConstruct, life: WorkloadLifecycle): PodAttachments {
  const attached = attachToPodOf(workload, `workload '${workload.node.id}'`);
  attached.manage();
  attached.settings.gracePeriodGiven = life.terminationGracePeriod ? true : undefined;
  attached.configure(life);
  if (life.mesh) {
    attached.join(life.mesh);
  }
  return attached;
}

/** Refuses a meshed workload without a mesh, which callers without type checks can cause. */
export function checkMesh(id: string, mesh: Mesh | undefined): void {
  if (!mesh) {
    throw new Error(`workload '${id}' has no mesh: set 'mesh', for example Mesh.linkerd({ version: '2.20' })`);
  }
}
