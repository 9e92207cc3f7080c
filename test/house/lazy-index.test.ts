import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import * as ts from 'typescript';
import * as sources from '../../src';

interface LazyIndex {
  readonly AT_ONCE: readonly string[];
  lazyIndex(text: string): string;
}

const root = path.join(__dirname, '..', '..');
const { AT_ONCE, lazyIndex } = jest.requireActual<LazyIndex>('../../projenrc/lazy-index.js');
const NAMES = Object.keys(sources).sort();

/** The index as the compiler writes it. */
const COMPILED = ts.transpileModule(fs.readFileSync(path.join(root, 'src', 'index.ts'), 'utf8'), {
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
}).outputText;

/** What a script that knows the compiled library prints as JSON. */
function node(script: string): any {
  return JSON.parse(execFileSync('node', ['-e', `const loaded = () => Object.keys(require.cache).filter(file => file.startsWith(${JSON.stringify(path.join(root, 'lib'))})).sort();
    console.log(JSON.stringify((() => { ${script} })()))`], { cwd: root, encoding: 'utf8' }));
}

test('requiring the package loads only the modules that nearly every program uses', () => {
  const expected = node(`${AT_ONCE.map(module => `require('./lib/${module}');`).join(' ')} return loaded();`);

  const loaded = node("require('./lib'); return loaded();");

  expect(loaded).toEqual([...expected, path.join(root, 'lib', 'index.js')].sort());
  expect(loaded.filter((file: string) => /lib.(catalog|workloads|cli|plugin)/.test(file))).toEqual([]);
});

test('every export can be required, and is loaded then', () => {
  const [names, undefinedNames, catalog] = node(`const lib = require('./lib'); const names = Object.keys(lib).sort();
    return [names, names.filter(name => lib[name] === undefined), [lib.catalog === lib.catalog, typeof lib.catalog.CloudSqlProxy, loaded().filter(file => /lib.catalog/.test(file)).length > 20]];`);

  expect([names, undefinedNames, catalog]).toEqual([NAMES, [], [true, 'function', true]]);
});

test('every export can be imported by its name', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-'));
  const file = path.join(folder, 'names.mjs');
  fs.writeFileSync(file, `import { ${NAMES.join(', ')} } from ${JSON.stringify(path.join(root, 'lib', 'index.js'))};\nconsole.log([${NAMES.join(', ')}].filter(value => value === undefined).length);\n`);

  const missing = execFileSync('node', [file], { encoding: 'utf8' }).trim();

  fs.rmSync(folder, { recursive: true });
  expect(missing).toBe('0');
});

describe('the index is refused', () => {
  test.each<[string, (text: string) => string, string]>([
    ['it runs something that is not known', text => `${text}\nrequire("./plugin").start();`, 'has a statement of an unknown form'],
    ['an export is computed in another way', text => text.replace(/return pod_\d+\.PodModel;/, 'return require("./kubernetes/pod").PodModel;'), 'has a statement of an unknown form'],
    ['it declares something', text => `${text}\nfunction more() {}`, 'has a statement of an unknown form'],
    ['an announced name is not exported', text => text.replace(/^Object\.defineProperty\(exports, "PodModel", .*$/m, ''), 'announces Budget'],
    ['a module that is loaded at once is gone', text => text.replace('./sidecars/native-sidecar"', './sidecars/moved"'), "does not load './sidecars/native-sidecar'"],
    ['it is empty', () => '', 'does not load'],
  ])('when %s', (_, change, sentence) => {
    const changed = change(COMPILED);

    expect(changed).not.toBe(COMPILED);
    expect(() => lazyIndex(changed)).toThrow(sentence);
  });

  test('and not as the compiler writes it', () => {
    expect(lazyIndex(COMPILED)).toContain('get PodModel() { return require("./kubernetes/pod").PodModel; }');
  });
});
