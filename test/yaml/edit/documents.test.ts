import { edit, nativize } from './edits';
import { EditRefused } from '../../../src/edits/edit';
import { applyEdits } from '../../../src/yaml/edit/apply';
import * as lazy from '../../../src/yaml/lazy';

const WHOLE = edit('remove', { path: [] });

test.each([
  ['the first', 0, '---\nb: 2\n---\nc: 3\n'],
  ['one between', 1, 'a: 1\n---\nc: 3\n'],
  ['the last', 2, 'a: 1\n---\nb: 2\n'],
])('removes %s of several documents', (_, index, after) => {
  expect(applyEdits('a: 1\n---\nb: 2\n---\nc: 3\n', new Map([[index, [WHOLE]]]))).toBe(after);
});

test('keeps what stands above the first document', () => {
  expect(applyEdits('# License\n---\na: 1\n---\nb: 2\n', new Map([[0, [WHOLE]]]))).toBe('# License\n---\nb: 2\n');
});

test('edits several documents of one file, and counts the empty ones', () => {
  const pod = 'spec:\n  containers:\n  - name: app\n  - name: proxy\n';
  const after = 'spec:\n  initContainers:\n  - name: proxy\n    restartPolicy: Always\n  containers:\n  - name: app\n';
  const edits = nativize(['spec', 'containers', 1]);

  expect(applyEdits(`${pod}---\n# empty\n---\n${pod}`, new Map([[0, edits], [2, edits]]))).toBe(`${after}---\n# empty\n---\n${after}`);
});

test('knows no document that is not there', () => {
  expect(() => applyEdits('a: 1\n', new Map([[1, [WHOLE]]]))).toThrow(new EditRefused('the file has no document 1'));
});

test('looks only into documents with edits', () => {
  const yaml = jest.spyOn(lazy, 'jsYaml');
  const broken = 'a: [\n---\nb: 1\n---\n"\n';

  expect(applyEdits(broken, new Map([[1, [edit('set', { path: ['b'], value: 2 })]]]))).toBe('a: [\n---\nb: 2\n---\n"\n');
  expect(yaml.mock.calls.length).toBeLessThan(10);
});

test('refuses a template', () => {
  expect(() => applyEdits('a: {{ .Values.a }}\n', new Map([[0, [edit('set', { path: ['b'], value: 2 })]]]))).toThrow(EditRefused);
});
