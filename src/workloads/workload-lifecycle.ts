import { Duration } from 'cdk8s';
import { IConstruct } from 'constructs';
import { checkConstruct, checkProps, refusal } from '../caller/refusal';
import { DURATION, Kind, required, structsOf, TEXT } from '../data/arguments';
import { Mesh } from '../meshes/mesh';
import { PodAttachments } from '../sidecars/attachments';
import { MESH } from '../sidecars/kinds';
import { attachToPodOf } from '../sidecars/synth-hook';

/** The lifecycle props of our workloads. */
export interface WorkloadLifecycle {
  readonly terminationGracePeriod?: Duration;
  readonly shutdown?: Duration;
  readonly preStopDelay?: Duration;
  readonly mesh?: Mesh;
}

const CONTAINERS = structsOf(
  { image: required(TEXT, "'ghcr.io/acme/web:1.4.2'") },
  "a list of containers, for example [{ image: 'ghcr.io/acme/web:1.4.2' }]",
  'accepted',
);

/** What the properties of our workloads must be: their own, and those of cdk8s-plus that would fail without a sentence. */
export const WORKLOAD_KINDS = {
  containers: CONTAINERS,
  initContainers: CONTAINERS,
  terminationGracePeriod: DURATION,
  shutdown: DURATION,
  preStopDelay: DURATION,
  mesh: MESH,
};

/** Refuses arguments of the wrong kind, which callers without type checks can pass. */
export function checkWorkload(
  what: string, scope: unknown, id: unknown, props: unknown, kinds: { readonly [prop: string]: Kind } = WORKLOAD_KINDS,
): void {
  checkConstruct(what, scope, id, 'a chart');
  // cdk8s-plus has further props, more in each minor.
  checkProps(`${what} '${id}'`, props, kinds, 'accepted');
}

/** Drops absent props: for an undefined restart policy, cdk8s-plus would write Always. */
export function withoutAbsentProps<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined && value !== null)) as T;
}

/** Completes a workload according to its lifecycle props. */
export function completeWorkload(workload: IConstruct, life: WorkloadLifecycle): PodAttachments {
  const attached = attachToPodOf(workload, `workload '${workload.node.id}'`);
  attached.manage();
  if (life.terminationGracePeriod) {
    attached.keepGracePeriod();
  }
  attached.configure(life);
  if (life.mesh) {
    attached.join(life.mesh);
  }
  return attached;
}

/** Refuses a meshed workload without a mesh, which callers without type checks can cause. */
export function checkMesh(id: string, mesh: Mesh | undefined): void {
  if (!mesh) {
    throw refusal`workload '${id}' has no mesh: set 'mesh', for example Mesh.linkerd({ version: '2.20' })`;
  }
}
