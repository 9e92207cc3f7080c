/** What became of a field: the stored object has it, or not, or there is no stored object. */
export type Fate = 'kept' | 'dropped' | 'refused';

/** What an API server did with one field, for a client that ignores unknown fields, and for a strict one. */
export interface FeatureAnswer {
  readonly feature: string;
  readonly field: string;
  readonly lenient: Fate;
  readonly strict: Fate;
  /** Why it refused the object. */
  readonly why?: string;
}

/** The answers of one API server. */
export interface FeatureRecord {
  readonly kubernetes: string;
  readonly fields: readonly FeatureAnswer[];
}
