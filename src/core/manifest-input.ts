import { ManifestDocument } from '../yaml/parse';
import { InputProblem } from '../yaml/problem';

/** A file that was read. */
export interface InputFile {
  /** The file, as the user would find it. */
  readonly file: string;
  /** The path below the folder that was given, or the file's name. */
  readonly relative: string;
  /** Its whole text, unchanged. */
  readonly text: string;
}

/** What the user gave us to read. */
export interface ManifestInput {
  /** The files that could be read, as text. */
  readonly files: InputFile[];
  /** The objects in them. */
  readonly documents: ManifestDocument[];
  /** What could not be read. */
  readonly problems: InputProblem[];
}
