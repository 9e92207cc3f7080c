import { Quantity } from '../../kubernetes/quantity';
import { RequestTotal } from '../../report/summary';

type Requests = { readonly [resource: string]: string };

interface Sum {
  before: Quantity;
  after: Quantity;
}

/** Adds up the requests of pods. */
export class RequestTotals {
  private readonly sums = new Map<string, Sum>();

  /** @param after the requests after the migration; the same as before if it changes nothing */
  public add(before: Requests, after: Requests): void {
    for (const resource of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const sum = this.sums.get(resource) ?? { before: Quantity.ZERO, after: Quantity.ZERO };
      sum.before = sum.before.plus(Quantity.parse(before[resource] ?? 0));
      sum.after = sum.after.plus(Quantity.parse(after[resource] ?? 0));
      this.sums.set(resource, sum);
    }
  }

  /** The sums by resource, sorted by name. */
  public get all(): RequestTotal[] {
    return [...this.sums].sort(([a], [b]) => Number(a > b) - Number(a < b))
      .map(([resource, { before, after }]) => ({ resource, before: String(before), after: String(after) }));
  }
}
