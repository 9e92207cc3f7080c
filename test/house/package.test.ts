import { execFileSync } from 'child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'fs';
import * as path from 'path';

const root = path.join(__dirname, '..', '..');

test('the package holds the library, its assembly and its command, and nothing else', () => {
  // Also when something else lies about.
  const stray = path.join(root, 'stray-secret.txt');
  writeFileSync(stray, 'secret');
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  rmSync(stray);
  const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];

  const strangers = files.map(file => file.path).filter(file => !/^(lib\/|bin\/|node_modules\/|\.jsii$|package\.json$|README\.md$|LICENSE$|API\.md$)/.test(file));

  expect(strangers).toEqual([]);
  expect(files.map(file => file.path)).toEqual(expect.arrayContaining(['.jsii', 'lib/index.js', 'bin/cdk8s-sidecars']));
});

test('requiring the package loads none of the libraries of its command', () => {
  const script = "require('./lib'); console.log(Object.keys(require.cache).filter(file => /node_modules\\/(yaml|js-yaml|commander|unbash)\\//.test(file)).filter(file => !/cdk8s\\/node_modules/.test(file)).join('\\n'))";

  const loaded = execFileSync('node', ['-e', script], { cwd: root, encoding: 'utf8' }).trim().split('\n').filter(line => line !== '');

  // cdk8s itself reads YAML with the yaml package.
  expect(loaded.filter(file => !/node_modules\/yaml\//.test(file))).toEqual([]);
});

test('workflows use actions by commit: a tag can be moved to other code', () => {
  const folder = path.join(root, '.github', 'workflows');
  const uses = readdirSync(folder).flatMap(name => readFileSync(path.join(folder, name), 'utf8').match(/uses: \S+/g) ?? []);

  expect(uses.length).toBeGreaterThan(20);
  expect(uses.filter(one => !/@[0-9a-f]{40}$/.test(one))).toEqual([]);
});
