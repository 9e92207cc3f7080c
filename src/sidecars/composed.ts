import type { Joined } from './mesh-join';
import { FoundTemplate } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { Finding } from '../rules/engine/finding';
import { StopTimesByContainer } from '../rules/engine/stop-times';

/** A manifest as it will be written, and what stops it: no more than a synth must hold of all workloads at once. */
export interface Written {
  readonly manifest: any;
  /** Where the pod is; undefined when it cannot be read. */
  readonly found: FoundTemplate | undefined;
  readonly joined: Joined | undefined;
  /** What was found out while it was written, before any rule was asked. */
  readonly noticed: readonly Finding[];
  readonly unreadable: string[];
  /** The pod and its stops, for whoever asks first: the manifest is checked right after it is written, and then they need not be kept. */
  fresh?: { readonly pod: Pod; readonly stops: StopTimesByContainer };
  /** The errors that nobody has acknowledged, once somebody has asked. */
  errors?: readonly Finding[];
}

/** A manifest as it will be written, and what there is to say about it. */
export interface Composed {
  readonly manifest: any;
  /** The pod as it will run; undefined when it cannot be read. */
  readonly pod: Pod | undefined;
  /** What is said about how long each container needs to stop. */
  readonly stops: StopTimesByContainer;
  /** Everything that there is to say: all rules are asked when this is. */
  readonly findings: () => Finding[];
  /** The errors that nobody has acknowledged. */
  readonly errors: () => readonly Finding[];
  readonly unreadable: string[];
  /** The containers that a mesh's injector adds, by name. */
  readonly injected: readonly string[];
  /** What the cluster must have, in sentences, for the pod to run like this. */
  readonly clusterNeeds: string[];
}

/** The pod as it will run; undefined when it cannot be read. */
export function podOf({ found, joined }: Written): Pod | undefined {
  return found && Pod._of(joined?.predict() ?? found);
}
