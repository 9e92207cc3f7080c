/** Where something stands: in a pod, or in a ConfigMap that the pod mounts. */
export interface Place {
  /** From the pod's spec (`['containers', 0, 'args', 1]`) or, in a ConfigMap, from the ConfigMap (`['data', 'run.sh']`). */
  readonly path: readonly (string | number)[];
  /** The part of the text there, where only a part is meant. */
  readonly span?: { readonly start: number; readonly end: number };
  /** The ConfigMap's name, when it does not stand in the pod. */
  readonly configMap?: string;
}

/** The kinds of workaround that native sidecars make needless. */
export type LeftoverKind =
  | 'quit-call'
  | 'quit-endpoint'
  | 'wrapper'
  | 'sentinel-file'
  | 'shared-pid-kill'
  | 'wait-loop'
  | 'blind-sleep'
  | 'start-barrier'
  | 'smuggled-sleep'
  | 'twin'
  | 'bypass'
  | 'kruise';

/** A workaround for what sidecars could not do, as it stands in a pod. */
export interface Leftover {
  readonly kind: LeftoverKind;
  /** The container that holds it, or that mounts what holds it. */
  readonly container: string;
  /** The container that it is about: who is waited for, told to quit, killed. Undefined when that cannot be seen. */
  readonly target?: string;
  /** What is written there, short enough for a sentence. */
  readonly text: string;
  /** All places that belong to it. */
  readonly places: readonly Place[];
  /** Other containers that only exist for it, and go with it: a killer, an installer. */
  readonly accomplices?: readonly string[];
  /** The port on loopback that it calls, where it calls one. */
  readonly port?: number;
}
