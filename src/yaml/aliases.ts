import { MAX_DEPTH } from './depth';

/** How many values aliases may add to a document. Kubernetes' own parser gives up at a few million. */
const MOST_COPIES = 1_000_000;

/**
 * Returns what is wrong with the aliases of a document; undefined if they are fine.
 *
 * The parser shares the value of an alias, so a document of ten lines may stand for a billion values ("billion laughs") or contain itself, and
 * code that later prints a part of it would never finish. Shared values are counted once here, so this takes no longer than the text is long.
 */
export function aliasProblem(value: unknown): string | undefined {
  const count = new ExpandedSize();
  const expanded = count.of(value, 0);
  if (count.isCircular) {
    return 'an alias refers to a value that contains the alias, so the document is infinite: replace the alias with its value';
  }
  return expanded - count.distinct > MOST_COPIES
    ? `its aliases expand to more than ${MOST_COPIES} values, which Kubernetes rejects too: use fewer aliases`
    : undefined;
}

class ExpandedSize {
  public isCircular = false;

  private readonly sizes = new Map<object, number>();
  private readonly open = new Set<object>();

  public get distinct(): number {
    return this.sizes.size;
  }

  public of(value: unknown, depth: number): number {
    if (typeof value !== 'object' || value === null) {
      return 0;
    }
    if (this.open.has(value)) {
      this.isCircular = true;
      return 0;
    }
    const known = this.sizes.get(value);
    if (known !== undefined) {
      return known;
    }
    if (depth > MAX_DEPTH) {
      return Infinity;
    }
    this.open.add(value);
    const size = Object.values(value).reduce((sum: number, part) => sum + this.of(part, depth + 1), 1);
    this.open.delete(value);
    this.sizes.set(value, size);
    return size;
  }
}
