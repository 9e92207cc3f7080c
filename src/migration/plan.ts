import { Edit } from '../edits/edit';

/**
 * The outcome for a pod.
 *
 * `migrated`: something changed. `already-native`: its sidecars are native already. `advice`: nothing changed, the user must decide. `nothing-to-do`: it has no sidecar.
 * `refused`: it cannot be migrated.
 */
export type Verdict = 'migrated' | 'already-native' | 'advice' | 'nothing-to-do' | 'refused';

/** A step that the user must do or decide, or what stays because the user accepts it. */
export interface ManualStep {
  /** The rule that it comes from; null when it comes from none. */
  readonly rule: string | null;
  /** What to do, and why. */
  readonly why: string;
}

/** The requests of a pod as a whole, by resource. */
export type Requests = { readonly [resource: string]: string };

/** The plan for one pod, as data. */
export interface Plan {
  readonly verdict: Verdict;
  /** The containers that become native sidecars, in the order in which they start. */
  readonly moved: readonly string[];
  /** The edits of the object that contains the pod; paths start at the object. */
  readonly edits: readonly Edit[];
  /** The workarounds that are removed, as parts of sentences. */
  readonly removed: readonly string[];
  readonly manual: readonly ManualStep[];
  /** What stays because the user accepts it; absent when nothing. */
  readonly accepted?: readonly ManualStep[];
  /** What else the edits change, as sentences. */
  readonly consequences: readonly string[];
  /** The first Kubernetes version that runs the migrated pod; absent when the pod has no native sidecar. */
  readonly minimumKubernetesVersion?: string;
  /** The requests of the pod before and after; absent when a quantity cannot be parsed. */
  readonly requests?: { readonly before: Requests; readonly after: Requests };
  /** Which container is taken for the app, and why; only for a pod of several containers in which there is nothing to do; or which entry of the configuration has no effect. */
  readonly note?: string;
  /** The migrated object; the same as before when nothing changes. */
  readonly result: unknown;
}
