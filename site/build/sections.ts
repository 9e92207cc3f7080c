/** A heading and the text below it. */
export interface Section {
  /** Its anchor. */
  readonly id: string;
  readonly title: string;
  /** 1 for the title of the page. */
  readonly level: number;
  readonly text: string[];
}

/** The anchor that a code host gives a heading. */
export function slugOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}
