/** Something that the search can find. */
export interface SearchEntry {
  /** Its address, from the root of the site. */
  readonly href: string;
  /** The title of its page. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}
