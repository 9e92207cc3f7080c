import { architecturePage } from '../../generate/architecture';
import { allImports, cyclesOf, ImportGraph, loadedImports, roomGraph, roomOf } from '../../generate/import-graph';
import { expectCurrent } from '../current-page';

/** A file that imports more than this many others knots things together: split it. */
const MOST_IMPORTS = 25;

/** Files that only list what others hold. */
const LISTS = ['src/index.ts', 'src/catalog/index.ts', 'src/knowledge/programs/program-list.ts', 'src/rules/rule-list.ts', 'src/rules/rules-with-errors.ts'];

/**
 * Files at the center of a circle of types: one object whose parts are in other files, and those name its type. At run time there is no circle, because the parts
 * do not load the object.
 */
const CENTERS = ['src/recognition/recognition.ts', 'src/yaml/edit/editor.ts'];

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

test('no files load one another in a circle', () => {
  expect(cyclesOf(loadedImports())).toEqual([]);
});

test('also by their types, files form circles only around an object whose parts are in other files of its room', () => {
  expect(cyclesOf(without(all, CENTERS))).toEqual([]);
  for (const cycle of cyclesOf(all)) {
    expect(new Set(cycle.map(roomOf)).size).toBe(1);
  }
});

test(`no file imports more than ${MOST_IMPORTS} others, but for lists`, () => {
  const knots = [...without(all, LISTS)].filter(([, imports]) => imports.length > MOST_IMPORTS).map(([file, imports]) => `${file} imports ${imports.length}`);

  expect(knots).toEqual([]);
});
