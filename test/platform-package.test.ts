import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OWN, OWN_NAME, OWN_PLUS } from './own-package';

const ROOT = join(__dirname, '..');
const EXAMPLE = join(ROOT, 'examples', 'platform-package');

/** What `npm install` would install for the package, beside this library. */
const PACKAGES = ['@types', 'cdk8s', OWN_PLUS, 'constructs', 'typescript'];

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

jest.setTimeout(120_000);

let folder: string;

beforeEach(() => {
  if (!existsSync(join(ROOT, 'lib', 'index.js'))) {
    throw new Error('lib/index.js is missing: run npx projen compile first');
  }
  folder = mkdtempSync(join(tmpdir(), 'platform-'));
  PACKAGES.forEach(name => link(join(ROOT, 'node_modules', name), join('node_modules', name)));
  link(ROOT, `node_modules/${OWN_NAME}`);
});

afterEach(() => rmSync(folder, { recursive: true }));

function link(target: string, place: string): void {
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  symlinkSync(target, join(folder, place));
}

function run(cwd: string, ...words: string[]): void {
  execFileSync(process.execPath, words, { cwd, stdio: 'pipe' });
}

test('the package compiles by itself, and the app of a team that installs it writes what is committed', () => {
  const installed = join(folder, 'node_modules', '@acme', 'platform');
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  cpSync(EXAMPLE, installed, { recursive: true });
  writeFileSync(join(folder, 'main.ts'), read(EXAMPLE, 'main.ts').replace("'./src'", "'@acme/platform'"));
  const options = ['--target', 'es2022', '--module', 'node16', '--strict', '--skipLibCheck', '--types', 'node'];

  run(installed, tsc);
  run(folder, tsc, ...options, 'main.ts');
  run(folder, 'main.js');

  const [file, ...others] = readdirSync(join(folder, 'dist'));
  expect([others, readdirSync(join(installed, 'lib')).filter(name => name.startsWith('index.'))]).toEqual([[], ['index.d.ts', 'index.js']]);
  expect(read(folder, 'dist', file)).toBe(read(EXAMPLE, 'output', file));
});

test('the package leaves the choice of versions to the apps, from the versions on that this library supports', () => {
  const { dependencies, peerDependencies } = JSON.parse(read(EXAMPLE, 'package.json'));

  expect([dependencies, peerDependencies]).toEqual([undefined, { ...OWN.peerDependencies, [OWN_NAME]: '^0.1.0' }]);
});
