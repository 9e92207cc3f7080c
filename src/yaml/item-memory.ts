import { copied, mayNotPrint } from '../data/printable';
import { markShared } from '../data/shared-value';

/** How many characters of items are remembered; when they are full, it begins anew. */
const ROOM = 2 ** 19;
/** Shorter items are read faster than they are found again, and longer ones seldom come back. */
const SHORTEST = 100;
const LONGEST = 2 ** 13;
/** After so many tries it is judged whether items come back: one of `WORTH` must, because to remember one takes a fraction of the time that it spares. */
const TRIAL = 128;
/** The same while only some are tried. */
const SHORT_TRIAL = 16;
const WORTH = 8;
/** Where they do not, the next one after so many items, short ones included, is still tried. */
const PAUSE = 64;

interface Remembered {
  readonly value: object;
  /** The document that got it last. */
  owner: object;
}

/**
 * Items of lists, such as containers, that were read before: the same few come back in many documents of an input, and what is known of them need not be found out again.
 *
 * The documents then share these values, so nobody may change them.
 */
export class ItemMemory {
  private known = new Map<string, Remembered>();
  private used = 0;
  /** Whether enough of the last items came back. */
  private isFruitful = true;
  /** How many items were read since one was tried. */
  private passed = 0;
  private tries = 0;
  private hits = 0;

  /** @param shortest how long an item must be to be remembered */
  public constructor(private readonly shortest = SHORTEST) {}

  /** Whether to try the next item at all. Where few come back, only some are tried, until they do. */
  public isDue(): boolean {
    this.passed++;
    return this.isFruitful || this.passed > PAUSE;
  }

  /** Whether an item of that length is worth to be remembered. */
  public takes(length: number): boolean {
    return length >= this.shortest && length <= LONGEST;
  }

  /** The value of an item that another document has; two items of one document never are one value. */
  public get(text: string, owner: object): object | undefined {
    const found = this.known.get(text);
    this.passed = 0;
    this.tries++;
    if (this.tries === (this.isFruitful ? TRIAL : SHORT_TRIAL)) {
      this.isFruitful = this.hits >= this.tries / WORTH;
      [this.tries, this.hits] = [0, 0];
    }
    if (!found || found.owner === owner) {
      return undefined;
    }
    this.hits++;
    found.owner = owner;
    return found.value;
  }

  /** Remembers an item; returns the value that documents share. */
  public add(text: string, value: object, owner: object): object {
    if (this.known.has(text)) {
      return value;
    }
    if (this.used + text.length > ROOM) {
      this.known = new Map();
      this.used = 0;
    }
    this.used += text.length;
    // A copy, because the texts of the value are parts of the text of the file, which would stay in memory with them.
    const own = mayNotPrint(text) ? copied(value) : JSON.parse(JSON.stringify(value)) as object;
    markShared(own);
    this.known.set(text, { value: own, owner });
    return own;
  }
}
