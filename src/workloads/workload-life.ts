import { ApiObject, Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { Mesh } from '../meshes/mesh';
import { PodAttachments } from '../sidecars/attachments';
import { attachTo } from '../sidecars/synth-hook';

/** What our workloads know beyond cdk8s-plus' own. */
export interface WorkloadLife {
  readonly terminationGracePeriod?: Duration;
  readonly shutdown?: Duration;
  readonly preStopDelay?: Duration;
  readonly mesh?: Mesh;
}

/** Drops what is not given: cdk8s-plus takes an undefined restart policy for a wish, and writes Always. */
export function onlyGiven<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined && value !== null)) as T;
}

/** Completes a workload with what its props say about its life. */
export function completeWorkload(workload: IConstruct, life: WorkloadLife): PodAttachments {
  const attached = attachTo(ApiObject.of(workload));
  attached.settings.managed = true;
  attached.settings.gracePeriodGiven = life.terminationGracePeriod ? true : undefined;
  attached.configure(life);
  if (life.mesh) {
    attached.join(life.mesh);
  }
  return attached;
}

/** Refuses a meshed workload without a mesh: from other languages it may be missing. */
export function checkMesh(id: string, mesh: Mesh | undefined): void {
  if (!mesh) {
    throw new Error(`workload '${id}' has no mesh: set 'mesh', for example Mesh.linkerd({ version: '2.20' })`);
  }
}
