/** A line of a `.gitignore` file, or a pattern of the user in the same language. */
interface IgnorePattern {
  /** As it is written. */
  readonly line: string;
  /** Its steps between slashes; a single step matches at any depth. */
  readonly steps: readonly Step[];
  /** It takes back what an earlier pattern ignores. */
  readonly isNegated: boolean;
  /** It matches folders only. */
  readonly isForFolders: boolean;
}

/** Any number of folders, or what matches the characters of a name. */
type Step = typeof FOLDERS | readonly string[];

const FOLDERS = '**';

/** Patterns in the language of `.gitignore`: the last one that matches a path decides. */
export class IgnorePatterns {
  /** The patterns in the text of a file. */
  public static ofText(text: string): IgnorePatterns {
    return new IgnorePatterns(text.replace(/^\ufeff/, '').split(/\r?\n/));
  }

  private readonly patterns: readonly IgnorePattern[];

  public constructor(lines: readonly string[]) {
    this.patterns = lines.flatMap(patternOf);
  }

  /**
   * Whether the patterns ignore a path; undefined if none of them matches it.
   *
   * @param path the path from the folder of the patterns, with forward slashes
   */
  public ignores(path: string, isFolder: boolean): boolean | undefined {
    const pattern = this.deciding(path, isFolder);
    return pattern && !pattern.isNegated;
  }

  /** The pattern that decides about a path; undefined if none of them matches it. */
  public deciding(path: string, isFolder: boolean): Pick<IgnorePattern, 'line' | 'isNegated'> | undefined {
    const steps = path.split('/');
    for (let index = this.patterns.length - 1; index >= 0; index--) {
      const { steps: wanted, isForFolders } = this.patterns[index];
      if ((isFolder || !isForFolders) && matchesPath(wanted, steps)) {
        return this.patterns[index];
      }
    }
    return undefined;
  }
}

function patternOf(line: string): IgnorePattern[] {
  const isNegated = line.startsWith('!');
  const text = line.slice(isNegated ? 1 : 0).replace(/(?<![\\ \t])[ \t]+$/, '');
  const bare = text.replace(/\/$/, '');
  if (bare === '' || line.startsWith('#')) {
    return [];
  }
  const steps = bare.replace(/^\//, '').split('/').map(stepOf);
  return [{ line, steps: bare.includes('/') ? steps : [FOLDERS, ...steps], isNegated, isForFolders: text.endsWith('/') }];
}

/** Takes a step apart into characters, each with its backslash, and classes such as `[a-z]`. */
function stepOf(text: string): Step {
  if (text === FOLDERS) {
    return text;
  }
  const tokens: string[] = [];
  const lastEnd = text.lastIndexOf(']');
  for (let at = 0; at < text.length; at += tokens[tokens.length - 1].length) {
    const first = text.slice(at, at + 2);
    // A bracket that ends a class may also be its first member.
    const end = first[0] === '[' && at < lastEnd ? text.indexOf(']', at + (/[!^]/.test(first[1]) ? 3 : 2)) : -1;
    tokens.push(end >= 0 ? text.slice(at, end + 1) : first[0] === '\\' && first.length > 1 ? `\\${characterAt(text, at + 1)}` : characterAt(text, at));
  }
  return tokens;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!);
}

/** Whether steps with `**` for any number of folders match a path. */
function matchesPath(wanted: readonly Step[], steps: readonly string[]): boolean {
  let reached = new Set([0]);
  wanted.forEach((want, at) => {
    const next = new Set<number>();
    for (const from of reached) {
      if (want === FOLDERS) {
        // At the end it stands for everything inside, but not for the folder itself.
        for (let to = from + Number(at === wanted.length - 1); to <= steps.length; to++) {
          next.add(to);
        }
      } else if (from < steps.length && matchesStep(want, steps[from])) {
        next.add(from + 1);
      }
    }
    reached = next;
  });
  return reached.has(steps.length);
}

/** Whether a step with `*`, `?` and `[…]` matches a name; a star is tried again only from the last one, so many stars take no longer than one. */
function matchesStep(tokens: Exclude<Step, typeof FOLDERS>, name: string): boolean {
  const characters = [...name];
  let [token, at, star, retry] = [0, 0, -1, 0];
  while (at < characters.length) {
    if (tokens[token] === '*') {
      [star, retry] = [token++, at];
    } else if (token < tokens.length && matchesCharacter(tokens[token], characters[at])) {
      token++;
      at++;
    } else if (star >= 0) {
      [token, at] = [star + 1, ++retry];
    } else {
      return false;
    }
  }
  while (tokens[token] === '*') {
    token++;
  }
  return token === tokens.length;
}

function matchesCharacter(token: string, character: string): boolean {
  if (token.length > 2 && token.startsWith('[')) {
    const isNegated = /^\[[!^]/.test(token);
    return isInClass(token.slice(isNegated ? 2 : 1, -1), character) !== isNegated;
  }
  return token === '?' || (token.startsWith('\\') && token.length > 1 ? token.slice(1) : token) === character;
}

function isInClass(members: string, character: string): boolean {
  const ranges = members.match(/[^]-[^]|[^]/gu) ?? [];
  return ranges.some(range => range.length === 3 ? range[0] <= character && character <= range[2] : range === character);
}
