import { JsonObject } from '../../src/data/json';

/** What became of an object: the container is where it belongs, in both lists, or nothing changed, and why. */
export type Outcome = 'works' | 'both' | 'unchanged' | 'duplicate' | 'conflict' | 'immutable' | 'refused';

/** What was applied: the migrated manifest, the same with another name for the sidecar, or the migrated dump of the live object. */
export type Input = 'manifest' | 'renamed' | 'dump';

/** One attempt. */
export interface Attempt {
  readonly kind: string;
  readonly made: string;
  readonly input: Input;
  readonly way: string;
  readonly outcome: Outcome;
  /** What kubectl reported, if the outcome has no name. */
  readonly why?: string;
}

/** A live object before the attempt: what tells how it was made. */
export interface Live {
  readonly kind: string;
  readonly made: string;
  readonly object: JsonObject;
}

/** The answers of one API server. */
export interface ApplyRecord {
  readonly kubernetes: string;
  readonly kubectl: string;
  readonly helm: readonly string[];
  readonly attempts: readonly Attempt[];
  readonly live: readonly Live[];
}
