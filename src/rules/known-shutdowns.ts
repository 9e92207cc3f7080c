import { StopTimes, StopTimesByContainer } from './engine/stop-times';
import { PodContainer } from '../kubernetes/pod';
import { missingToSleep } from '../recognition/image-tools';
import { isOrdinaryHelper, ProgramStop, programStopOf } from '../recognition/program-stop';
import { Recognition } from '../recognition/recognition';
import { assumedShutdowns } from '../simulator/assumptions';

/** A known shutdown time. */
export interface KnownShutdown {
  readonly seconds: number;
  /** The known program that needs this time; undefined if the time is declared. */
  readonly program?: ProgramStop;
}

/** How long a container keeps running after its stop signal: the declared time, otherwise the time of its known program; undefined if neither is known. */
export function knownShutdown(stops: StopTimesByContainer, recognition: Recognition, container: PodContainer): KnownShutdown | undefined {
  const declared = Object.hasOwn(stops, container.name) ? stops[container.name].shutdown : undefined;
  if (declared !== undefined) {
    return { seconds: declared };
  }
  const program = programStopOf(recognition, container);
  return program && { seconds: program.seconds, program };
}

/**
 * The stop times of a pod, with those that known programs always need. The limit of a drain is not one of them, because most drains end before it. A hook that fails takes
 * no time.
 */
export function certainStops(stops: StopTimesByContainer, recognition: Recognition): StopTimesByContainer {
  const certain: { [container: string]: StopTimes } = { ...stops };
  for (const container of [...recognition.pod.mains, ...recognition.pod.sidecars]) {
    const known = certain[container.name]?.shutdown === undefined ? programStopOf(recognition, container) : undefined;
    if (known && !known.isLimit) {
      certain[container.name] = { ...certain[container.name], shutdown: known.seconds };
    }
    if (certain[container.name]?.preStop && missingToSleep(recognition, container) !== undefined) {
      certain[container.name] = { ...certain[container.name], preStop: 0 };
    }
  }
  return certain;
}

/** The declared shutdown times that a reader would not count: he counts what the manifest declares, and what is certain about known programs. */
export function uncountedShutdowns(
  recognition: Recognition, stops: StopTimesByContainer, declared: ReadonlyMap<string, number>,
): { readonly [container: string]: number } {
  const certain = certainStops(stops, recognition);
  return Object.fromEntries([...declared].filter(([name, seconds]) => certain[name]?.shutdown !== seconds));
}

/**
 * The declared shutdown times that a reader cannot derive from the manifest, so synth writes them in an annotation.
 *
 * @param recognition the pod with its grace period
 * @param stops the stop times that the manifest declares
 * @param declared the shutdown times that the code declares, by container
 */
export function shutdownsToAnnotate(
  recognition: Recognition, stops: StopTimesByContainer, declared: ReadonlyMap<string, number>,
): { readonly [container: string]: number } {
  const { pod } = recognition;
  const stopping = [...pod.mains, ...pod.sidecars];
  const isKnown = (container: PodContainer) => declared.get(container.name) === knownShutdown(stops, recognition, container)?.seconds;
  // The times of presets are those of their programs, so most pods are done here.
  if (stopping.every(container => !declared.has(container.name) || isKnown(container))) {
    return {};
  }
  const known = new Map(stopping.map(container => [container.name, knownShutdown(stops, recognition, container)?.seconds]));
  const annotated: { [container: string]: number } = {};
  let missing: PodContainer[];
  do {
    // Each annotated time changes the assumed times of the others.
    const seconds = Object.fromEntries([...known].filter(([, time]) => time !== undefined)) as { [container: string]: number };
    const assumed = assumedShutdowns(pod, { ...seconds, ...annotated });
    const assumedFor = (container: PodContainer) => container.role === 'main' && !isOrdinaryHelper(recognition, container) ? assumed.app(container) : assumed.sidecar;
    missing = stopping.filter(container => !Object.hasOwn(annotated, container.name)
      && declared.has(container.name) && declared.get(container.name) !== (known.get(container.name) ?? assumedFor(container)));
    missing.forEach(({ name }) => { annotated[name] = declared.get(name)!; });
  } while (missing.length > 0);
  return annotated;
}
