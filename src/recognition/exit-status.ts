import { ShellNode, SimpleCommand } from './leftovers/shell-walk';

/** One way in which a script can end. */
export interface ScriptEnd {
  /** Whether one of the calls was made. */
  readonly called: boolean;
  /** Whether some of the work failed. */
  readonly failed: boolean;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  /** Whether it depends on something other than the work, such as a variable. */
  readonly guessed: boolean;
}

/** A way through a script so far. */
export interface Way extends ScriptEnd {
  readonly errexit: boolean;
  /** What runs when the shell exits. */
  readonly trap?: readonly ShellNode[];
  /** The variables that hold an exit code, and whether it is 0. */
  readonly codes: ReadonlyMap<string, boolean>;
  /** Why what follows does not run. */
  readonly left?: 'exit' | 'break' | 'continue' | 'return';
}

/** A variable that holds an exit code, or the code of the last command. */
const CODE = /^\$(?:\{(\w+|\?)\}|(\w+|\?))$/;

/** A process hands on the lowest byte of its exit code. */
const EXIT_CODES = 256;

/** Whether the exit code that a word stands for is 0; undefined if it stands for none, or for one that is not known. */
function codeOf(word: string, { ok, codes }: Way): boolean | undefined {
  const name = CODE.exec(word)?.slice(1).find(one => one !== undefined);
  return /^\d+$/.test(word) ? Number(word) % EXIT_CODES === 0 : name === '?' ? ok : name === undefined ? undefined : codes.get(name);
}

/** Both ways in which something can end that has nothing to do with the work. */
export function guess(way: Way): Way[] {
  return [{ ...way, ok: true, guessed: true }, { ...way, ok: false, guessed: true }];
}

/** The ways behind a test: `[ $? -eq 0 ]` asks for the work, and everything else may go both ways. */
export function tested(words: readonly string[], way: Way): Way[] {
  const [left, operator, right] = words.slice(1);
  const code = right === '0' ? codeOf(left ?? '', way) : undefined;
  const isSame = /^(-eq|=|==)$/.test(operator ?? '');
  return code !== undefined && (isSame || /^(-ne|!=|-gt)$/.test(operator)) ? [{ ...way, ok: code === isSame }] : guess(way);
}

/** The ways behind `exit` or `return` with a word. */
export function given(word: string | undefined, way: Way): Way[] {
  const ok = word === undefined ? way.ok : codeOf(word, way);
  return ok === undefined ? guess(way) : [{ ...way, ok }];
}

/** The way behind assignments: `code=$?` keeps an exit code. */
export function assigned({ prefix }: SimpleCommand, way: Way): Way {
  const codes = new Map(way.codes);
  for (const { name, text } of prefix.filter(part => part.type === 'Assignment')) {
    const code = codeOf(text.slice(text.indexOf('=') + 1).replace(/^"(.*)"$/, '$1'), way);
    if (code === undefined) {
      codes.delete(name);
    } else {
      codes.set(name, code);
    }
  }
  return { ...way, ok: true, codes };
}
