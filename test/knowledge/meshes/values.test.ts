import { anyValue, GO_DURATION, goBool, onlyTrue, onlyWords, trueOrFalse, truthy, unlessFalse, WHOLE_SECONDS, words } from '../../../src/knowledge/meshes/values';

test.each([
  ['ParseBool of Go', goBool, ['1', 't', 'T', 'TRUE', 'true', 'True'], ['0', 'f', 'F', 'FALSE', 'false', 'False'], ['', 'yes', 'tRUE', ' true', 'on']],
  ['all but false', unlessFalse, ['true', 'True', '1', 'yes', '0', 'False', 'no'], ['false'], ['']],
  ['only true', onlyTrue, ['true'], ['', 'false', 'True', '1', 'yes'], []],
  ['exactly true or false', trueOrFalse, ['true'], ['false'], ['', 'True', '1', 'yes', 'enabled']],
  ["Dapr's truthy values", truthy, ['y', 'yes', 'true', 't', 'on', '1', 'True', ' ON '], ['', 'no', 'false', '0', 'enabled'], []],
  ['any value', anyValue, ['stable', 'false'], [], ['']],
  ['words', words(['enabled', 'true'], ['disabled', 'false']), ['enabled', 'true'], ['disabled', 'false'], ['', 'yes', 'Enabled']],
  ['only some words', onlyWords('enabled', 'ingress'), ['enabled', 'ingress'], ['disabled', 'true', 'Enabled'], ['']],
])('%s', (_, read, yes, no, nothing) => {
  expect(yes.map(read)).toEqual(yes.map(() => true));
  expect(no.map(read)).toEqual(no.map(() => false));
  expect(nothing.map(read)).toEqual(nothing.map(() => undefined));
});

test.each([
  ['5s', 5], ['1500ms', 1.5], ['1m30s', 90], ['1.5h', 5400], ['0', 0], ['5', undefined], ['', undefined], ['-5s', undefined], ['5 s', undefined], ['s', undefined],
])('a duration of Go: %s', (text, seconds) => {
  expect(GO_DURATION.read(text)).toBe(seconds);
});

test.each([['5', 5], ['0', 0], ['-1', undefined], ['5s', undefined], ['1.5', undefined], ['', undefined]])('whole seconds: %s', (text, seconds) => {
  expect(WHOLE_SECONDS.read(text)).toBe(seconds);
});

test('what is written is read as the same', () => {
  expect([5, 0.25, 90].map(seconds => GO_DURATION.read(GO_DURATION.write(seconds)))).toEqual([5, 0.25, 90]);
  expect(WHOLE_SECONDS.write(1.2)).toBe('2');
});
