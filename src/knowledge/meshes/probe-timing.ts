import { PROBES } from './probe-rewriting';
import { isObject, JsonObject } from '../../data/json';

/** The annotations with the timing of the probes of a proxy: for each probe, the annotation of a field. */
export interface ProbeTiming {
  readonly startupProbe?: { readonly [field: string]: string };
  readonly readinessProbe?: { readonly [field: string]: string };
  readonly livenessProbe?: { readonly [field: string]: string };
  /** What happens to a field whose annotation is no number greater than 0: it is kept as it is by default, or left to Kubernetes. */
  readonly unreadable: 'kept' | 'dropped';
}

interface Annotations {
  readonly [key: string]: unknown;
}

/** A container of the injector with the timing that the annotations of a pod choose for its probes. */
export function timed(container: JsonObject, timing: ProbeTiming | undefined, annotations: Annotations): JsonObject {
  const changed = PROBES.filter(name => isObject(container[name]) && timing?.[name])
    .map(name => [name, timedProbe(container[name], timing!, name, annotations)]);
  return changed.length === 0 ? container : { ...container, ...Object.fromEntries(changed) };
}

function timedProbe(probe: JsonObject, timing: ProbeTiming, name: typeof PROBES[number], annotations: Annotations): JsonObject {
  const chosen = Object.entries(timing[name]!).filter(([, key]) => annotations[key] !== undefined);
  return chosen.reduce((before, [field, key]) => {
    const { [field]: kept, ...rest } = before;
    const value = /^\d+$/.test(String(annotations[key])) ? Number(annotations[key]) : 0;
    return value > 0 ? { ...rest, [field]: value } : timing.unreadable === 'kept' ? { ...rest, [field]: kept } : rest;
  }, probe);
}
