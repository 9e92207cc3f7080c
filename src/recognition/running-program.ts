import { KnownProgram } from '../knowledge/programs/program';

/** What shows which program a container runs. */
export type ProgramSign =
  /** The user's configuration names the image or the container. */
  | 'configuration'
  | 'image'
  /** The tag, in a repository that holds many programs. */
  | 'tag'
  /** Its command, whatever its image is called. */
  | 'command';

/** The program that a container runs, and what shows it. */
export interface RunningProgram {
  readonly program: KnownProgram;
  readonly by: ProgramSign;
}
