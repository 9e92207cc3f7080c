import type { Place } from './place';
import type { ShellNode } from './shell-walk';
import type { ShellScript } from '../commands';

export type { Place } from './place';

/** Commands of a script that go, and the script. */
export interface Doomed {
  readonly script: ShellScript;
  readonly nodes: ReadonlySet<ShellNode>;
}

/** The kinds of workarounds that native sidecars make unnecessary. */
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

/** The real command of a container, without the workaround around it. */
export interface Unwrapped {
  readonly container: string;
  /** The command, which then stands in `command` without `args`. */
  readonly words?: readonly string[];
  /** The shell script, and the place of the script that it replaces as a whole. */
  readonly script?: NewScript;
}

/** A script that takes the place of another one. */
export interface NewScript {
  readonly place: Place;
  readonly text: string;
  /** Where the command that both have begins, in the old one and in the new one. */
  readonly kept: { readonly from: number; readonly to: number };
}

/** A workaround in a pod for something that ordinary sidecars cannot do. */
export interface Leftover {
  readonly kind: LeftoverKind;
  /** The container that holds it, or that mounts what holds it. */
  readonly container: string;
  /** The container that it concerns: the one that is waited for, told to quit, or killed. Undefined when the manifest does not show it. */
  readonly target?: string;
  /** The name of the mesh proxy that it concerns, if an injector adds that proxy to the pod. */
  readonly proxy?: string;
  /** The containers that it may concern, where `target` is not known; none when it concerns something that is not in the manifest. Undefined when it may be any. */
  readonly candidates?: readonly string[];
  /** Why the container that it concerns does not notice it: a clause. */
  readonly unheard?: string;
  /** Whether it happens when the work succeeds, but not when it fails. */
  readonly isSkippedOnFailure?: boolean;
  /** Further containers that it concerns in the same way. */
  readonly alsoEnds?: readonly string[];
  /** Containers that need the same file for something else. */
  readonly neededBy?: readonly string[];
  /** What is written there, short enough for a sentence. */
  readonly text: string;
  /** Everything to remove with it. Empty when the user must decide how. Spans of one text do not overlap. */
  readonly places: readonly Place[];
  /** Why a person must change it, where that is known: a clause about it. */
  readonly stays?: string;
  /** Whether `stays` tells that it is there for something else than a sidecar. */
  readonly hasOtherReason?: boolean;
  /** The commands that the spans among the places remove: several workarounds in one script must be removed in one step. */
  readonly doomed?: Doomed;
  /** Containers that only serve this workaround and are removed with it: a killer, an installer. */
  readonly dedicatedContainers?: readonly string[];
  /** The port on loopback that it calls, where it calls one. */
  readonly port?: number;
  /** When it happens; undefined where it is no command. */
  readonly moment?: 'run' | 'postStart' | 'preStop';
  /** The command that remains, where removing the places is not enough or not possible. */
  readonly unwrapped?: Unwrapped;
  /** Whether a wait asks what is behind its target, for example a database: that the target is up is no answer. */
  readonly asksBehind?: boolean;
  /** How a wait ends: by an answer, or after a time; or that it gives up after some tries. */
  readonly wait?: 'answer' | 'time' | 'tries';
}

/** A text as a part of a sentence: one line, and not too long. */
export function shortText(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1)}…` : line;
}

const MAX_TEXT = 60;
