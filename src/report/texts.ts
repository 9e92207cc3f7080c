import { TextId } from './report-data';

/** Gives each different value a position, and keeps it once. */
export class Distinct<T> {
  public readonly all: T[] = [];
  private readonly positions = new Map<string, number>();

  /** @param keyOf values with the same key are the same */
  public constructor(private readonly keyOf: (value: T) => string) {}

  /** The position of a value. */
  public add(value: T): number {
    const known = this.positions.get(this.keyOf(value));
    if (known !== undefined) {
      return known;
    }
    // A copy: a text may be a part of the text of a file, which would stay in memory with it.
    const own = structuredClone(value);
    this.positions.set(this.keyOf(own), this.all.length);
    return this.all.push(own) - 1;
  }
}

/** The texts of a page. */
export class Texts extends Distinct<string> {
  public constructor() {
    super(text => text);
  }

  /** The positions of texts; undefined if there are none. */
  public list(texts: readonly string[]): TextId[] | undefined {
    return texts.length > 0 ? texts.map(text => this.add(text)) : undefined;
  }

  /** The position of a text; undefined if there is none. */
  public maybe(text: string | undefined | null): TextId | undefined {
    return text === undefined || text === null ? undefined : this.add(text);
  }
}
