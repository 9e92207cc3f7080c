/** One directive: its words, and what stands in its braces. */
export interface Directive {
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
}

/** A directive; words that nginx would take apart are quoted. */
export function directive(...words: (string | number)[]): Directive {
  return { words: words.map(String) };
}

/** A directive with a block. */
export function block(words: readonly (string | number)[], inner: readonly Directive[]): Directive {
  return { words: words.map(String), block: inner };
}

/** Writes directives as nginx reads them. */
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
