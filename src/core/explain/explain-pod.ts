import { Asked, askedOf, judge } from './asked';
import { explainedContext, explainedFacts } from './explained-context';
import { Explanation } from './explanation';
import { checksFor } from './kubectl';
import { notesOnPod } from './pod-notes';
import { PodTimeline } from '../../drawing/timeline';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { PodModel } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';
import { RuleContext } from '../../rules/engine/rule';
import { ExpectedScenario, expectScenario } from '../../rules/expected-scenario';
import { platformAssumptions } from '../../simulator/assumptions';
import { isTelling } from '../../simulator/close-call';
import { Scenario } from '../../simulator/scenario';
import { WhatIf, withWhatIf } from '../../simulator/what-if';
import { LocatedPod } from '../pods';
import { World } from '../world';

/** The user's scenario. */
export interface ScenarioSource {
  /** The Kubernetes version that it specifies. */
  readonly kubernetes?: KubernetesVersion;
  /** The feature gates that it turns on. */
  readonly featureGates?: readonly string[];
  /** The scenario for a pod; throws if the scenario does not match the pod. */
  readonly forPod: (pod: PodModel, kubernetes: KubernetesVersion) => Scenario;
}

/** A pod to explain, and everything around it. */
export interface PodInWorld {
  readonly located: LocatedPod;
  readonly world: World;
}

/**
 * Explains what a pod does.
 *
 * The user's scenario describes the programs completely. Without one, known behavior applies, and defaults for the rest. What the user wants to try overrides both.
 * Throws `InvalidInput` if that does not fit the pod.
 */
export function explainPod(located: LocatedPod, world: World, source?: ScenarioSource, whatIf?: WhatIf): Explanation {
  return explainPods([{ located, world }], source, whatIf)[0];
}

/** Explains versions of a pod. What the user wants to try applies to each version that it fits; throws `InvalidInput` if it fits none. */
export function explainPods(pods: readonly PodInWorld[], source?: ScenarioSource, whatIf?: WhatIf): Explanation[] {
  const contexts = pods.map(({ located: { pod, document }, world }) => explainedContext(pod, document.file, world));
  const asked = whatIf && askedOf(contexts.map(({ pod }) => pod), whatIf);
  return pods.map((pod, index) => explainIn(contexts[index], pod, source, asked?.[index]));
}

function explainIn(context: RuleContext, { located, world }: PodInWorld, source?: ScenarioSource, asked?: Asked): Explanation {
  const { pod } = context;
  const notes = notesOnPod(context, located.pod, located.document.file, world);
  const { scenario, known, assumptions, assumesStops } = expectedIn(context, source, asked?.whatIf);
  const timeline = new PodTimeline(pod, scenario, explainedFacts(context, located.pod));
  const tried = asked && judge(asked, timeline._drawn.result);
  return {
    pod,
    timeline,
    known: [...notes.known, ...known, ...(tried?.known ?? [])],
    assumptions: [...notes.assumptions, ...assumptions],
    ineffective: tried?.ineffective ?? [],
    closeCalls: timeline._closeCalls(isTelling(assumesStops)),
    resources: EffectiveResources.of(pod),
    checks: checksFor(pod),
  };
}

function expectedIn(context: RuleContext, source: ScenarioSource | undefined, whatIf: WhatIf | undefined): ExpectedScenario {
  const { pod, kubernetes } = context;
  if (!source) {
    return expectScenario(context, whatIf);
  }
  const scenario = source.forPod(pod, kubernetes);
  return {
    scenario: whatIf ? withWhatIf(pod, scenario, whatIf) : scenario,
    known: [],
    assumptions: platformAssumptions(pod, kubernetes),
    assumesStops: false,
  };
}
