import { joinedMeshes } from '../../knowledge/meshes/membership';
import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { nativeRequest } from '../../knowledge/meshes/native';
import { Pod } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atOptIn } from '../engine/place';
import { RuleOffense } from '../engine/rule';

/**
 * A Job that joins a mesh of an unknown version: the version and the installation decide whether its proxy is native, unless the Job requests it.
 *
 * @param known the mesh whose version is known
 */
export function undecidedProxies(pod: Pod, known: string | undefined): RuleOffense[] {
  const annotations = pod.metadata.annotations ?? {};
  const isThere = (name: string) => pod.containers.some(container => container.name === name);
  return joinedMeshes(pod)
    .filter(facts => facts.name !== known && !facts.reserved.containerNames.some(isThere) && nativeRequest(facts, annotations)?.native !== true)
    .map(facts => ({
      at: atOptIn(pod, facts.name),
      ...wordsAbout(facts),
      severity: facts.nativeByDefault ? Severity.INFO : Severity.WARNING,
    }));
}

function wordsAbout({ name, nativeSwitches: [newest], nativeByDefault }: MeshFacts): Pick<RuleOffense, 'message' | 'fix'> {
  if (newest) {
    return {
      message: `the Job joins ${name} but does not request a native proxy: unless the installation makes it native by default, the proxy never exits and the Job never completes`,
      fix: `set the annotation ${newest.key}: "true", or pass --mesh with the installed version of ${name}`,
    };
  }
  return {
    message: `the Job joins ${name}, which has no switch for a single workload: unless the installation makes the proxy native, it never exits and the Job never completes`,
    fix: `${nativeByDefault ? `use ${name} ${nativeByDefault.since.version} or newer, which makes it native by default, or ` : ''}pass --mesh with the installed version of ${name}`,
  };
}
