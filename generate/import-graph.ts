import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { read, ROOT } from './page';

/** Who imports whom: for each file, the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const FILES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts')).map(file => join('src', file)).sort();

let all: ImportGraph | undefined;
let loaded: ImportGraph | undefined;

/** Every import of every file of src/: also of types only, and of what is loaded on first use. */
export function allImports(): ImportGraph {
  all ??= new Map(FILES.map(file => [file, targets(file, [ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)])]));
  return all;
}

/** What is loaded when a file is loaded: no types, and nothing that is loaded on first use. */
export function loadedImports(): ImportGraph {
  loaded ??= new Map(FILES.map(file => [file, targets(file, compiled(file).statements.filter(isLoad))]));
  return loaded;
}

/** A file as the compiler writes it, without what is only a type. */
function compiled(file: string): ts.SourceFile {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.createSourceFile(file, ts.transpileModule(read(file), { compilerOptions }).outputText, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
}

/** A statement that requires a module, and not one that holds a function which would. */
function isLoad(statement: ts.Statement): boolean {
  let loads = false;
  const visit = (node: ts.Node): void => {
    if (!ts.isFunctionLike(node)) {
      loads ||= specifierOf(node) !== undefined;
      ts.forEachChild(node, visit);
    }
  };
  visit(statement);
  return loads;
}

function targets(file: string, nodes: readonly ts.Node[]): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier?.startsWith('.')) {
      found.add(resolve(file, specifier));
    }
    ts.forEachChild(node, visit);
  };
  nodes.forEach(visit);
  return [...found].sort();
}

/** The module that a node imports, requires, or names as a type. */
function specifierOf(node: ts.Node): string | undefined {
  const text = (expression: ts.Node | undefined) => expression && ts.isStringLiteral(expression) ? expression.text : undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return text(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? text(node.argument.literal) : undefined;
  }
  const isCall = ts.isCallExpression(node) && (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require');
  return isCall ? text(node.arguments[0]) : undefined;
}

function resolve(file: string, specifier: string): string {
  const path = join(dirname(file), specifier);
  const target = [`${path}.ts`, join(path, 'index.ts')].find(one => existsSync(join(ROOT, one)));
  if (target === undefined) {
    throw new Error(`${file} imports '${specifier}', which is no file of src/`);
  }
  return target;
}

/** The groups of files that import one another in a circle. */
export function cyclesOf(graph: ImportGraph): string[][] {
  const reach = new Map([...graph.keys()].map(file => [file, reachable(graph, file)]));
  const cycles = new Map<string, string[]>();
  for (const [file, others] of reach) {
    if (others.has(file)) {
      const cycle = [...others].filter(other => reach.get(other)?.has(file)).sort();
      cycles.set(cycle.join(), cycle);
    }
  }
  return [...cycles.values()];
}

function reachable(graph: ImportGraph, from: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [...graph.get(from) ?? []];
  while (waiting.length > 0) {
    const file = waiting.pop()!;
    if (!seen.has(file)) {
      seen.add(file);
      waiting.push(...graph.get(file) ?? []);
    }
  }
  return seen;
}

/** The same between the rooms, the folders of src/; files directly in src/ are no room. */
export function roomGraph(files: ImportGraph): ImportGraph {
  const rooms = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const room = roomOf(file);
    if (room !== undefined) {
      const others = imports.map(roomOf).filter((other): other is string => other !== undefined && other !== room);
      rooms.set(room, new Set([...rooms.get(room) ?? [], ...others]));
    }
  }
  return new Map([...rooms].map(([room, others]) => [room, [...others].sort()]));
}

function roomOf(file: string): string | undefined {
  const [, room, ...rest] = file.split('/');
  return rest.length > 0 ? room : undefined;
}

/** The arrows that do not follow from others: who imports `rules` may be drawn above `kubernetes` without an arrow to it. */
export function directArrows(graph: ImportGraph): [string, string][] {
  return [...graph].flatMap(([from, others]) => others
    .filter(to => !others.some(between => between !== to && reachable(graph, between).has(to)))
    .map((to): [string, string] => [from, to]));
}
