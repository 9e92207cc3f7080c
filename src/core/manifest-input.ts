import { ManifestDocument } from '../yaml/parse';
import { InputProblem } from '../yaml/problem';

/** A file that was read. */
export interface InputFile {
  /** The path of the file, as the user passes it. */
  readonly file: string;
  /** The path relative to the input folder, or the file's name. */
  readonly relative: string;
  /** Its whole text, unchanged. */
  readonly text: string;
}

/** The input of the user. */
export interface ManifestInput {
  /** The readable files. */
  readonly files: InputFile[];
  /** The objects in them. */
  readonly documents: ManifestDocument[];
  /** Problems with input that could not be read. */
  readonly problems: InputProblem[];
}

/** The problems with texts that the user names: a JSON patch is none. */
export function withoutPatches(problems: readonly InputProblem[]): InputProblem[] {
  return problems.filter(({ foreign }) => foreign !== 'JSON patch');
}
