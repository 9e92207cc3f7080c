import { TextRegion } from '../../../../src/yaml/line-starts';

/** A part of a text by offsets; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Turns lines and columns of a text into offsets. */
export class Offsets {
  private readonly starts: number[] = [0];

  public constructor(private readonly text: string) {
    for (const lineBreak of text.matchAll(/\r\n|\n|\r/g)) {
      this.starts.push(lineBreak.index + lineBreak[0].length);
    }
  }

  /** The offsets of a region. */
  public spanOf({ line, column, endLine, endColumn }: TextRegion): Span {
    const from = this.at(line, column);
    return { from, to: Math.max(from, this.at(endLine, endColumn)) };
  }

  /** The rest of a line from a column on. */
  public restOfLine(line: number, column = 1): Span {
    const from = this.at(line, column);
    const end = this.text.slice(from).search(/[\r\n]/);
    return { from, to: end < 0 ? this.text.length : from + end };
  }

  private at(line: number, column: number): number {
    const start = this.starts[Math.min(line, this.starts.length) - 1] ?? 0;
    return Math.min(start + column - 1, this.text.length);
  }
}
