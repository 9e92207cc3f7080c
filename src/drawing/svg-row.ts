import { percent, text } from './svg-element';

/** The widths of the drawing area that a picture is laid out for: on a page, and on a phone. */
const WIDE = 760;
const PHONE = 340;
const SPACE = 6;

/** How much wider a bold text is, and the styles that are bold. */
export const BOLD = 1.1;
const BOLD_STYLES = ['n', 'bad', 'okt', 'dt'];

/** How a label stands at its position. */
export type Anchor = 'start' | 'middle' | 'end';

interface Place {
  readonly position: number;
  readonly anchor: Anchor;
  readonly shift: number;
}

const ANCHOR_STYLES: { readonly [anchor in Anchor]: string } = { start: '', middle: ' c', end: ' e' };

/** Estimates the width of a text in pixels, generously. */
export function widthOf(label: string): number {
  return [...label].reduce((sum, character) => sum + (/[\x20-\x7e]/.test(character) ? (/[mwMW@%]/.test(character) ? 10.5 : /[ilj.,:;'|!]/.test(character) ? 3.8 : 6.8) : 12), 0);
}

/** One line of labels, none of which covers another: a label that fits only on a page is hidden on a phone. */
export class Row {
  private readonly taken: { readonly [width: number]: [number, number][] } = { [WIDE]: [], [PHONE]: [] };

  /** @param y the baseline */
  public constructor(private readonly y: number) {}

  /** Keeps room for what is drawn otherwise. */
  public keep(from: number, to: number): void {
    [WIDE, PHONE].forEach(width => this.taken[width].push([from * width, to * width]));
  }

  /** Writes a label if there is room for it. */
  public write(label: string, position: number, style = '', anchor: Anchor = 'start', shift = 0): string {
    return this.place(label, style, [{ position, anchor, shift }]);
  }

  /** Writes a label at the first anchor at which it fits; that may differ between a page and a phone. */
  public writeAt(label: string, position: number, style: string, anchors: readonly Anchor[], shift = 0): string {
    return this.place(label, style, anchors.map(anchor => ({ position, anchor, shift: anchor === 'middle' ? 0 : anchor === 'end' ? -shift : shift })));
  }

  /** Writes a label beside its position, or else at an edge of the picture: it is too important to be left out. */
  public writeAlways(label: string, position: number, style: string, shift = 0): string {
    const beside = [{ position, anchor: 'start', shift }, { position, anchor: 'end', shift: -shift }] as const;
    return this.place(label, style, [...beside, { position: 1, anchor: 'end', shift: 0 }, { position: 0, anchor: 'start', shift: 0 }]);
  }

  private place(label: string, style: string, places: readonly Place[]): string {
    const labelWidth = widthOf(label) * (BOLD_STYLES.includes(style) ? BOLD : 1);
    const [wide, phone] = [WIDE, PHONE].map(width => places.find(place => this.take(labelWidth, place, width)));
    return wide === phone
      ? this.line(label, wide, style)
      : this.line(label, wide, `${style} x`) + this.line(label, phone, `${style} y`);
  }

  private line(label: string, place: Place | undefined, style: string): string {
    if (place === undefined) {
      return '';
    }
    const { position, anchor, shift } = place;
    return text(label, percent(position), this.y, style + ANCHOR_STYLES[anchor], shift);
  }

  private take(labelWidth: number, { position, anchor, shift }: Place, width: number): boolean {
    const at = position * width + shift;
    const from = anchor === 'start' ? at : anchor === 'end' ? at - labelWidth : at - labelWidth / 2;
    const to = from + labelWidth;
    const fits = from >= -1 && to <= width + 1 && this.taken[width].every(([start, end]) => to + SPACE <= start || from >= end + SPACE);
    if (fits) {
      this.taken[width].push([from, to]);
    }
    return fits;
  }
}

/** A label inside of a bar: the longest of its forms that fits on a page, and the longest that fits on a phone. */
export function labelInside(forms: readonly string[], from: number, to: number, y: number, style: string): string {
  const fitting = (width: number) => forms.find(form => widthOf(form) + 2 * SPACE <= (to - from) * width);
  const [wide, phone] = [fitting(WIDE), fitting(PHONE)];
  const middle = percent((from + to) / 2);
  if (wide === phone) {
    return wide === undefined ? '' : text(wide, middle, y, `${style} c`);
  }
  return (wide === undefined ? '' : text(wide, middle, y, `${style} c x`)) + (phone === undefined ? '' : text(phone, middle, y, `${style} c y`));
}
