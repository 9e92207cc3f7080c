import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN, OWN_NAME } from '../own-package';

const ROOT = join(__dirname, '..', '..');
const ASSEMBLY = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));
const LIFECYCLE = ASSEMBLY.types[`${OWN_NAME}.PodLifecycle`];
const KEY = `removed:${OWN_NAME}.PodLifecycle.timeline`;
const without = (name: string) => ({ ...LIFECYCLE, methods: LIFECYCLE.methods.filter((method: { readonly name: string }) => method.name !== name) });
const folder = mkdtempSync(join(tmpdir(), 'compare-api-'));

/** A package with an assembly, in a folder of its own. */
function packageWith(name: string, lifecycle: object): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, '.jsii'), JSON.stringify({ ...ASSEMBLY, types: { ...ASSEMBLY.types, [LIFECYCLE.fqn]: lifecycle } }));
  writeFileSync(join(path, 'package.json'), JSON.stringify({ ...OWN, name: OWN_NAME, version: '0.1.0' }));
  return path;
}

/** Compares the package in a folder with one in a tarball. */
function compare(released: string, path: string): { readonly status: number | null; readonly stderr: string } {
  const tarball = readdirSync(released).find(file => file.endsWith('.tgz'))!;
  return spawnSync(process.execPath, [join(ROOT, 'projenrc', 'compare-api.js'), join(released, tarball)], { cwd: path, encoding: 'utf8' });
}

beforeAll(() => {
  for (const path of [packageWith('released', LIFECYCLE), packageWith('same', LIFECYCLE), packageWith('broken', without('timeline')), packageWith('before', without('timeline'))]) {
    execFileSync('npm', ['pack', '--ignore-scripts'], { cwd: path, stdio: 'ignore' });
    symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a release that breaks nothing goes on', () => {
  expect(compare(join(folder, 'released'), join(folder, 'same')).status).toBe(0);
  expect(compare(join(folder, 'before'), join(folder, 'same')).status).toBe(0);
});

test('a release stops at a break of the API, also while the package is experimental, unless .compatignore lists it', () => {
  const { status, stderr } = compare(join(folder, 'released'), join(folder, 'broken'));

  expect([status, stderr]).toEqual([1, expect.stringContaining(`[${KEY}]`)]);
  writeFileSync(join(folder, 'broken', '.compatignore'), `# on purpose\n${KEY}\n`);
  expect(compare(join(folder, 'released'), join(folder, 'broken')).status).toBe(0);
});
