import { PodAttachments } from './attachments';
import { Joined } from './mesh-join';
import { wholeSeconds } from './whole-seconds';
import { hookOf } from '../kubernetes/hooks';
import { Pod } from '../kubernetes/pod';
import { StopTimesByContainer, StopTimes } from '../rules/engine/stop-times';
import { ASSUMED_APP_SHUTDOWN_SECONDS, ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../simulator/assumptions';
import { Budget, StopNeeds } from '../simulator/budget';

/** How long each container needs to stop, as far as its hook, its construct, its mesh or the user's settings tell. */
export function attachedStopTimes(attached: PodAttachments, pod: Pod, joined: Joined | undefined): StopTimesByContainer {
  const own = new Map(attached.sidecars.map(sidecar => [sidecar.name, wholeSeconds(sidecar.shutdown)]));
  const stops: { [container: string]: StopTimes } = {};
  for (const container of [...pod.mains, ...pod.sidecars]) {
    const { name, role } = container;
    stops[name] = {
      preStop: hookOf(container, 'preStop')?.seconds,
      shutdown: joined?.shutdowns.get(name) ?? (role === 'main' ? attached.settings.shutdownSeconds : own.get(name)),
    };
  }
  return stops;
}

/** What a pod needs to stop, with assumptions for the times that are unknown. */
export function budgetOf(pod: Pod, stops: StopTimesByContainer): Budget {
  const needs: { [container: string]: StopNeeds } = {};
  for (const { name, role } of [...pod.mains, ...pod.sidecars]) {
    needs[name] = {
      preStop: stops[name].preStop ?? 0,
      shutdown: stops[name].shutdown ?? (role === 'main' ? ASSUMED_APP_SHUTDOWN_SECONDS : ASSUMED_SIDECAR_SHUTDOWN_SECONDS),
    };
  }
  return Budget.of(pod, needs);
}
