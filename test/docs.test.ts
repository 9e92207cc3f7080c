import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { run } from './cli/run';
import { expectWritten } from './written-file';
import { findRule } from '../src/rules/all-rules';

const root = join(__dirname, '..');
/** The folders of the manifests that the pages show; the command is run where they stand. */
const FOLDERS = ['migrate', 'manifests'].map(folder => join(__dirname, 'fixtures', folder));

const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'examples/README.md', 'examples/pipeline/README.md', 'e2e/README.md'].map(file => join(root, file)),
  ...readdirSync(join(root, 'docs')).filter(file => file.endsWith('.md')).map(file => join(root, 'docs', file)),
].map(file => ({ name: relative(root, file), file }));

/** What is shown between these marks is written by this test: a file, or what a run of the command says. */
const SHOWN = /<!-- shows: (file|run) (.+?) -->\n[^]*?<!-- shown -->/g;

const read = ({ file }: { readonly file: string }) => readFileSync(file, 'utf8');

async function shown(what: string, words: string): Promise<string> {
  const blocks = what === 'file' ? [fenced('yaml', readFileSync(join(folderOf(words), words), 'utf8'))] : await runBlocks(words);
  return [`<!-- shows: ${what} ${words} -->`, ...blocks, '<!-- shown -->'].join('\n');
}

async function runBlocks(words: string): Promise<string[]> {
  const { code, out, err } = await workingIn(folderOf(words), () => run(words.split(' ')));
  // What goes wrong is not shown.
  expect([words, code < 2]).toEqual([words, true]);
  const language = words.includes('--format json') ? 'json' : out.startsWith('--- ') ? 'diff' : 'text';
  return [fenced('sh', `npx cdk8s-sidecars ${words}`), fenced(language, out), ...(err === '' || language === 'json' ? [] : [fenced('text', err)])];
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** The folder that has one of the files that are named. */
function folderOf(words: string): string {
  return FOLDERS.find(folder => words.split(' ').some(word => existsSync(join(folder, word))))!;
}

async function workingIn<T>(folder: string, use: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await use();
  } finally {
    process.chdir(before);
  }
}

const SHOWING = PAGES.filter(page => read(page).includes('<!-- shows: '));

test.each(SHOWING)('$name shows what the command says (a change that is meant: npx projen examples:update)', async page => {
  let text = read(page);
  for (const [before, what, words] of text.matchAll(SHOWN)) {
    const after = await shown(what, words);
    text = text.replace(before, () => after);
  }

  expectWritten(page.file, text);
});

test('the pages of check, migrate and explain show a run', () => {
  expect(SHOWING.map(({ name }) => name)).toEqual(expect.arrayContaining(['docs/check.md', 'docs/explain.md', 'docs/migrate.md']));
});

test.each(PAGES)('$name names only rules that there are', page => {
  const ids = [...new Set(read(page).match(/\bNS\d{3}\b/g) ?? [])];

  expect(ids.filter(id => !findRule(id))).toEqual([]);
});

test.each(PAGES)('$name names only commands and options that there are', async page => {
  const uses = [...read(page).matchAll(/cdk8s-sidecars (check|migrate|explain|rules)\b([^`\n|]*)/g)];
  for (const [use, command, rest] of uses) {
    const { out: help } = await run([command, '--help']);
    const unknown = (rest.match(/(?<=\s)--[a-z-]+/g) ?? []).filter(option => !help.includes(`  ${option} `));

    expect([use, unknown]).toEqual([use, []]);
  }
});

test.each(PAGES)('$name links to what is there', page => {
  const links = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link).filter(link => !/^[a-z]+:/.test(link));
  const broken = links.filter(link => {
    const [path, anchor] = link.split('#');
    const target = path === '' ? page.file : join(dirname(page.file), path);
    return !existsSync(target) || (anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor));
  });

  expect(broken).toEqual([]);
});

/** The anchors that a code host gives the headings of a page; those of source files are lines. */
function anchorsOf(file: string): string[] {
  const headings = withoutCode(readFileSync(file, 'utf8')).match(/^#+ .+$/gm) ?? [];
  return headings.map(heading => heading.replace(/^#+ /, '').toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

function withoutCode(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, '');
}

test('the JSON forms have no field that their pages do not name', async () => {
  for (const [page, command] of [['docs/migrate.md', 'migrate'], ['docs/check.md', 'check']]) {
    const table = readFileSync(join(root, page), 'utf8').split('\n').filter(line => line.startsWith('| `')).join();
    const data = JSON.parse((await workingIn(FOLDERS[0], () => run([command, '.', '--format', 'json']))).out);
    const fields = Object.entries<any>(data).flatMap(([key, value]) => [key, ...[value].flat().flatMap(Object.keys)]);

    expect([...new Set(fields)].filter(field => !table.includes(`\`${field}\``))).toEqual([]);
  }
});

test('ARCHITECTURE.md has the rooms that there are, and the arrows that lint holds', () => {
  const lint = JSON.parse(readFileSync(join(root, '.eslintrc.json'), 'utf8').replace(/^\/\/.*$/gm, ''));
  const zones: any[] = lint.overrides.flatMap(({ rules }: any) => rules['import/no-restricted-paths']?.[1].zones ?? []);
  const rooms: [string, string[]][] = zones.map(({ target, except }) => [nameOf(target), except.map(nameOf)]);
  const held = rooms.filter(([room]) => isThere(room)).map(([room, may]) => [room, may.filter(name => name !== room && isThere(name)).sort().join(', ')]);
  const rows = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `src\/(\w+)` \|.*\| ([^|]*) \|$/gm)];
  const told = rows.map(([, room, may]) => [room, may === '–' ? '' : may.split(', ').sort().join(', ')]);

  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(held));
});

/** Lint knows a room before it is built. */
function isThere(room: string): boolean {
  return existsSync(join(root, 'src', room));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
