import { ChosenMesh, MeshFacts } from './mesh-facts';
import { meshNamed } from './mesh-names';
import { MeshContext, PredictedPod, predictInMesh } from './prediction';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { FoundTemplate } from '../../kubernetes/manifest';

/** The meshes of a cluster: one, or one and what stands beside it. */
export function chosenMeshes(mesh: ChosenMesh | undefined): ChosenMesh[] {
  return mesh ? [mesh, ...(mesh.other ? [mesh.other] : [])] : [];
}

/** Whether a pod can be in two meshes: in one, and in another that redirects no traffic. */
export function canMeet(one: MeshFacts | undefined, other: MeshFacts | undefined): boolean {
  return one !== other && (one?.beside === true) !== (other?.beside === true);
}

/** Sorts meshes as their webhooks run: by the names of their configurations. A mesh that is not known here comes last. */
export function inWebhookOrder<T>(meshes: readonly T[], factsOf: (mesh: T) => MeshFacts | undefined): T[] {
  const key = (mesh: T) => factsOf(mesh)?.webhook ?? '~';
  return [...meshes].sort((a, b) => key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

/** What the injectors of all meshes make of a pod, one after another. */
export function predictInMeshes(meshes: readonly ChosenMesh[], found: FoundTemplate, kubernetes: KubernetesVersion): PredictedPod {
  const [first, ...more] = inWebhookOrder(meshes, ({ facts }) => facts);
  return more.reduce((before, mesh) => {
    const after = predictInMesh(mesh, before.found, kubernetes);
    return { found: after.found, context: combined([before.context, after.context]), stops: { ...before.stops, ...after.stops } };
  }, predictInMesh(first, found, kubernetes));
}

/** Several contexts as one: that of the mesh which redirects the traffic, with the containers and contradictions of all. */
export function combined(contexts: readonly MeshContext[]): MeshContext {
  const each = contexts.flatMap(context => context.each ?? [context]);
  const main = each.find(({ name }) => !meshNamed(name)?.beside) ?? each[0];
  return each.length === 1 ? main : { ...main, injected: each.flatMap(({ injected }) => injected), each };
}
