import type { RenderedPage } from './markdown';
import type { SearchEntry } from '../browser/page/search-entry';

/** How much of a section is searched, in characters: samples can be long. */
const LONGEST = 2_000;

/** What the search of the site looks through: every section, and of the API the names. */
export function searchData(pages: readonly RenderedPage[]): SearchEntry[] {
  return pages.flatMap(page => page.path.startsWith('api/') ? apiEntries(page) : entriesOf(page));
}

function entriesOf({ path, title, sections }: RenderedPage): SearchEntry[] {
  return sections.map(section => ({
    href: section.level === 1 ? path : `${path}#${section.id}`,
    page: title,
    title: section.title,
    text: section.text.join(' ').replace(/\s+/g, ' ').slice(0, LONGEST),
  }));
}

/** A type is one entry: its sentence, and the names of its members. */
function apiEntries({ path, title, sections: [first, ...others] }: RenderedPage): SearchEntry[] {
  if (path === 'api/index.html') {
    return [];
  }
  const members = others.filter(({ level }) => level > 2).map(section => section.title.replace(/(?:Required|Optional)$/, ''));
  return [{ href: path, page: 'API', title, text: `${first.text[0] ?? ''} ${[...new Set(members)].join(' ')}`.slice(0, LONGEST) }];
}
