import * as fc from 'fast-check';
import { APP, DB, planOf, script } from './plans';
import { follow } from '../../src/data/json';
import { parsePath } from '../../src/data/path';
import { applyToData } from '../../src/edits/apply-to-data';
import { Edit } from '../../src/edits/edit';
import { placesIn } from '../../src/migration/edit-place';
import { Plan } from '../../src/migration/plan';
import { forAll } from '../for-all';
import { running } from '../recognition/pods';

const REASON = { rule: 'NS201', why: 'why' };

function planFor(document: unknown, edits: readonly Edit[]): Plan {
  return { verdict: 'migrated', moved: [], edits, removed: [], manual: [], consequences: [], result: applyToData(document, edits) };
}

function namesAt(list: string, count: number): { readonly name: string; readonly env: { readonly name: string }[] }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `${list}${index}`, env: [{ name: `${list}${index}a` }, { name: `${list}${index}b` }] }));
}

test('an edit of an init container has the index that it gets when a sidecar comes before it', () => {
  const waits = { ...script('until nc -z localhost 5432; do sleep 1; done; ./migrate'), name: 'migrate' };
  const plan = planOf(running([APP, DB], { inits: [{ ...APP, name: 'setup' }, waits] }));

  expect(plan.edits.filter(({ kind }) => kind === 'text' || kind === 'move').map(placesIn(plan))).toEqual([
    'spec.template.spec.initContainers[1]', 'spec.template.spec.initContainers[2].command[2]',
  ]);
});

test('an edit of a container has the index that it gets when the one before it moves', () => {
  const waits = script('until nc -z localhost 5432; do sleep 1; done; ./run');
  const plan = planOf(running([DB, waits]));

  expect(plan.edits.filter(({ kind }) => kind === 'text').map(placesIn(plan))).toEqual(['spec.template.spec.containers[0].command[2]']);
});

test('what a later round removes moves the places of the first', () => {
  const document = { env: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] };
  const first = planFor(document, [{ kind: 'remove', path: ['env', 0], ...REASON }, { kind: 'set', path: ['env', 2, 'value'], value: 'x', ...REASON }]);
  const later = planFor(first.result, [{ kind: 'remove', path: ['env', 0], ...REASON }]);

  expect(first.edits.map(placesIn(first, [later]))).toEqual(['env[0]', 'env[0].value']);
});

test('whatever moves, goes and comes, the place of an edit leads to it', () => {
  forAll(fc.property(fc.gen(), pick => {
    const document = { initContainers: namesAt('i', pick(fc.nat, { max: 3 })), containers: namesAt('c', 4) };
    const at = () => pick(fc.constantFrom, undefined, ...document.initContainers.keys());
    const edits: Edit[] = [...document.initContainers.keys()].filter(() => pick(fc.nat, { max: 3 }) === 0)
      .map(index => ({ kind: 'remove', path: ['initContainers', index], ...REASON }));
    const fate = document.containers.map(() => pick(fc.constantFrom, 'moves', 'stays', 'goes'));
    fate.forEach((one, index) => {
      const path = ['containers', index];
      if (pick(fc.nat, { max: 3 }) === 0) {
        edits.push({ kind: 'insert', path: ['initContainers'], items: [{ name: 'new' }, { name: 'other' }], at: at(), ...REASON });
      }
      if (one === 'goes') {
        edits.push({ kind: 'remove', path, ...REASON });
        return;
      }
      edits.push(...(one === 'moves' ? [{ kind: 'move' as const, path, to: 'initContainers', at: at(), ...REASON }] : []));
      edits.push({ kind: 'remove', path: [...path, 'env', 0], ...REASON });
      edits.push({ kind: 'set', path: [...path, 'env', 1, 'value'], value: `c${index}b`, ...REASON });
    });
    const plan = planFor(document, edits);

    for (const edit of edits) {
      const place = parsePath(placesIn(plan)(edit))!;
      if (edit.kind === 'set') {
        expect(follow(plan.result, place)).toBe(edit.value);
        expect(follow(plan.result, [...place.slice(0, -1), 'name'])).toBe(edit.value);
      } else if (edit.kind === 'move') {
        expect(follow(plan.result, [...place, 'name'])).toBe(`c${edit.path[1]}`);
      }
    }
  }), { numRuns: 200 });
});
