import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as ts from 'typescript';
import { OWN } from '../own-package';

const ROOT = join(__dirname, '..', '..');
const LIB = join(ROOT, 'lib');
const FILES = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.d.ts')).map(file => join(LIB, file));

/** What all declaration files hold, each part with its file. */
function find<T>(pick: (node: ts.Node) => T[]): { file: string; found: T }[] {
  return FILES.flatMap(file => {
    const all: T[] = [];
    const visit = (node: ts.Node): void => {
      all.push(...pick(node));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
    return all.map(found => ({ file: relative(LIB, file), found }));
  });
}

test('editors complete no internal member', () => {
  const members = find(node => ts.isClassElement(node) && node.name ? [node.name.getText()] : []);

  expect(members.length).toBeGreaterThan(200);
  expect(members.filter(({ found }) => found.startsWith('_'))).toEqual([]);
});

test('the declarations import one another, and the packages that users have', () => {
  const imports = find(node => {
    const isDeclaration = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const module = isDeclaration ? node.moduleSpecifier : ts.isImportTypeNode(node) ? node.argument : undefined;
    return module === undefined ? [] : [module.getText().slice(1, -1)];
  });
  const missing = imports.filter(({ file, found }) => found.startsWith('.')
    ? ![`${found}.d.ts`, `${found}/index.d.ts`].some(name => existsSync(join(LIB, dirname(file), name)))
    : !(found in OWN.peerDependencies));

  expect(imports.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('the declarations are complete: the compiler accepts every line of them', () => {
  const program = ts.createProgram([join(LIB, 'index.d.ts')], { strict: true, exactOptionalPropertyTypes: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, types: [] });
  const problems = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(LIB))
    .flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);

  expect(problems).toEqual([]);
});

test('a script is parsed where Node.js cannot require ES modules, as before 20.19', () => {
  const flag = '--no-experimental-require-module';
  const flags = process.allowedNodeEnvironmentFlags.has('--experimental-require-module') ? [flag] : [];
  const script = "console.log(require('./lib/shell/parse-shell').parseShell('curl -X POST localhost/quit && exit 0').commands.length)";

  expect(execFileSync(process.execPath, [...flags, '-e', script], { cwd: ROOT, encoding: 'utf8' })).toBe('1\n');
  expect(execFileSync(process.execPath, [...flags, 'bin/cdk8s-sidecars', 'migrate', 'test/fixtures/migrate', '--format', 'json'], { cwd: ROOT, encoding: 'utf8' })).toContain('quit');
});
