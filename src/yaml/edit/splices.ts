import { EditRefused } from '../../edits/edit';

/** A part of the text that is taken out as a whole and put somewhere else, with what is changed inside of it. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: () => string;
}

/**
 * Changes of a text, by offsets of the text as it was.
 *
 * What is put at one offset comes in the order in which it was added, before what is cut there. Cuts may overlap.
 */
export class Splices {
  private readonly scopes = new Map<Region | undefined, Splice[]>();
  private scope: Region | undefined;

  public constructor(private readonly text: string) {}

  public cut(start: number, end: number): void {
    this.add(start, end, () => '');
  }

  public insert(at: number, text: string | (() => string)): void {
    this.add(at, at, typeof text === 'string' ? () => text : text);
  }

  public replace(start: number, end: number, text: string): void {
    this.insert(start, text);
    this.cut(start, end);
  }

  /** Collects what is changed inside of a region that moves. */
  public inside(region: Region, change: () => void): void {
    const before = this.scope;
    this.scope = region;
    change();
    this.scope = before;
  }

  /** The text after the changes, of a region or of everything that does not move. */
  public render(region?: Region): string {
    const splices = (this.scopes.get(region) ?? []).map((splice, order) => ({ ...splice, order }))
      .sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || a.order - b.order);
    const parts: string[] = [];
    let at = region?.start ?? 0;
    for (const splice of splices) {
      if (splice.start < at && splice.start === splice.end) {
        throw new EditRefused('two edits change the same lines: make one of them by hand');
      }
      parts.push(this.text.slice(at, Math.max(at, splice.start)), splice.text());
      at = Math.max(at, splice.end);
    }
    parts.push(this.text.slice(at, region?.end));
    return parts.join('');
  }

  private add(start: number, end: number, text: () => string): void {
    const splices = this.scopes.get(this.scope);
    if (splices) {
      splices.push({ start, end, text });
    } else {
      this.scopes.set(this.scope, [{ start, end, text }]);
    }
  }
}
