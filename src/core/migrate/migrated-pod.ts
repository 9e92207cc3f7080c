import { DataPath } from '../../data/path';
import { PodModel } from '../../kubernetes/pod';
import { ManualStep, Plan } from '../../migration/plan';

/** The result for one pod of a file. */
export interface MigratedPod {
  readonly file: string;
  /** The index of its document in the file, from 0. */
  readonly document: number;
  readonly kind: string;
  /** Null if the manifest names none. */
  readonly namespace: string | null;
  /** Null if the object has only a generateName. */
  readonly name: string | null;
  readonly plan: Plan;
  /** The pod before the migration; absent if it cannot be read. */
  readonly pod?: PodModel;
  /** From the document to the object with the pod; absent if the pod cannot be read. */
  readonly objectPath?: DataPath;
  /** What was planned for the result of the plan before, until nothing was left to do. */
  readonly later?: readonly Plan[];
  /** What a person has to look at in the comments. */
  readonly comments?: readonly ManualStep[];
}
