import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectCurrent } from './current-page';
import { MIGRATION_INPUT } from '../generate/migrations';
import { markdownPages, ROOT } from '../generate/page';
import { run, workingIn } from '../generate/run-command';
import { shownRuns } from '../generate/shown-runs';
import { FORMATS } from '../src/cli/explain/formats';
import { findRule } from '../src/rules/all-rules';

const PAGES = markdownPages().map(name => ({ name, file: join(ROOT, name) }));

const read = ({ file }: { readonly file: string }) => readFileSync(file, 'utf8');

test('pages show what the command reports (if you meant the change: npx projen examples:update)', async () => {
  const pages = await shownRuns();

  pages.forEach(expectCurrent);
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(['docs/check.md', 'docs/explain.md', 'docs/migrate.md']));
});

test.each(PAGES)('$name names only rules that there are', page => {
  // The page on how to write a rule introduces one.
  const introduced = [...read(page).matchAll(/^  id: '(NS\d{3})',$/gm)].map(([, id]) => id);
  const ids = [...new Set(read(page).match(/\bNS\d{3}\b/g) ?? [])].filter(id => !introduced.includes(id));

  expect(ids.filter(id => !findRule(id))).toEqual([]);
});

test.each(PAGES)('$name names only commands and options that there are', async page => {
  const uses = [...read(page).matchAll(/cdk8s-sidecars (check|migrate|report|explain|rules)\b([^`\n|]*)/g)];
  for (const [use, command, rest] of uses) {
    const { out: help } = await run([command, '--help']);
    const unknown = (rest.match(/(?<=\s)--[a-z-]+/g) ?? []).filter(option => !help.includes(`  ${option} `));

    expect([use, unknown]).toEqual([use, []]);
  }
});

test('docs/explain.md names every option and every format of the command', async () => {
  const { out: help } = await run(['explain', '--help']);
  const page = readFileSync(join(ROOT, 'docs/explain.md'), 'utf8');
  const options = [...help.matchAll(/^  (--[a-z-]+)/gm)].map(([, option]) => option);

  expect(options).toContain('--compare');
  expect(options.filter(option => !page.includes(`\`${option}`))).toEqual([]);
  expect(FORMATS.filter(format => !page.includes(`| \`${format}\` |`))).toEqual([]);
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
    const table = readFileSync(join(ROOT, page), 'utf8').split('\n').filter(line => line.startsWith('| `')).join();
    const data = JSON.parse((await workingIn(join(ROOT, MIGRATION_INPUT), () => run([command, '.', '--format', 'json']))).out);
    const fields = Object.entries<any>(data).flatMap(([key, value]) => [key, ...[value].flat().flatMap(Object.keys)]);

    expect([...new Set(fields)].filter(field => !table.includes(`\`${field}\``))).toEqual([]);
  }
});

test('ARCHITECTURE.md has the rooms that there are, and the arrows that lint holds', () => {
  const lint = JSON.parse(readFileSync(join(ROOT, '.eslintrc.json'), 'utf8').replace(/^\/\/.*$/gm, ''));
  const zones: any[] = lint.overrides.flatMap(({ rules }: any) => rules['import/no-restricted-paths']?.[1].zones ?? []);
  const rooms: [string, string[]][] = zones.map(({ target, except }) => [nameOf(target), except.map(nameOf)]);
  const held = rooms.filter(([room]) => isThere(room)).map(([room, may]) => [room, may.filter(name => name !== room && isThere(name)).sort().join(', ')]);
  const rows = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| `src\/(\w+)` \|.*\| ([^|]*) \|$/gm)];
  const told = rows.map(([, room, may]) => [room, may === '–' ? '' : may.split(', ').sort().join(', ')]);

  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(held));
});

/** Lint knows a room before it is built. */
function isThere(room: string): boolean {
  return existsSync(join(ROOT, 'src', room));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
