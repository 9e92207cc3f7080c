import * as fc from 'fast-check';
import { edit, nativize } from './edits';
import { WrittenPod, writePod } from './written-pods';
import { DataPath } from '../../../src/data/path';
import { applyToData } from '../../../src/edits/apply-to-data';
import { Edit, EditRefused } from '../../../src/edits/edit';
import { applyEdits } from '../../../src/yaml/edit/apply';
import { parseText } from '../../../src/yaml/parse';
import { splitDocuments } from '../../../src/yaml/split';
import { forAll } from '../../for-all';

const RUNS = { numRuns: 150 };

function read(text: string): any {
  return parseText('pod.yaml', text).documents[0].value;
}

function commentsOf(text: string): string[] {
  return [...text.matchAll(/# c\d+;/g)].map(([comment]) => comment).sort();
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).map(line => line.trim()).filter(line => line !== '');
}

/** Edits that take nothing away. */
function addingEdits(pick: fc.GeneratorValue, value: any): Edit[] {
  return value.spec.containers.flatMap((container: any, index: number) => {
    const path = ['spec', 'containers', index];
    const value2 = pick(fc.constantFrom, 'Always', 5, true, 'a: b', '', 'two\nlines\n', { tcpSocket: { port: 1 } }, ['--x', { y: [] }]);
    return [
      ...(pick(fc.boolean) ? [edit('set', { path: [...path, 'added'], value: value2, after: pick(fc.constantFrom, undefined, ['image'], ['args', 'name'], ['none']) })] : []),
      ...(pick(fc.boolean) ? [edit('insert', { path: [...path, 'args'], items: pick(fc.constantFrom, ['--new'], ['yes', 'a b'], [1]), at: pick(fc.constantFrom, undefined, 0, 1) })] : []),
      ...(container.resources && pick(fc.boolean) ? [edit('set', { path: [...path, 'resources', 'limits', 'gpu'], value: 1 })] : []),
      ...(pick(fc.boolean) ? [edit('text', { path: [...path, 'image'], value: pick(fc.constantFrom, 'y:2', 'no', "it's") })] : []),
    ];
  });
}

function randomMoves(pick: fc.GeneratorValue, value: any): { readonly moved: number[]; readonly edits: Edit[] } {
  const moved = value.spec.containers.map((_: unknown, index: number) => index).slice(1).filter(() => pick(fc.boolean));
  const at = pick(fc.constantFrom, undefined, 0);
  return { moved, edits: moved.map((index: number) => edit('move', { path: ['spec', 'containers', index], to: 'initContainers', at })) };
}

function pathsOf(value: any, path: DataPath = []): DataPath[] {
  const below = typeof value === 'object' && value !== null ? Object.keys(value).map(key => Array.isArray(value) ? Number(key) : key) : [];
  return [path, ...below.flatMap(step => pathsOf(value[step], [...path, step]))];
}

function expectSubsequence(part: readonly string[], whole: readonly string[]): void {
  let at = 0;
  for (const line of part) {
    const found = whole.indexOf(line, at);
    expect({ line, found: found >= 0 }).toEqual({ line, found: true });
    at = found + 1;
  }
}

/** The lines that no edit touches: not those of moved containers, and not those whose own line changes. */
function untouched(pod: WrittenPod, moved: readonly number[]): string[] {
  return pod.lines
    .filter(({ container }) => container === undefined || !moved.includes(container))
    .map(({ text }) => text.trim())
    .filter(text => text !== '' && !/^(image:|limits:|initContainers:|args:|"--[ab]"|- \{)/.test(text));
}

test('no edits, no change', () => {
  forAll(fc.property(fc.gen(), pick => {
    const { text } = writePod(pick);

    expect(applyEdits(text, new Map([[0, []]]))).toBe(text);
  }), RUNS);
});

test('a moved container takes its lines along, whatever is added, and everything else stays where it is', () => {
  forAll(fc.property(fc.gen(), pick => {
    const pod = writePod(pick);
    const value = read(pod.text);
    const { moved, edits } = randomMoves(pick, value);
    const all = [...edits, ...addingEdits(pick, value)];

    const result = applyEdits(pod.text, new Map([[0, all]]));

    expect(read(result)).toEqual(applyToData(value, all));
    expect(commentsOf(result)).toEqual(commentsOf(pod.text));
    expectSubsequence(untouched(pod, moved), linesOf(result));
    expect(/\n$/.test(result)).toBe(/\n$/.test(pod.text) || /\|\+?\s+(one|one\s+# no comment\s+two|two\s+lines)\s+$/.test(result));
    expect(/[^\r]\n/.test(result)).toBe(/[^\r]\n/.test(pod.text));
  }), RUNS);
});

test('all lines of a moved container are still there', () => {
  forAll(fc.property(fc.gen(), pick => {
    const pod = writePod(pick);
    const { edits } = randomMoves(pick, read(pod.text));
    const kept = (text: string) => linesOf(text).filter(line => !line.startsWith('initContainers:')).sort();

    expect(kept(applyEdits(pod.text, new Map([[0, edits]])))).toEqual(kept(pod.text));
  }), RUNS);
});

test('anything can be removed, and nothing else goes with it', () => {
  forAll(fc.property(fc.gen(), pick => {
    const { text } = writePod(pick);
    const value = read(text);
    const paths = pathsOf(value).slice(1);
    const edits = Array.from({ length: pick(fc.integer, { min: 1, max: 3 }) }, () => edit('remove', {
      path: paths[pick(fc.nat, { max: paths.length - 1 })],
      emptied: pick(fc.constantFrom, 'stays' as const, 'goes' as const),
    }));

    const result = applyEdits(text, new Map([[0, edits]]));

    expect(read(result)).toEqual(applyToData(value, edits));
    const left = linesOf(text);
    expectSubsequence(linesOf(result).filter(line => left.includes(line)), left);
  }), RUNS);
});

test('any value can become any other', () => {
  forAll(fc.property(fc.gen(), fc.jsonValue({ noUnicodeString: false }), (pick, after) => {
    const { text } = writePod(pick);
    const value = read(text);
    const paths = pathsOf(value).slice(1);
    const edits = [edit('set', { path: paths[pick(fc.nat, { max: paths.length - 1 })], value: JSON.parse(JSON.stringify(after)) })];

    expect(read(applyEdits(text, new Map([[0, edits]])))).toEqual(applyToData(value, edits));
  }), RUNS);
});

test('any text can take the place of another', () => {
  const word = fc.constantFrom('a', ' ', '\n', '\n\n', '#', ':', '"', "'", '- ', '\t', 'é', '\u2028', '\\', '|', 'one', 'two', '  two', '# no comment');
  forAll(fc.property(fc.gen(), fc.array(word, { maxLength: 8 }), (pick, words) => {
    const { text } = writePod(pick);
    const value = read(text);
    const paths = pathsOf(value).filter(path => typeof path.reduce<any>((here, step) => here[step], value) === 'string');
    const edits = [edit('text', { path: paths[pick(fc.nat, { max: paths.length - 1 })], value: words.join('') })];

    expect(read(applyEdits(text, new Map([[0, edits]])))).toEqual(applyToData(value, edits));
  }), RUNS);
});

test('with anchors, an edit is made as it is meant or not at all', () => {
  let made = 0;
  forAll(fc.property(fc.gen(), pick => {
    const { text } = writePod(pick, true);
    const value = read(text);
    const index = pick(fc.nat, { max: value.spec.containers.length - 1 });
    const path = ['spec', 'containers', index];
    const edits = [
      ...(pick(fc.boolean) ? nativize(path) : []),
      ...(pick(fc.boolean) ? [edit('set', { path: [...path, 'securityContext', 'runAsUser'], value: 9 })] : []),
    ];
    try {
      const result = applyEdits(text, new Map([[0, edits]]));

      expect(read(result)).toEqual(applyToData(value, edits));
      expect(commentsOf(result)).toEqual(commentsOf(text));
      made += Number(edits.length > 0);
    } catch (error) {
      expect(error).toBeInstanceOf(EditRefused);
      expect((error as Error).message).toMatch(/anchor|alias/);
    }
  }), RUNS);
  expect(made).toBeGreaterThan(50);
});

test('other documents stay as they are', () => {
  forAll(fc.property(fc.gen(), pick => {
    const texts = Array.from({ length: 3 }, () => writePod(pick).text.replace(/^---.*\r?\n/, '').replace(/\n?$/, '\n'));
    const stream = texts.join('--- # next\n');
    const documents = splitDocuments(stream);

    const result = splitDocuments(applyEdits(stream, new Map([[1, nativize(['spec', 'containers', 1])]])));

    expect([result[0].text, result[2].text]).toEqual([documents[0].text, documents[2].text]);
    expect(result).toHaveLength(3);
    expect(result[1].text).not.toBe(documents[1].text);
  }), RUNS);
});

test('JSON stays JSON', () => {
  forAll(fc.property(fc.gen(), pick => {
    const value = read(writePod(pick).text);
    const text = JSON.stringify(value, null, pick(fc.constantFrom, 0, 2, 4, '\t'));
    const edits = [...randomMoves(pick, value).edits, ...addingEdits(pick, value)];

    expect(JSON.parse(applyEdits(text, new Map([[0, edits]])))).toEqual(applyToData(value, edits));
  }), RUNS);
});
