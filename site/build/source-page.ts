import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiPages } from './api-pages';
import { markdownPages, read, ROOT } from '../../generate/page';

/** A page of the site, before it is rendered. */
export interface SourcePage {
  /** The file of the repository that it comes from. */
  readonly file: string;
  /** Its path in the site. */
  readonly path: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** Every page in Markdown that the site holds. */
export function sourcePages(): SourcePage[] {
  const examples = readdirSync(join(ROOT, 'examples')).map(name => `examples/${name}/README.md`).filter(file => existsSync(join(ROOT, file)));
  const files = [...new Set([...markdownPages(), ...examples])];
  return [...files.map(pageOf), ...apiPages(read('API.md'))];
}

function pageOf(file: string): SourcePage {
  const text = read(file);
  return { file, path: pathOf(file), title: titleOf(text) ?? file, text };
}

/** A README is the index of its folder. */
function pathOf(file: string): string {
  return file.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html').replace(/^[A-Z_]+\.html$/, name => name.toLowerCase());
}

function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '');
}
