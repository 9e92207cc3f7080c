import { execFileSync } from 'child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { isBuiltin } from 'module';
import * as path from 'path';
import { load } from 'js-yaml';
import { OWN } from '../own-package';

// A build step is plain JavaScript.
const { firstEntry } = jest.requireActual('../../projenrc/first-changelog');

const root = path.join(__dirname, '..', '..');

/** What may be in the package. */
const ALLOWED = /^(lib\/.*\.(js|d\.ts)|bin\/cdk8s-sidecars|\.jsii|\.jsii\.tabl\.json|package\.json|README\.md|LICENSE|NOTICE|API\.md)$/;
/** The largest package that we publish. It is 1.30 MB today, of which a third is the command in one file, and a sixth the documentation in API.md and .jsii. */
const MAX_PACKED = 1_330_000;
const MAX_UNPACKED = 5_900_000;

interface Packed {
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
  readonly unpackedSize: number;
}

/** What `npm pack` would write. */
function pack(): Packed {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return (JSON.parse(output) as [Packed])[0];
}

test('the package holds the library, its assembly and its command, and nothing else', () => {
  // Also when something else lies about.
  const strays = ['stray-secret.txt', 'lib/stray.js.map'].map(file => path.join(root, file));
  strays.forEach(stray => writeFileSync(stray, 'secret'));
  const { files, size, unpackedSize } = pack();
  strays.forEach(stray => rmSync(stray));
  const names = files.map(file => file.path);

  expect(names.filter(file => !ALLOWED.test(file))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['.jsii', 'lib/index.js', 'lib/index.d.ts', 'bin/cdk8s-sidecars', 'LICENSE', 'NOTICE', 'API.md']));
  // Construct Hub shows the last file of this name.
  expect(names.filter(file => path.basename(file).startsWith('LICENSE'))).toEqual(['LICENSE']);
  expect([size < MAX_PACKED, unpackedSize < MAX_UNPACKED]).toEqual([true, true]);
});

test('the library requires its own files, Node.js and the packages that users have', () => {
  const files = readdirSync(path.join(root, 'lib'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.js'));
  // esbuild breaks long lines, also within a name.
  const texts = files.map(file => readFileSync(path.join(root, 'lib', file), 'utf8').replaceAll('\\\n', ''));
  const required = texts.flatMap(text => [...text.matchAll(/\brequire\((["'])([^"'.][^"']*)\1\)/g)].map(([, , name]) => name));

  expect([...new Set(required)].filter(name => !isBuiltin(name)).sort()).toEqual(Object.keys(OWN.peerDependencies).sort());
  expect([OWN.dependencies, OWN.bundledDependencies]).toEqual([undefined, undefined]);
});

test('the package has every file of its own that it requires, and no rooms that only the command uses', () => {
  const names = pack().files.map(file => file.path).filter(file => /^lib\/.*\.js$/.test(file));
  // esbuild breaks long lines, also within a name.
  const required = names.flatMap(file => [...readFileSync(path.join(root, file), 'utf8').replaceAll('\\\n', '').matchAll(/\brequire\(["'](\.[^"']*)["']\)/g)]
    .map(([, request]) => path.posix.join(path.posix.dirname(file), request)));
  const known = new Set(names.flatMap(file => [file, file.replace(/\.js$/, ''), file.replace(/\/index\.js$/, '')]));

  expect(required.length).toBeGreaterThan(500);
  expect([...new Set(required)].filter(file => !known.has(file))).toEqual([]);
  expect(names.filter(file => /^lib\/(cli|core|edits|migration|report|yaml)\//.test(file)).sort()).toEqual(['lib/cli/bundle.js', 'lib/cli/more.js', 'lib/report/page-script.js']);
});

test('NOTICE has the license of every package in lib/packages', () => {
  const notice = readFileSync(path.join(root, 'NOTICE'), 'utf8');
  const packages = readdirSync(path.join(root, 'lib', 'packages')).map(file => path.basename(file, '.js'));

  expect(packages.length).toBe(5);
  for (const name of packages) {
    expect(notice).toContain(readFileSync(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim());
  }
});

test('requiring the package loads none of the libraries of its command', () => {
  const script = "require('./lib'); console.log(Object.keys(require.cache).filter(file => /lib\\/packages\\//.test(file)).join('\\n'))";

  const loaded = execFileSync('node', ['-e', script], { cwd: root, encoding: 'utf8' }).trim().split('\n').filter(line => line !== '');

  expect(loaded).toEqual([]);
});

test('the first release tells what the package is, and not what changed before it', () => {
  const entry = '\n## 0.1.0 (2026-11-17)\n\n\n### ⚠ BREAKING CHANGES\n\n* rename Pod to PodModel\n\n### Features\n\n* **job:** a feature\n';

  expect(firstEntry(entry, { description: 'Sidecars', homepage: 'https://example.com#readme' }))
    .toBe('## 0.1.0 (2026-11-17)\n\nThe first release: Sidecars. Start with the [README](https://example.com#readme).\n');
});

test('workflows use actions by commit: a tag can be moved to other code', () => {
  const folder = path.join(root, '.github', 'workflows');
  const uses = readdirSync(folder).flatMap(name => readFileSync(path.join(folder, name), 'utf8').match(/uses: \S+/g) ?? []);

  expect(uses.length).toBeGreaterThan(20);
  expect(uses.filter(one => !/@[0-9a-f]{40}$/.test(one))).toEqual([]);
});

test('workflows run only tools of the lock file, or of an exact version', () => {
  const folder = path.join(root, '.github', 'workflows');
  const lines = readdirSync(folder).flatMap(name => readFileSync(path.join(folder, name), 'utf8').split('\n').filter(line => !line.startsWith('#')));
  const runs = lines.flatMap(line => line.match(/\b(?:npx|npm (?:install|i|exec)|pip install|go install|dotnet tool install)\b.*/g) ?? []);

  expect(runs.length).toBeGreaterThan(20);
  // `npm install` alone takes the lock file.
  expect(runs.filter(run => !/^npx projen [\w:-]+$|^npm install$|^npx '-p' 'publib@\d+\.\d+\.\d+' 'publib-\w+'$/.test(run))).toEqual([]);
});

test('nothing that publishes floats: publib and the actions are pinned', () => {
  const release = readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8');
  const publib = release.match(/publib@[^' ]+/g) ?? [];

  expect(publib.length).toBe(9);
  expect([...new Set(publib)].filter(one => !/^publib@\d+\.\d+\.\d+$/.test(one))).toEqual([]);
  expect(release).not.toMatch(/latest'|lts\/\*/);
});

test('all Go modules are published at once: publib removes the modules of other packages from their repository', () => {
  interface ReleaseJob {
    readonly steps: readonly { readonly run?: string }[];
    readonly strategy?: { readonly matrix: { readonly sibling: readonly string[] } };
  }
  const { jobs } = load(readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8')) as { jobs: Record<string, ReleaseJob> };
  const publishing = Object.keys(jobs).filter(name => jobs[name].steps.some(({ run }) => run?.includes('publib-golang')));
  const created = jobs.release_golang.steps.flatMap(({ run }) => /^cd (\S+) && .*(?:package:|--target )go\b/.exec(run ?? '')?.[1] ?? []);

  expect(publishing).toEqual(['release_golang']);
  expect(created).toEqual(['.repo', ...jobs.release_npm_siblings.strategy!.matrix.sibling.map(minor => `.repo/.siblings/${minor}`)]);
});
