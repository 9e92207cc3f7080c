import { hookOf } from '../../kubernetes/hooks';
import { PodModel } from '../../kubernetes/pod';
import { annotatedShutdowns } from '../../kubernetes/shutdown-annotation';

/** How long a container needs to stop, in seconds; undefined if neither the pod nor the code that creates it declares it. */
export interface StopTimes {
  /** How long its preStop hook takes. */
  readonly preStop?: number;
  /** How long it keeps running after its stop signal. */
  readonly shutdown?: number;
}

/** Stop times by the name of the container. */
export type StopTimesByContainer = { readonly [container: string]: StopTimes };

/** Other sources of shutdown times, by container. */
export interface ShutdownSources {
  /** The times that the code that creates the pod declares. */
  readonly declared?: ReadonlyMap<string, number>;
  /** The times that the mesh of the pod is known to need. */
  readonly mesh?: { readonly [container: string]: { readonly shutdown?: number } };
}

/**
 * The declared stop times of the containers of a pod.
 *
 * Times that code declares take precedence, then the annotation of the pod, then the known times of the mesh. A preStop hook counts with the time that it sleeps.
 */
export function stopTimesOf(pod: PodModel, { declared, mesh }: ShutdownSources = {}): StopTimesByContainer {
  const annotated = annotatedShutdowns(pod).seconds;
  const stops: { [container: string]: StopTimes } = {};
  for (const container of pod.containers) {
    const { name } = container;
    const preStop = container.spec.lifecycle?.preStop ? hookOf(container, 'preStop')?.seconds : undefined;
    const shutdown = declared?.get(name) ?? annotated.get(name) ?? (mesh && Object.hasOwn(mesh, name) ? mesh[name].shutdown : undefined);
    if (preStop !== undefined) {
      stops[name] = shutdown === undefined ? { preStop } : { preStop, shutdown };
    } else if (shutdown !== undefined) {
      stops[name] = { shutdown };
    }
  }
  return stops;
}
