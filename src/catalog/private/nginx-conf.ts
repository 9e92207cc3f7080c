/** A directive: its words, and the directives in its block. */
export interface Directive {
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
}

/** A directive. Words with special characters are quoted. */
export function directive(...words: (string | number)[]): Directive {
  return { words: words.map(String) };
}

/** A directive with a block. */
export function block(words: readonly (string | number)[], inner: readonly Directive[]): Directive {
  return { words: words.map(String), block: inner };
}

/** Writes directives in the syntax of nginx. */
export function toNginxConf(directives: readonly Directive[]): string {
  return `${directives.flatMap(one => lines(one)).join('\n')}\n`;
}

function lines({ words, block: inner }: Directive): string[] {
  const text = words.map(quote).join(' ');
  return inner ? [`${text} {`, ...inner.flatMap(lines).map(line => `  ${line}`), '}'] : [`${text};`];
}

function quote(word: string): string {
  return /^[^\s;{}"'\\#]+$/.test(word) ? word : `"${word.replace(/[\\"]/g, '\\$&')}"`;
}
