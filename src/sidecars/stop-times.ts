import { PodAttachments } from './attachments';
import { Joined } from './mesh-join';
import { wholeSeconds } from './whole-seconds';
import { ContainerRole, PodModel } from '../kubernetes/pod';
import { annotatedShutdowns } from '../kubernetes/shutdown-annotation';
import { programStopOf } from '../recognition/program-stop';
import { Recognition } from '../recognition/recognition';
import { StopTimes, StopTimesByContainer, stopTimesOf } from '../rules/engine/stop-times';
import { ASSUMED_APP_SHUTDOWN_SECONDS, ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../simulator/assumptions';
import { Budget, StopNeeds } from '../simulator/budget';

/** Each synth asks for all of these several times for each pod. Loops instead of lists of lists: V8 would spend more time on optimizing those than they take. */

/** The shutdown times that the user or a preset declares, by container. */
export function declaredShutdowns({ sidecars, settings }: PodAttachments, pod: PodModel, joined: Joined | undefined): Map<string, number> {
  const { shutdownSeconds } = settings;
  const declared = new Map<string, number>();
  if (shutdownSeconds !== undefined) {
    pod.mains.filter(({ name }) => !joined?.shutdowns.has(name)).forEach(({ name }) => declared.set(name, shutdownSeconds));
  }
  for (const sidecar of sidecars) {
    if (!sidecar.shutdownIsAssumed) {
      declared.set(sidecar.name, wholeSeconds(sidecar.shutdown));
    }
  }
  return declared;
}

/** How long each container needs to stop, as far as code, the manifest or the mesh declares it. */
export function declaredStopTimes(attached: PodAttachments, pod: PodModel, joined: Joined | undefined): StopTimesByContainer {
  return stopTimesOf(pod, { declared: declaredShutdowns(attached, pod, joined), mesh: meshShutdowns(joined) });
}

/** The shutdown times that rules count: the declared ones, and the default of an attached sidecar whose program is not known. */
export function countedShutdowns(attached: PodAttachments, recognition: Recognition, joined: Joined | undefined): ReadonlyMap<string, number> {
  const { pod } = recognition;
  const counted = declaredShutdowns(attached, pod, joined);
  for (const { name, shutdownIsAssumed } of attached.sidecars) {
    const sidecar = shutdownIsAssumed && !counted.has(name) ? pod.sidecars.find(one => one.name === name) : undefined;
    if (sidecar && !annotatedShutdowns(pod).seconds.has(name) && programStopOf(recognition, sidecar) === undefined) {
      counted.set(name, ASSUMED_SIDECAR_SHUTDOWN_SECONDS);
    }
  }
  return counted;
}

/** The stop times that rules count. How long a native proxy drains by default is only a limit. */
export function countedStopTimes(attached: PodAttachments, recognition: Recognition, joined: Joined | undefined): StopTimesByContainer {
  const { pod } = recognition;
  if (!joined) {
    return stopTimesOf(pod, { declared: countedShutdowns(attached, recognition, joined) });
  }
  const isCounted = ([name]: [string, unknown]) => !joined.limited.has(name) || pod.container(name)?.role === ContainerRole.MAIN;
  const ofMesh = Object.entries(meshShutdowns(joined)).filter(isCounted);
  return stopTimesOf(pod, { declared: countedShutdowns(attached, recognition, joined), mesh: Object.fromEntries(ofMesh) });
}

/** What the mesh of a pod is known to need. */
export function meshShutdowns(joined: Joined | undefined): { readonly [container: string]: { readonly shutdown: number } } {
  return joined ? Object.fromEntries([...joined.shutdowns].map(([name, shutdown]) => [name, { shutdown }])) : {};
}

/** The declared stop times; an attached sidecar without one gets what is known of its program, else the assumption. */
export function attachedStopTimes(attached: PodAttachments, recognition: Recognition, joined: Joined | undefined): StopTimesByContainer {
  const { pod } = recognition;
  const stops: { [container: string]: StopTimes } = { ...declaredStopTimes(attached, pod, joined) };
  for (const { name, shutdownIsAssumed } of attached.sidecars) {
    const sidecar = shutdownIsAssumed ? pod.sidecars.find(one => one.name === name) : undefined;
    if (sidecar) {
      stops[name] = { shutdown: programStopOf(recognition, sidecar)?.seconds ?? ASSUMED_SIDECAR_SHUTDOWN_SECONDS, ...stops[name] };
    }
  }
  return stops;
}

/** What a pod needs to stop, with assumptions for the times that are unknown. */
export function budgetOf(pod: PodModel, stops: StopTimesByContainer): Budget {
  const needs: { [container: string]: StopNeeds } = {};
  for (const { name, role } of [...pod.mains, ...pod.sidecars]) {
    const { preStop = 0, shutdown } = stops[name] ?? {};
    needs[name] = { preStop, shutdown: shutdown ?? (role === ContainerRole.MAIN ? ASSUMED_APP_SHUTDOWN_SECONDS : ASSUMED_SIDECAR_SHUTDOWN_SECONDS) };
  }
  return Budget.of(pod, needs);
}
