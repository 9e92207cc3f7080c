import { PodModel } from './pod';
import { isObject } from '../data/json';

/**
 * The annotation of a pod template that carries the shutdown times which only the code that wrote the pod knows: `app=20,db=2.5`, in seconds.
 *
 * Times that a reader of the manifest arrives at without it are left out.
 */
export const SHUTDOWN_ANNOTATION = 'cdk8s-sidecars/shutdown-seconds';

/** What the annotation of a pod declares. */
export interface AnnotatedShutdowns {
  /** How many seconds each container needs after its stop signal, by its name. */
  readonly seconds: ReadonlyMap<string, number>;
  /** What is wrong with the annotation and what to do; undefined when nothing is. */
  readonly flaw?: string;
}

/** The longest shutdown that can be declared: a year, which is also the longest simulation. */
export const LONGEST_SHUTDOWN_SECONDS = 31_536_000;

const NONE: AnnotatedShutdowns = { seconds: new Map() };
const ENTRY = /^\s*([a-z0-9][a-z0-9-]*)\s*=\s*(\d{1,8}(?:\.\d{1,3})?)\s*$/;

/** The value of the annotation: sorted by container, so that the same times always give the same text. A time that a reader would reject is left out. */
export function formatShutdowns(seconds: { readonly [container: string]: number }): string {
  return Object.keys(seconds).filter(name => seconds[name] <= LONGEST_SHUTDOWN_SECONDS).sort().map(name => `${name}=${seconds[name]}`).join(',');
}

/** Reads the annotation of a pod. A malformed value declares nothing; a container that the pod does not have is left out. */
export function annotatedShutdowns(pod: PodModel): AnnotatedShutdowns {
  const annotations: unknown = pod.metadata.annotations;
  const value: unknown = isObject(annotations) && Object.hasOwn(annotations, SHUTDOWN_ANNOTATION) ? annotations[SHUTDOWN_ANNOTATION] : undefined;
  if (value === undefined) {
    return NONE;
  }
  const seconds = new Map<string, number>();
  const missing: string[] = [];
  for (const entry of typeof value === 'string' ? value.split(',') : ['']) {
    const [, name, time] = ENTRY.exec(entry) ?? [];
    if (name === undefined || seconds.has(name)) {
      return { ...NONE, flaw: `is ${JSON.stringify(value)}, so it is ignored: write each container once with its seconds, for example "app=20,db=2.5"` };
    }
    if (Number(time) > LONGEST_SHUTDOWN_SECONDS) {
      return { ...NONE, flaw: `declares ${time} s for '${name}', so it is ignored: a shutdown lasts at most a year, ${LONGEST_SHUTDOWN_SECONDS} s` };
    }
    if (pod.containers.some(container => container.name === name)) {
      seconds.set(name, Number(time));
    } else {
      missing.push(`'${name}'`);
    }
  }
  return { seconds, ...(missing.length > 0 ? { flaw: `names ${missing.join(', ')}, and the pod has no such container: remove it, or correct the name` } : {}) };
}
