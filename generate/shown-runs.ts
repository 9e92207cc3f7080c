import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fenced, markdownPages, Page, read, ROOT } from './page';
import { run, workingIn } from './run-command';
import { sampleBlocks } from './samples';

/** The folders of the manifests that the pages show; the command runs where they are. */
const FOLDERS = ['test/fixtures/migrate', 'test/fixtures/manifests'];

/** Between these marks a page shows a file, a run of the command, or a sample with its output. */
const SHOWN = /<!-- shows: (file|run|sample) (.+?) -->\n[^]*?<!-- shown -->/g;

/** The pages that show files, runs or samples, with what they show now. */
export async function shownRuns(): Promise<Page[]> {
  const pages = [];
  for (const file of markdownPages().filter(name => read(name).match(SHOWN))) {
    pages.push({ file, text: await refreshed(read(file)) });
  }
  return pages;
}

async function refreshed(text: string): Promise<string> {
  let result = text;
  for (const [before, what, words] of text.matchAll(SHOWN)) {
    const blocks = await blocksOf(what, words);
    const after = [`<!-- shows: ${what} ${words} -->`, ...blocks, '<!-- shown -->'].join('\n');
    result = result.replace(before, () => after);
  }
  return result;
}

async function blocksOf(what: string, words: string): Promise<string[]> {
  if (what === 'sample') {
    const [name, path] = words.split(' ');
    return sampleBlocks(name, path);
  }
  return what === 'file' ? [fenced('yaml', read(join(folderOf(words), words)))] : runBlocks(words);
}

async function runBlocks(words: string): Promise<string[]> {
  const { code, out, err } = await workingIn(join(ROOT, folderOf(words)), () => run(words.split(' ')));
  if (code >= 2) {
    throw new Error(`a page shows 'cdk8s-sidecars ${words}', which fails with exit code ${code}: ${err}`);
  }
  const language = words.includes('--format json') ? 'json' : out.startsWith('--- ') ? 'diff' : 'text';
  return [fenced('sh', `npx cdk8s-sidecars ${words}`), fenced(language, out), ...(err === '' || language === 'json' ? [] : [fenced('text', err)])];
}

/** The folder that has one of the files in a command. */
function folderOf(words: string): string {
  const folder = FOLDERS.find(one => words.split(' ').some(word => existsSync(join(ROOT, one, word))));
  if (folder === undefined) {
    throw new Error(`a page shows '${words}', but none of its files is in ${FOLDERS.join(' or ')}`);
  }
  return folder;
}
