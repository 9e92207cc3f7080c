import { architecturePage } from '../../generate/architecture';
import { allImports, cyclesOf, ImportGraph, loadedImports, roomGraph } from '../../generate/import-graph';
import { expectCurrent } from '../current-page';

/** A file that imports more than this many others knots things together: split it. */
const MOST_IMPORTS = 25;

/** Files that only list what others hold. */
const LISTS = ['src/index.ts', 'src/catalog/index.ts', 'src/knowledge/programs/program-list.ts', 'src/rules/rule-list.ts', 'src/rules/rules-with-errors.ts'];

const all = allImports();

function without(graph: ImportGraph, files: readonly string[]): ImportGraph {
  return new Map([...graph].filter(([file]) => !files.includes(file)));
}

test('ARCHITECTURE.md draws the imports between rooms (if you meant the change: npx projen examples:update)', () => {
  expectCurrent(architecturePage());
});

test('the graph is about the real files', () => {
  expect(all.size).toBeGreaterThan(300);
  expect(all.get('src/sidecars/native-sidecar.ts')).toContain('src/sidecars/startup-gate.ts');
  expect(all.get('src/cli/lazy.ts')).toContain('src/cli/check/command.ts');
  expect(loadedImports().get('src/cli/lazy.ts')).toEqual([]);
  expect(cyclesOf(new Map([['a', ['b']], ['b', ['a', 'c']], ['c', []]]))).toEqual([['a', 'b']]);
});

test('no rooms import one another in a circle', () => {
  expect(cyclesOf(roomGraph(all))).toEqual([]);
});

test('no files import one another in a circle, not even by their types', () => {
  expect(cyclesOf(all)).toEqual([]);
});

test(`no file imports more than ${MOST_IMPORTS} others, but for lists`, () => {
  const knots = [...without(all, LISTS)].filter(([, imports]) => imports.length > MOST_IMPORTS).map(([file, imports]) => `${file} imports ${imports.length}`);

  expect(knots).toEqual([]);
});

/** A file with all that is loaded with it. */
function loadedWith(file: string, graph: ImportGraph, found = new Set<string>()): Set<string> {
  for (const next of found.has(file) ? [] : graph.get(file) ?? []) {
    found.add(file);
    loadedWith(next, graph, found);
  }
  return found.add(file);
}

test.each(['explain', 'migrate', 'rules'])('the help of %s loads nothing of what the command does', name => {
  const loaded = [...loadedWith(`src/cli/${name}/command.ts`, loadedImports())];

  expect(loaded).toContain('src/cli/actions.ts');
  expect(loaded.filter(file => /^src\/(rules|recognition|simulator|migration|report|yaml|core\/\w+)\//.test(file))).toEqual([]);
});
