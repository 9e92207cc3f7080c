import { ScriptEdit } from './comments-along';
import { Statement } from './shell-walk';

/**
 * How a statement goes: with its `;`, and with its line where it has one of its own.
 *
 * @param text the script
 * @param statement the statement
 * @param last the last of those that go with it, one behind the other; itself when none does
 */
export function statementCut(text: string, { pos, end }: Statement, last: Statement): ScriptEdit {
  const after = behind(text, end);
  let before = pos;
  while (before > 0 && (text[before - 1] === ' ' || text[before - 1] === '\t')) {
    before--;
  }
  const isOwnLine = before === 0 || text[before - 1] === '\n';
  if (isOwnLine) {
    return { start: before, end: text[after] === '\n' ? after + 1 : after };
  }
  const isSeparated = text[before - 1] === ';' && text[before - 2] !== ';';
  return { start: isSeparated && closes(text, behind(text, last.end)) ? before - 1 : pos, end: after };
}

/** Where a statement ends with its `;`. */
function behind(text: string, end: number): number {
  return /^[ \t]*(;(?!;)[ \t]*)?/.exec(text.slice(end))![0].length + end;
}

/** Whether nothing that has to be separated from a statement before it stands at a place. */
function closes(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === ')';
}
