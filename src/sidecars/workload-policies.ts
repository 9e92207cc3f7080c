import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { attachmentsOf, PodAttachments } from './attachments';
import { plainTemplates } from './match-workload';
import { podTemplatesOf } from './pod-template';
import { Policy } from './scope-policies';
import { containerName } from './sidecar-defaults';
import { ISidecarFactory } from './sidecar-factory';
import { attachToPodOf } from './synth-hook';
import { targetOf } from './target-version';
import { WorkloadFilter } from './workload-filter';
import { workloadOf } from './workload-of';
import { memberName, refusal } from '../caller/refusal';
import { JsonObject } from '../data/json';
import { asksToJoin, joinedMeshes } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { meshNamed } from '../knowledge/meshes/mesh-names';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel } from '../kubernetes/pod';
import { Mesh } from '../meshes/mesh';

/** Adds a sidecar, unless the workload has one of that name. */
export function sidecarPolicy(id: string, factory: ISidecarFactory, filter: WorkloadFilter): Policy {
  containerName(id, undefined);
  if (typeof factory?.addSidecar !== 'function') {
    throw refusal`the factory of sidecar '${id}' has no method 'addSidecar': pass an object that has one, or call ${memberName('forEachWorkload')} with a function`;
  }
  return {
    slot: `sidecar ${id}`,
    filter,
    leavesAlone: object => !isEligible(object, filter) || hasContainer(object, id),
    apply: object => {
      const workload = workloadOf(object) as Construct;
      factory.addSidecar(workload, id);
      if (!workload.node.tryFindChild(id)) {
        throw refusal`'addSidecar' did not add a sidecar '${id}' to '${workload.node.path}': create it with the workload as its scope and with the given id`;
      }
    },
  };
}

/** Makes the pods join a mesh, unless they joined or refused one. */
export function meshPolicy(mesh: Mesh, filter: WorkloadFilter): Policy {
  if (typeof mesh?.join !== 'function') {
    throw refusal`a workload cannot join the mesh '${mesh}', which is not a Mesh: pass one, for example Mesh.linkerd({ version: '2.20' })`;
  }
  return {
    slot: 'mesh',
    filter,
    leavesAlone: object => !isEligible(object, filter) || podsOf(object).some(pod => pod.meshes.length > 0) || decidesAboutMesh(object, mesh),
    apply: object => podTemplatesOf(object).forEach(({ path }) => attachToPodOf(object, 'joining a mesh', path).join(mesh)),
  };
}

/** Only a user who names the kind knows which of several pod templates to change, and Argo's templates cannot be changed. */
function isEligible(object: ApiObject, { kinds }: WorkloadFilter): boolean {
  const templates = podTemplatesOf(object);
  return kinds?.includes(object.kind) || (templates.length === 1 && !templates[0].place.argo);
}

function hasContainer(object: ApiObject, name: string): boolean {
  return workloadOf(object).node.tryFindChild(name) !== undefined
    || podsOf(object).some(pod => pod.sidecars.some(sidecar => sidecar.name === name))
    || plainTemplates(object).some(found => PodModel._of(found).containers.some(container => container.name === name));
}

/** Whether a pod template joins a mesh or refuses one by itself. Of a mesh that is not known here, everything that it writes counts. */
function decidesAboutMesh(object: ApiObject, mesh: Mesh): boolean {
  return plainTemplates(object).some(found => {
    const pod = PodModel._of(found);
    return joinedMeshes(pod).length > 0
      || MESHES.some(facts => asksToJoin(facts, pod.metadata) !== undefined)
      || (!meshNamed(mesh.name) && hasMarkOf(mesh, pod, targetOf(object)));
  });
}

function hasMarkOf(mesh: Mesh, pod: PodModel, kubernetes: KubernetesVersion): boolean {
  const { labels, annotations } = mesh.join({ isJob: pod.job !== undefined, kubernetes });
  const { metadata }: { readonly metadata: JsonObject } = pod;
  return Object.keys(labels).some(key => metadata.labels?.[key] !== undefined)
    || Object.keys(annotations).some(key => metadata.annotations?.[key] !== undefined);
}

function podsOf(object: ApiObject): readonly PodAttachments[] {
  return attachmentsOf(object)?.pods ?? [];
}
