import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layout } from './layout';
import { Links } from './links';
import { renderPage } from './markdown';
import { navigation } from './navigation';
import { playgroundPage } from './playground-page';
import { writeScripts, writeStyles } from './scripts';
import { searchData } from './search-data';
import { sourcePages } from './source-page';
import { ROOT } from '../../generate/page';

/** Builds the whole site in a folder, which is emptied first; returns the number of its pages. */
export async function buildSite(out: string): Promise<number> {
  rmSync(out, { recursive: true, force: true });
  const sources = sourcePages();
  const links = new Links(sources);
  const pages = await Promise.all(sources.map(source => renderPage(source, links)));
  for (const page of pages) {
    const { path, title, html } = page;
    write(out, path, layout({ path, title, main: `<article>\n${html}</article>`, navigation: navigation(page, pages) }));
  }
  write(out, 'playground.html', playgroundPage());
  write(out, 'search-data.js', `window.searchData=${JSON.stringify(searchData(pages))};\n`);
  // GitHub Pages would otherwise leave out files whose names begin with an underscore.
  write(out, '.nojekyll', '');
  for (const picture of links.pictures) {
    mkdirSync(dirname(join(out, picture)), { recursive: true });
    copyFileSync(join(ROOT, picture), join(out, picture));
  }
  await Promise.all([writeScripts(out), writeStyles(out)]);
  return pages.length + 1;
}

function write(out: string, path: string, text: string): void {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
