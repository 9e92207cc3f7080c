import { DataPath } from '../../../src/data/path';
import { Edit } from '../../../src/edits/edit';
import { applyEdits } from '../../../src/yaml/edit/apply';

type Rest<K> = Omit<Extract<Edit, { kind: K }>, 'kind' | 'rule' | 'why'>;

/** An edit with a reason. */
export function edit<K extends Edit['kind']>(kind: K, rest: Rest<K>): Edit {
  return { kind, rule: 'NS201', why: 'a helper is a sidecar', ...rest } as unknown as Edit;
}

/** Makes edits on the first document of a text. */
export function apply(text: string, ...edits: Edit[]): string {
  return applyEdits(text, new Map([[0, edits]]));
}

/** The usual change: a container becomes a native sidecar. */
export function nativize(path: DataPath): Edit[] {
  return [
    edit('move', { path, to: 'initContainers' }),
    edit('set', { path: [...path, 'restartPolicy'], value: 'Always', after: ['image', 'name'] }),
  ];
}

/** Lines, each with its line break. */
export function lines(...all: string[]): string {
  return all.map(line => `${line}\n`).join('');
}
