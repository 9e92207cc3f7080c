import { InputError, pathOfError, readAt } from '../../src/data/input-error';

test('an error about input says where the mistake stands, whatever its message quotes', () => {
  expect(pathOfError(new InputError(['spec', 0], "'metadata.name' is wrong"))).toEqual(['spec', 0]);
  expect(pathOfError(new Error("'metadata.name' is wrong"))).toEqual([]);
});

test('what is thrown while a part is read gets the path of the part, and keeps its message', () => {
  const read = () => readAt(['kubernetes'], () => { throw new Error('no such version'); });

  expect(read).toThrow(new InputError(['kubernetes'], 'no such version'));
  expect(readAt(['a'], () => 5)).toBe(5);
});
