import { Foreign } from './foreign';
import { oneLine } from '../data/words';

/** A problem in the input. */
export interface InputProblem {
  /** The file, as the user names it. */
  readonly file: string;
  /** The line, from 1; absent when the problem concerns the whole file. */
  readonly line?: number;
  /** The column, from 1; absent when the problem concerns the whole file. */
  readonly column?: number;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** What it is, if it does not claim to be a manifest: in a folder, that is no problem. */
  readonly foreign?: Foreign;
}

/** A problem on one line, in the form that editors and terminals can jump to: `FILE:LINE:COLUMN: sentence`. */
export function formatProblem(problem: InputProblem): string {
  const place = [problem.file, problem.line, problem.column].filter(part => part !== undefined).join(':');
  return oneLine(`${place}: ${problem.message}`);
}
