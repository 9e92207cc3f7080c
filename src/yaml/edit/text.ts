/** Lines at a column, each with its line break; empty lines stay empty. */
export function padded(lines: readonly string[], column: number, eol: string): string {
  const pad = ' '.repeat(column);
  return lines.map(line => (line === '' ? '' : pad + line) + eol).join('');
}

/** Moves lines to the right, or to the left as far as their spaces reach. */
export function shifted(text: string, columns: number): string {
  if (columns === 0) {
    return text;
  }
  return columns > 0
    ? text.replace(/^(?=[^\r\n])/gm, ' '.repeat(columns))
    : text.replace(new RegExp(`^ {1,${-columns}}`, 'gm'), '');
}
