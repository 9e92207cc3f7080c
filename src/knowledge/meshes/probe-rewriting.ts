import { ReadBoolean } from './values';
import { JsonObject } from '../../data/json';

/** How an injector points the probes of a pod's other containers at its proxy. */
export interface ProbeRewriting {
  /** The annotation with which a pod keeps its probes: a value that reads as no. */
  readonly annotation: { readonly key: string; readonly read: ReadBoolean };
  /** Whether it rewrites such a probe. */
  readonly concerns: (probe: unknown) => boolean;
  /** A container with its probes sent to the proxy. */
  readonly rewrite: (container: JsonObject) => JsonObject;
  /** Whether a path is one at which the proxy answers for another container. */
  readonly isPath: (path: string) => boolean;
  /** Whether a probe is one that it has rewritten. */
  readonly isRewritten: (probe: unknown) => boolean;
}

/** Whether the annotations of a pod leave the rewriting on. */
export function rewritesProbes({ annotation }: ProbeRewriting, annotations: { readonly [key: string]: unknown }): boolean {
  const value = annotations[annotation.key];
  return value === undefined || annotation.read(String(value)) !== false;
}
