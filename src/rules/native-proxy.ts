import { MeshFacts } from '../knowledge/meshes/mesh-facts';
import { describeBound, isSince, knownMeshVersion } from '../knowledge/meshes/mesh-version';
import { nativeSwitch } from '../knowledge/meshes/native';

/**
 * What makes the proxy of a workload native in a version of a mesh that does not do so by default: the switch of the workload, or that of the installation.
 *
 * All rules and the migration take it from here, so that they never contradict each other.
 */
export function howToBeNative(facts: MeshFacts, text: string): string {
  const version = knownMeshVersion(facts.name, text, facts.known);
  if (!isSince(version, facts.nativeSince)) {
    return `upgrade ${facts.name} to ${describeBound(version, facts.nativeSince)} or newer, which can make it native`;
  }
  const found = nativeSwitch(facts, version);
  const needs = (native: boolean) => facts.clusterNeeds({ version, native, cni: false });
  return found ? `set ${found.key}: "true"` : needs(true).filter(need => !needs(false).includes(need)).join('; ');
}
