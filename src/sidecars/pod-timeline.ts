import { PodAttachments } from './attachments';
import { WholePod } from './composed';
import { Timeline } from '../drawing/timeline';
import { storedPod } from '../kubernetes/stored-pod';
import type { ExpectedScenario } from '../rules/expected-scenario';
import { expectScenario } from '../rules/lazy';
import { Scenario } from '../simulator/scenario';

/** What the programs of a pod will most likely do: the same as `explain` tells of the written manifest. */
export function expectedFor({ kubernetes, owner }: PodAttachments, { pod: written, declared, mesh }: WholePod): ExpectedScenario {
  const pod = storedPod(written, kubernetes);
  return expectScenario({ pod, kubernetes, stops: declared, mesh, recognition: owner.recognize(pod) });
}

/** What a pod will do. What is known and assumed completes the scenario. */
export function timelineOf(attached: PodAttachments, composed: WholePod, scenario: Scenario): Timeline {
  const expected = expectedFor(attached, composed).scenario;
  const containers = Object.fromEntries(Object.entries({ ...expected.containers, ...scenario.containers })
    .map(([name, behavior]) => [name, { ...expected.containers?.[name], ...behavior }]));
  return Timeline.of(storedPod(composed.pod, attached.kubernetes), {
    kubernetes: scenario.kubernetes ?? attached.kubernetes,
    deleteAt: scenario.deleteAt ?? expected.deleteAt,
    containers,
  });
}
