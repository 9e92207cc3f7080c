import { Skipped } from '../../core/skipped';
import { InputProblem } from '../../yaml/problem';

/** What a command has to say about its input, besides the pods in it. */
export interface InputReport {
  /** What could not be read. */
  readonly problems: readonly InputProblem[];
  /** What has no effect, such as a comment without a reason. */
  readonly notes: readonly InputProblem[];
  readonly skipped: Skipped;
}

/** The part of a JSON form about the input, the same for each command. */
export function inputJson({ problems, notes, skipped }: InputReport): object {
  return { problems: problems.map(problemJson), notes: notes.map(problemJson), skipped: skipped.groups, notRendered: skipped.notRendered };
}

function problemJson({ file, line, column, message }: InputProblem): object {
  return { file, line: line ?? null, column: column ?? null, message };
}
