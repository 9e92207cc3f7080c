import { hookOf } from '../../kubernetes/hooks';
import { Pod } from '../../kubernetes/pod';
import { annotatedShutdowns } from '../../kubernetes/shutdown-annotation';

/** How long a container needs to stop, in seconds; undefined where neither the pod nor the code that writes it declares it. */
export interface StopTimes {
  /** How long its pre-stop hook takes. */
  readonly preStop?: number;
  /** How long it runs after its stop signal. */
  readonly shutdown?: number;
}

/** Stop times by the name of the container. */
export type StopTimesByContainer = { readonly [container: string]: StopTimes };

/** Where else shutdown times come from, by container. */
export interface ShutdownSources {
  /** What the code that writes the pod declares. */
  readonly declared?: ReadonlyMap<string, number>;
  /** What the mesh of the pod is known to need. */
  readonly mesh?: { readonly [container: string]: { readonly shutdown?: number } };
}

/**
 * How long the containers of a pod need to stop, as far as it is declared.
 *
 * What code declares comes first, then the pod's own annotation, then what the mesh is known to need. Pre-stop hooks count for what they sleep.
 */
export function stopTimesOf(pod: Pod, { declared, mesh }: ShutdownSources = {}): StopTimesByContainer {
  const annotated = annotatedShutdowns(pod).seconds;
  const stops: { [container: string]: StopTimes } = {};
  for (const container of pod.containers) {
    const { name } = container;
    const preStop = container.spec.lifecycle?.preStop ? hookOf(container, 'preStop')?.seconds : undefined;
    const shutdown = declared?.get(name) ?? annotated.get(name) ?? (mesh && Object.hasOwn(mesh, name) ? mesh[name].shutdown : undefined);
    if (preStop !== undefined || shutdown !== undefined) {
      stops[name] = { ...(preStop === undefined ? {} : { preStop }), ...(shutdown === undefined ? {} : { shutdown }) };
    }
  }
  return stops;
}
