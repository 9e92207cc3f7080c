import { TextRange } from './place-node';

/** A part of a file: lines and columns from 1, in UTF-16 units; the end is exclusive, as SARIF and editors want it. */
export interface TextRegion {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Turns offsets of a text into lines and columns. */
export class LineStarts {
  private readonly starts: number[] = [0];

  public constructor(text: string) {
    if (text.includes('\r')) {
      for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
        this.starts.push(lineBreak.index + lineBreak[0].length);
      }
      return;
    }
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.starts.push(at + 1);
    }
  }

  /** @param firstLine the line of the file on which the text begins */
  public region({ start, end }: TextRange, firstLine: number): TextRegion {
    const [from, to] = [this.lineAt(start), this.lineAt(end)];
    return { line: firstLine + from, column: start - this.starts[from] + 1, endLine: firstLine + to, endColumn: end - this.starts[to] + 1 };
  }

  /** The line of an offset, from 0. */
  private lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
