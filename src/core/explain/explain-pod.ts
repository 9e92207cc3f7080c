import { Explanation } from './explanation';
import { checksFor } from './kubectl';
import { Timeline } from '../../drawing/timeline';
import { injectVault } from '../../knowledge/meshes/other-injectors';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Pod } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';
import { expectScenario } from '../../rules/expected-scenario';
import { notesOnFields } from '../../rules/platform/lacking-field';
import { platformAssumptions } from '../../simulator/assumptions';
import { Scenario } from '../../simulator/scenario';
import { LocatedPod } from '../pods';
import { World } from '../world';

/** The user's scenario. */
export interface ScenarioSource {
  /** The Kubernetes version that it specifies. */
  readonly kubernetes?: KubernetesVersion;
  /** The scenario for a pod; throws if the scenario does not match the pod. */
  readonly forPod: (pod: Pod, kubernetes: KubernetesVersion) => Scenario;
}

/**
 * Explains what a pod does.
 *
 * The user's scenario describes the programs completely. Without one, known behavior applies, and defaults for the rest.
 */
export function explainPod(located: LocatedPod, world: World, source?: ScenarioSource): Explanation {
  const context = world.storedContextOf(withVault(located.pod), located.document.file);
  const { pod, kubernetes } = context;
  const notes = [notesOnFields(located.pod, kubernetes), world.notesOnMesh(located.pod)];
  const { scenario, known, assumptions } = source
    ? { scenario: source.forPod(pod, kubernetes), known: [], assumptions: platformAssumptions(pod, kubernetes) }
    : expectScenario(context);
  return {
    pod,
    timeline: Timeline.of(pod, scenario),
    known: [...notes.flatMap(note => note.known), ...known],
    assumptions: [...notes.flatMap(note => note.assumptions), ...assumptions],
    resources: EffectiveResources.of(pod),
    checks: checksFor(pod),
  };
}

/** Vault's injector is not part of a mesh, and asked for by the pod itself. */
function withVault(pod: Pod): Pod {
  const { template } = pod._found;
  return Pod._of({ ...pod._found, template: { ...template, spec: injectVault(template.spec, pod.metadata.annotations ?? {}) } });
}
