/** The width of everything that is made to be read. */
export const WIDTH = 100;

/** Breaks a sentence into lines of at most 100 columns, or of another width; a word that is longer than that stays whole. */
export function wrap(sentence: string, first: string, others: string, width = WIDTH): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of sentence.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = others;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
