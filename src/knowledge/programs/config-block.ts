/** A line of a configuration and the lines below it that are indented further. */
export interface ConfigBlock {
  /** The rest of its first line. */
  readonly rest: string;
  readonly body: string;
}

/**
 * The first block whose line begins with a key; undefined when there is none.
 *
 * @param text the configuration, in YAML
 * @param key matches the beginning of its line, up to the value
 */
export function blockOf(text: string, key: RegExp): ConfigBlock | undefined {
  const lines = text.split('\n');
  const start = lines.findIndex(line => key.test(line));
  if (start < 0) {
    return undefined;
  }
  const depth = indentOf(lines[start]);
  const end = lines.findIndex((line, index) => index > start && line.trim() !== '' && indentOf(line) <= depth);
  return {
    rest: lines[start].replace(key, ''),
    body: lines.slice(start + 1, end < 0 ? undefined : end).join('\n'),
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
