import { Edit } from '../edits/edit';

/**
 * What became of a pod.
 *
 * `migrated`: something changed. `already-native`: its sidecars are native already. `advice`: nothing changed, a person must decide. `nothing-to-do`: it has no sidecar.
 * `refused`: it cannot be judged.
 */
export type Verdict = 'migrated' | 'already-native' | 'advice' | 'nothing-to-do' | 'refused';

/** Something that only a person can do or decide. */
export interface ManualStep {
  /** The rule that it comes from. */
  readonly rule: string;
  /** What there is to do, and why. */
  readonly why: string;
}

/** What a pod as a whole asks its node for, by resource. */
export type Requests = { readonly [resource: string]: string };

/** What is to be done to one pod, as data. */
export interface Plan {
  readonly verdict: Verdict;
  /** The containers that become native sidecars, in the order in which they start. */
  readonly moved: readonly string[];
  /** The changes of the object that holds the pod; paths begin at the object. */
  readonly edits: readonly Edit[];
  /** The workarounds that go, as parts of sentences. */
  readonly removed: readonly string[];
  readonly manual: readonly ManualStep[];
  /** The first Kubernetes that runs the pod as it then is; absent when it has no native sidecar. */
  readonly minimumKubernetesVersion?: string;
  /** What the pod asks for before and after; absent when an amount cannot be read. */
  readonly requests?: { readonly before: Requests; readonly after: Requests };
  /** The object as it then is; the same as before when nothing changes. */
  readonly result: unknown;
}
