/** Lines at a column, each with its line break; empty lines stay empty. */
export function padded(lines: readonly string[], column: number, eol: string): string {
  const pad = ' '.repeat(column);
  return lines.map(line => (line === '' ? '' : pad + line) + eol).join('');
}

/** The spaces before the text of a line; in a line that is commented out at the margin, they stand behind the mark. */
const MARGIN = /^( *)(#(?:[\w.-]+#)?)?( *)/gm;

/** Moves lines to the right, or to the left as far as their spaces reach. */
export function shifted(text: string, columns: number): string {
  if (columns === 0) {
    return text;
  }
  if (columns > 0) {
    return text.replace(/^(?=[^\r\n])/gm, ' '.repeat(columns));
  }
  return text.replace(MARGIN, (_, pad: string, mark: string | undefined, space: string) => {
    const missing = Math.max(0, -columns - pad.length);
    const isCode = mark !== undefined && space.length >= missing + (mark === '#' ? 1 : 0);
    return pad.slice(Math.min(pad.length, -columns)) + (mark ?? '') + (isCode ? space.slice(missing) : space);
  });
}
