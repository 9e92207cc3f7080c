/** A location in a pod, or in a ConfigMap that the pod mounts. */
export interface Place {
  /** From the pod's spec (`['containers', 0, 'args', 1]`) or, in a ConfigMap, from the ConfigMap (`['data', 'run.sh']`). */
  readonly path: readonly (string | number)[];
  /** The part of the text there, where only a part is meant. */
  readonly span?: { readonly start: number; readonly end: number };
  /** The replacement that keeps the text valid; by default the part is removed. */
  readonly instead?: string;
  /** The ConfigMap's name, when it does not stand in the pod. */
  readonly configMap?: string;
}
