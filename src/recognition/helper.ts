import { Direction, KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** A container that serves another one of its pod. */
export interface Helper {
  readonly container: PodContainer;
  /** How it relates to the app; `endless` when all that is known is that it never exits on its own while the pod's work does. */
  readonly direction: Direction | 'endless';
  /** Nothing shows whether it receives the app's traffic or carries what the app sends; its direction then is `inbound`. */
  readonly isUnclear?: true;
  /** The program, when its image is known. */
  readonly program?: KnownProgram;
  /** The evidence, as the end of a sentence: "its image is the Cloud SQL Auth Proxy", "'app' calls localhost:9009". */
  readonly why: string;
  /** It certainly never exits on its own. */
  readonly neverEnds?: boolean;
}
