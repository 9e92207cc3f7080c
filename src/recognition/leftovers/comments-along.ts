/** A change to the text of a script. */
export interface ScriptEdit {
  readonly start: number;
  readonly end: number;
  readonly instead?: string;
}

/** What comments about waiting, stopping and sidecars are about; a comment about something else may be the heading of what stays below. */
const CONCERNED = /\b(?:wait\w*|until|ready|readiness|sleep\w*|start\w*|quit\w*|exit\w*|stop\w*|shut\w*|kill\w*|terminat\w*|end|ends|ended|hang\w*|forever|sidecars?|prox(?:y|ies)|mesh|shellcheck)\b/i;

const COMMENT_LINE = /^[ \t]*#(?!!)/;

/**
 * Lets the comments about commands that go go with them: one behind a command on its line, and those on the lines right above it.
 *
 * @param text the script
 * @param edits what goes, in order
 */
export function withComments(text: string, edits: readonly ScriptEdit[]): ScriptEdit[] {
  const inOrder = [...edits].sort((one, other) => one.start - other.start);
  return withBlankLines(text, inOrder.flatMap((edit, index) => along(text, edit, inOrder.slice(index + 1))));
}

/** If the end of a script goes, the blank lines before it go, too. */
function withBlankLines(text: string, edits: readonly ScriptEdit[]): ScriptEdit[] {
  let first = edits.length - 1;
  if (first < 0 || edits[first].instead !== undefined || /\S/.test(text.slice(edits[first].end))) {
    return [...edits];
  }
  while (first > 0 && edits[first - 1].end === edits[first].start && edits[first - 1].instead === undefined) {
    first--;
  }
  const start = blankLinesAbove(text, edits[first].start);
  return edits.map((edit, index) => index === first ? { ...edit, start } : edit);
}

function along(text: string, given: ScriptEdit, later: readonly ScriptEdit[]): ScriptEdit[] {
  const line = lineStart(text, given.start);
  if (/[^ \t]/.test(text.slice(line, given.start))) {
    return [given];
  }
  const edit = withTrailing(text, given);
  const above = commentsAbove(text, line);
  const comment = text.slice(above, line);
  const goes = above < line && (CONCERNED.test(comment) || !isFollowed(text, edit, later));
  return goes ? [{ start: above, end: line }, edit] : [edit];
}

/** With the comment behind it, and the end of its line if nothing takes its place. */
function withTrailing(text: string, edit: ScriptEdit): ScriptEdit {
  const rest = /^[ \t]*#[^\n]*\n?/.exec(text.slice(edit.end, lineEnd(text, edit.end) + 1))?.[0];
  if (rest === undefined || text[edit.end - 1] === '\n') {
    return edit;
  }
  return { ...edit, end: edit.end + (edit.instead === undefined ? rest.length : rest.trimEnd().length) };
}

/** Whether a command that stays stands right below. */
function isFollowed(text: string, { end }: ScriptEdit, later: readonly ScriptEdit[]): boolean {
  const next = text[end - 1] === '\n' ? end : lineEnd(text, end) + 1;
  const line = text.slice(next, lineEnd(text, next));
  const again = later.find(({ start }) => start >= next && start <= next + line.length && /^[ \t]*$/.test(text.slice(next, start)));
  return again ? isFollowed(text, again, later) : /\S/.test(line) && !COMMENT_LINE.test(line);
}

/** Where the blank lines right above a line begin; the place itself if it is not the start of a line. */
function blankLinesAbove(text: string, line: number): number {
  let first = line;
  while (first > 0 && text[first - 1] === '\n' && text.slice(lineStart(text, first - 1), first).trim() === '') {
    first = lineStart(text, first - 1);
  }
  return first;
}

/** Where the comments right above a line begin. A line that continues on the next one must keep what follows it. */
function commentsAbove(text: string, line: number): number {
  let first = line;
  while (first > 0) {
    const start = lineStart(text, first - 1);
    if (!COMMENT_LINE.test(text.slice(start, first))) {
      return text.slice(start, first - 1).endsWith('\\') ? line : first;
    }
    first = start;
  }
  return first;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
