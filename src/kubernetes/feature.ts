import type { FeatureField } from './feature-field';

/** The versions in which a feature came; what is absent has not happened yet. */
export interface FeatureHistory {
  /** The feature gate; absent where a release changed a behavior without one. */
  readonly gate?: string;
  /** The first version that knows it at all, switched off. */
  readonly alpha?: string;
  /** The first version in which it is beta, where it is not on by default from then on. */
  readonly beta?: string;
  /** The first version in which it is on unless someone turns it off. */
  readonly onByDefault?: string;
  /** The first version in which it cannot be turned off. */
  readonly stable?: string;
}

/** A feature, with its history and the fields that belong to it. */
export interface Feature extends FeatureHistory {
  readonly fields?: readonly FeatureField[];
}
