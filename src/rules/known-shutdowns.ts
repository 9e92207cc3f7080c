import { StopTimesByContainer } from './engine/stop-times';
import { Pod, PodContainer } from '../kubernetes/pod';
import { ProgramStop, programStopOf } from '../recognition/program-stop';
import { Recognition } from '../recognition/recognition';
import { assumedShutdowns } from '../simulator/assumptions';

/** A shutdown time that need not be assumed. */
export interface KnownShutdown {
  readonly seconds: number;
  /** The program that needs it, where that is all that is known. */
  readonly program?: ProgramStop;
}

/** How long a container is known to need after its stop signal: what is declared, else what is known of its program; undefined when it must be assumed. */
export function knownShutdown(stops: StopTimesByContainer, recognition: Recognition, container: PodContainer): KnownShutdown | undefined {
  const declared = Object.hasOwn(stops, container.name) ? stops[container.name].shutdown : undefined;
  if (declared !== undefined) {
    return { seconds: declared };
  }
  const program = programStopOf(recognition, container);
  return program && { seconds: program.seconds, program };
}

/**
 * The declared shutdown times at which a reader of the pod does not arrive without being told.
 *
 * @param pod the pod with its grace period
 * @param stops what the pod itself tells
 * @param declared what only the code that writes the pod knows, by container
 */
export function untoldShutdowns(
  pod: Pod, stops: StopTimesByContainer, declared: ReadonlyMap<string, number>,
): { readonly [container: string]: number } {
  const recognition = new Recognition(pod);
  const known = new Map([...pod.mains, ...pod.sidecars].map(container => [container.name, knownShutdown(stops, recognition, container)?.seconds]));
  const told: { [container: string]: number } = {};
  let untold: PodContainer[];
  do {
    // Each time that is told changes what is left for the others.
    const seconds = Object.fromEntries([...known].filter(([, time]) => time !== undefined)) as { [container: string]: number };
    const assumed = assumedShutdowns(pod, { ...seconds, ...told });
    untold = [...pod.mains, ...pod.sidecars].filter(({ name, role }) => !Object.hasOwn(told, name)
      && declared.has(name) && declared.get(name) !== (known.get(name) ?? (role === 'main' ? assumed.app : assumed.sidecar)));
    untold.forEach(({ name }) => { told[name] = declared.get(name)!; });
  } while (untold.length > 0);
  return told;
}
