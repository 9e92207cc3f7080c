import { JsonObject } from '../data/json';
import { joiningByRequest } from '../knowledge/meshes/membership';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { TurnedOffProxy, undecidedProxies } from '../knowledge/meshes/turned-off';
import { PodModel } from '../kubernetes/pod';

/**
 * What an explanation assumes about the meshes that a pod joins and whose version is unknown.
 *
 * @param namespace its Namespace, if that is in the input
 * @param chosen the meshes of a known version
 * @param assumed those of an unknown version whose proxy it shows all the same
 */
export function notesOnUnknownMeshes(
  pod: PodModel, namespace: JsonObject | undefined, chosen: readonly ChosenMesh[], assumed: readonly TurnedOffProxy[],
): string[] {
  const undecided = undecidedProxies(pod, namespace).map(({ facts }) => facts);
  const isShown = (name: string) => [...chosen, ...assumed].some(({ facts }) => facts.name === name);
  return [
    ...assumed.map(({ facts: { name, proxy }, version, request: { key, value } }) => `${name} adds '${proxy.container}' as an ordinary container, as ${key}: "${value}" requests, and in `
      + `everything else as ${name} ${version.text} does: pass --mesh ${name.toLowerCase()}@VERSION for another version`),
    ...joiningByRequest(pod, undefined, namespace).filter(({ facts }) => !isShown(facts.name)).map(({ facts, key, value, by }) =>
      `no mesh adds a proxy, although the ${by} opts in to ${facts.name} with ${key}: "${value}"${
        undecided.includes(facts) ? ', and an ordinary proxy would keep the Job from completing (NS402)' : ''}: pass --mesh ${facts.name.toLowerCase()}@VERSION to include it`),
  ];
}
