import { PodAttachments } from './attachments';
import { Composed, WholePod } from './composed';
import { Timeline } from '../drawing/timeline';
import { AssumedScenario, assumeScenario, KnownShutdowns } from '../simulator/assumptions';
import { Scenario } from '../simulator/scenario';

/** What the programs of a pod are assumed to do. A proxy never ends by itself, also where it is an ordinary container of a Job. */
export function assumedFor(attached: PodAttachments, composed: WholePod): AssumedScenario {
  return assumeScenario(composed.pod, attached.kubernetes, { shutdowns: knownShutdowns(attached, composed), endless: composed.injected });
}

/** What a pod will do. The assumptions complete the scenario. */
export function timelineOf(attached: PodAttachments, composed: WholePod, scenario: Scenario): Timeline {
  const assumed = assumedFor(attached, composed).scenario;
  const deadlocked = composed.findings().filter(finding => finding.rule === 'NS106').map(finding => finding.container);
  const containers = Object.fromEntries(Object.entries({ ...assumed.containers, ...scenario.containers }).map(([name, behavior]) => [name, {
    ...assumed.containers?.[name],
    ...(deadlocked.includes(name) ? { gateNeverOpens: true } : {}),
    ...behavior,
  }]));
  return Timeline.of(composed.pod, {
    kubernetes: scenario.kubernetes ?? attached.kubernetes,
    // A deletion that is only assumed would hide that the pod never starts.
    deleteAt: scenario.deleteAt ?? (deadlocked.length > 0 ? undefined : assumed.deleteAt),
    containers,
  });
}

function knownShutdowns(attached: PodAttachments, { stops }: Composed): KnownShutdowns {
  const assumed = attached.sidecars.filter(sidecar => sidecar.shutdownIsAssumed).map(sidecar => sidecar.name);
  const known = Object.entries(stops).filter(([name, stop]) => stop.shutdown !== undefined && !assumed.includes(name));
  return Object.fromEntries(known.map(([name, stop]) => [name, stop.shutdown!]));
}
