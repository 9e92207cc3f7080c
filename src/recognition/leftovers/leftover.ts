/** Where something stands: in a pod, or in a ConfigMap that the pod mounts. */
export interface Place {
  /** From the pod's spec (`['containers', 0, 'args', 1]`) or, in a ConfigMap, from the ConfigMap (`['data', 'run.sh']`). */
  readonly path: readonly (string | number)[];
  /** The part of the text there, where only a part is meant. */
  readonly span?: { readonly start: number; readonly end: number };
  /** What must stand there instead, so that the text stays valid; nothing, unless it is said. */
  readonly instead?: string;
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

/** What a container really runs, once a workaround around it is gone. */
export interface Unwrapped {
  readonly container: string;
  /** The command, which then stands in `command` without `args`. */
  readonly words?: readonly string[];
  /** The shell script, and the place of the script that it replaces as a whole. */
  readonly script?: { readonly place: Place; readonly text: string };
}

/** A workaround for what sidecars could not do, as it stands in a pod. */
export interface Leftover {
  readonly kind: LeftoverKind;
  /** The container that holds it, or that mounts what holds it. */
  readonly container: string;
  /** The container that it is about: who is waited for, told to quit, killed. Undefined when that cannot be seen. */
  readonly target?: string;
  /** The proxy of a mesh that it is about, by name, where an injector brings it: it does not stand in the pod. */
  readonly proxy?: string;
  /** Further containers that it is about in the same way. */
  readonly alsoEnds?: readonly string[];
  /** What is written there, short enough for a sentence. */
  readonly text: string;
  /** All that belongs to it, and has to go. Empty when a person must see how. Spans of one text do not overlap. */
  readonly places: readonly Place[];
  /** Other containers that only exist for it, and go with it: a killer, an installer. */
  readonly accomplices?: readonly string[];
  /** The port on loopback that it calls, where it calls one. */
  readonly port?: number;
  /** When it happens; undefined where it is no command. */
  readonly moment?: 'run' | 'postStart' | 'preStop';
  /** What is left of the command, where taking the places away is not enough or not possible. */
  readonly unwrapped?: Unwrapped;
  /** How a wait ends: by an answer, or after a time; or that it gives up after some tries. */
  readonly wait?: 'answer' | 'time' | 'tries';
}

/** A text as a part of a sentence: one line, and not too long. */
export function shortText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
}

const MAX_TEXT = 60;
