import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { markdownPages, ROOT } from '../../generate/page';

/** The largest script of the playground, compressed, in bytes. */
const LARGEST_SCRIPT = 420_000;

const site = mkdtempSync(join(tmpdir(), 'site-'));

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/ts-node/dist/bin.js'), '-T', '-P', 'site/build/tsconfig.json', 'site/build/main.ts', site], { cwd: ROOT });
}, 120_000);

afterAll(() => rmSync(site, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(site, path), 'utf8');

/** The pages as they are without their scripts, by path. */
function pages(): [string, string][] {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.html'));
  return files.map(file => [file, read(file)]);
}

test('the scripts of the playground stay small', () => {
  const scripts = [...read('playground.html').matchAll(/<script src="([^"]+)"/g)].map(([, src]) => src);
  const size = scripts.reduce((sum, script) => sum + gzipSync(readFileSync(join(site, script))).length, 0);

  expect(scripts).toEqual(['playground.js', 'page.js']);
  expect(size).toBeLessThan(LARGEST_SCRIPT);
});

test('every page that people write is in the site, and so is the API', () => {
  const titles = new Set(pages().map(([, html]) => /<title>(.*) · cdk8s-sidecars<\/title>/.exec(html)?.[1]));
  const wanted = markdownPages().map(file => /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))![1].replaceAll('`', ''));

  expect([...wanted, 'API', 'Playground', 'NativeSidecar', 'CloudSqlProxy'].filter(title => !titles.has(title))).toEqual([]);
});

test('every link within the site leads to a page and a place that there is', () => {
  const ids = new Map(pages().map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
  const broken = pages().flatMap(([path, html]) => [...html.matchAll(/<a [^>]*?href="(?![a-z]+:)([^"]*)"/g)].map(([, href]) => href).filter(href => {
    const [to, anchor] = href.split('#');
    const target = to === '' ? path : relative(site, join(site, dirname(path), to));
    return !ids.has(target) || (anchor !== undefined && !/^(m|example)=/.test(anchor) && !ids.get(target)!.has(decodeURIComponent(anchor)));
  }).map(href => `${path}: ${href}`));

  expect(broken).toEqual([]);
});

test('no page loads anything from elsewhere, and every picture is there', () => {
  const loaded = pages().flatMap(([path, html]) => [...html.matchAll(/<(?:script|img|source|link)\b[^>]*? (?:src|srcset|href)="([^"]*)"/g)].map(([, src]) => ({ path, src })));
  const missing = loaded.filter(({ path, src }) => !src.startsWith('data:') && !existsSync(join(site, dirname(path), src)));

  expect(missing).toEqual([]);
});
