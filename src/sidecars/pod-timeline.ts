import { PodAttachments } from './attachments';
import { WholePod } from './composed';
import { refuseEmptyBehaviors } from './empty-behavior';
import { Timeline } from './timeline';
import { callersLanguage } from '../caller/language';
import { checkValue } from '../caller/refusal';
import { TEXTS } from '../data/arguments';
import { wording } from '../data/wording';
import { storedPod } from '../kubernetes/stored-pod';
import type { RuleContext } from '../rules/engine/rule';
import type { ExpectedScenario } from '../rules/expected-scenario';
import { expectScenario, shownFacts } from '../rules/lazy';
import { givenScenario } from '../simulator/given-scenario';
import { Scenario } from '../simulator/scenario';

/** What the programs of a pod will most likely do: the same as `explain` tells of the written manifest. */
export function expectedFor(attached: PodAttachments, composed: WholePod): ExpectedScenario {
  return expectScenario(contextOf(attached, composed));
}

function contextOf({ kubernetes, owner }: PodAttachments, { pod: written, declared, mesh }: WholePod): RuleContext {
  const pod = storedPod(written, kubernetes);
  return { pod, kubernetes, stops: declared, mesh, recognition: owner.recognize(pod) };
}

/** What a pod will do. What is known and assumed completes the scenario. */
export function timelineOf(attached: PodAttachments, composed: WholePod, asked: Scenario): Timeline {
  const scenario = givenScenario(asked, callersLanguage);
  checkValue(wording`'featureGates' of the scenario`, scenario.featureGates, TEXTS);
  refuseEmptyBehaviors(scenario);
  const context = contextOf(attached, composed);
  const expected = expectScenario(context).scenario;
  const containers = Object.fromEntries(Object.entries({ ...expected.containers, ...scenario.containers })
    .map(([name, behavior]) => [name, { ...expected.containers?.[name], ...behavior }]));
  const kubernetes = (scenario.kubernetes ?? attached.kubernetes).withFeatureGates(scenario.featureGates ?? []);
  const complete = { ...scenario, kubernetes, deleteAt: scenario.deleteAt ?? expected.deleteAt, containers };
  return Timeline._of(storedPod(composed.pod, kubernetes), complete, shownFacts(context));
}
