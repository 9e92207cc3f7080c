import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const root = path.join(__dirname, '..', '..');
const { putTogether } = jest.requireActual<{ putTogether(folder: string, usual: string): void }>('../../projenrc/at-once.js');

/** What a script prints as JSON. */
function node(cwd: string, script: string): any {
  return JSON.parse(execFileSync('node', ['-e', `console.log(JSON.stringify((() => { ${script} })()))`], { cwd, encoding: 'utf8' }));
}

const LOADED = `const loaded = () => Object.keys(require.cache).map(file => require('path').relative(${JSON.stringify(path.join(root, 'lib'))}, file).replaceAll('\\\\', '/'));`;

test('requiring the package loads two files with its modules, and a usual synth the third', () => {
  const [before, after] = node(root, `${LOADED} const { NativeSidecar, StartupGate } = require('./lib'); const held = () => loaded().filter(file => file.startsWith('at-')).sort();
    const before = held();
    const { Chart, Testing } = require('cdk8s'); const { Deployment } = require('cdk8s-plus-28'); const chart = Testing.chart();
    new NativeSidecar(new Deployment(chart, 'web', { containers: [{ image: 'web' }] }), 'cache', { image: 'cache', startup: StartupGate.tcpSocket(1) });
    Testing.synth(chart); return [before, held()];`);

  expect([before, after]).toEqual([['at-once-pure.js', 'at-once.js'], ['at-once-pure.js', 'at-once.js', 'at-synth.js']]);
});

test('a synth that meets something unusual loads the fourth file', () => {
  const loaded = node(root, `${LOADED} const { NativeSidecar, StartupGate } = require('./lib');
    const { Chart, Testing } = require('cdk8s'); const { Job } = require('cdk8s-plus-28'); const chart = Testing.chart();
    new NativeSidecar(new Job(chart, 'work', { containers: [{ image: 'work', command: ['sh', '-c', 'sleep 5; work'] }] }), 'cache', { image: 'cache', startup: StartupGate.tcpSocket(1) });
    Testing.synth(chart); return loaded();`);

  expect(loaded).toEqual(expect.arrayContaining(['at-synth.js', 'at-need.js']));
});

test('a module that is loaded from its own file has the same classes', () => {
  const same = node(root, `const lib = require('./lib'); return [
    require('./lib/sidecars/native-sidecar').NativeSidecar === lib.NativeSidecar,
    require('./lib/rules/engine/finding').Severity === lib.Severity,
    require('./lib/kubernetes/pod').PodModel === lib.PodModel];`);

  expect(same).toEqual([true, true, true]);
});

test('modules that run in a browser load no package for Node', () => {
  const packages = node(root, `${LOADED} require('./lib/core'); return loaded().filter(file => /node_modules.(cdk8s|constructs)/.test(file));`);

  expect(packages).toEqual([]);
});

describe('modules are put together', () => {
  const folders: string[] = [];

  /** A folder of compiled modules with an index, and a program that uses it. */
  function folderOf(files: { readonly [name: string]: string }): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'at-once-'));
    folders.push(folder);
    for (const [name, text] of Object.entries({ 'index.js': 'exports.app = require("./sidecars/app");', 'sidecars/startup-gate.js': '', 'usual.js': 'module.exports = folder => require(folder).app.usual?.();', ...files })) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    return folder;
  }

  afterAll(() => folders.forEach(folder => fs.rmSync(folder, { recursive: true })));

  test('a module of a later room runs when it is first used, also as a constructor', () => {
    const folder = folderOf({
      'sidecars/app.js': 'const rule_1 = require("../rules/rule"); exports.rule = () => new rule_1.Rule().name;',
      'rules/rule.js': 'const data_1 = require("../data/log"); data_1.log.push("rule"); exports.Rule = class { name = "NS101"; };',
      'data/log.js': 'exports.log = [];',
    });

    putTogether(folder, path.join(folder, 'usual.js'));

    expect(node(folder, "const { log } = require('./data/log'); const { app } = require('./index'); return [[...log], app.rule(), log];")).toEqual([[], 'NS101', ['rule']]);
  });

  test('a later module that a usual program does not run is in a file of its own, and runs when it is needed', () => {
    const folder = folderOf({
      'sidecars/app.js': 'const book_1 = require("../rules/book"); exports.usual = () => book_1.check(false); exports.seldom = () => book_1.check(true);',
      'rules/book.js': 'const seldom_1 = require("./seldom"); exports.check = isUnusual => isUnusual ? new seldom_1.Seldom().name : "fine";',
      'rules/seldom.js': 'exports.Seldom = class { name = "NS102"; };',
    });

    putTogether(folder, path.join(folder, 'usual.js'));

    const loaded = 'const loaded = () => ["at-synth", "at-need"].filter(file => require.cache[require.resolve("./" + file)]);';
    expect(node(folder, `${loaded} const { app } = require('./index'); return [app.usual(), loaded(), app.seldom(), loaded()];`))
      .toEqual(['fine', ['at-synth'], 'NS102', ['at-synth', 'at-need']]);
  });

  test('modules may require each other', () => {
    const folder = folderOf({
      'sidecars/app.js': 'exports.first = "a"; const other_1 = require("./other"); exports.all = () => [exports.first, other_1.second()];',
      'sidecars/other.js': 'const app_1 = require("./app"); exports.second = () => app_1.first + "b";',
    });

    putTogether(folder, path.join(folder, 'usual.js'));

    expect(node(folder, "return require('./index').app.all();")).toEqual(['a', 'ab']);
  });

  test.each([
    ['a module that reads beside its file', { 'sidecars/app.js': 'exports.here = __dirname;' }, "lib/sidecars/app.js uses 'exports.here = __dirname'"],
    ['a pure room that needs Node', { 'sidecars/app.js': 'require("../data/file");', 'data/file.js': 'require("fs");' }, "lib/data/file.js requires 'fs', which does not run in a browser"],
    ['a pure room that needs another', { 'sidecars/app.js': 'require("../data/up");', 'data/up.js': 'require("../sidecars/app");' }, "lib/data/up.js requires 'sidecars/app'"],
  ])('%s is refused', (_what, files, sentence) => {
    const folder = folderOf(files);

    expect(() => putTogether(folder, path.join(folder, 'usual.js'))).toThrow(sentence);
  });
});
