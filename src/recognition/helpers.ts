import type { Recognition } from './recognition';
import { Direction, KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../lifecycle/pod';

/** A container that serves another one of its pod. */
export interface Helper {
  readonly container: PodContainer;
  /** How it and the app meet; `endless` when all that is known is that it never ends by itself beside work that does. */
  readonly direction: Direction | 'endless';
  /** The program, when its image is known. */
  readonly program?: KnownProgram;
  /** What shows it, as the end of a sentence: "its image is the Cloud SQL Auth Proxy", "'app' calls localhost:9009". */
  readonly why: string;
}

/** The containers of a pod that serve another one of it, ordinary and native, in the pod's order. */
export function helpersOf(_recognition: Recognition): Helper[] {
  return [];
}
