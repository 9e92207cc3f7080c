import { safeXml } from '../../data/safe-text';

/** A piece of HTML in which all text of the input is safe. */
export class Html {
  public constructor(private readonly text: string) {}

  public toString(): string {
    return this.text;
  }
}

/** What a piece of HTML may hold: text becomes safe, and pieces stay what they are. */
export type Part = Html | string | number | undefined | readonly Part[];

/** Writes HTML: html`<b>${name}</b>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + written(parts[index])).join(''));
}

/** Text that is HTML already, and safe: a picture, or what another function of `safe-text.ts` made. */
export function trusted(text: string): Html {
  return new Html(text);
}

function written(part: Part): string {
  if (part === undefined) {
    return '';
  }
  if (typeof part === 'object') {
    return part instanceof Html ? part.toString() : part.map(written).join('');
  }
  return safeXml(String(part));
}
