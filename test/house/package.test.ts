import { execFileSync } from 'child_process';
import * as path from 'path';

const root = path.join(__dirname, '..', '..');

test('the package holds the library, its assembly and its command, and nothing else', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
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
