import { remembering } from '../../src/data/remember';

test('the same text is answered once, also when the answer is undefined', () => {
  const asked: string[] = [];
  const answer = remembering(text => { asked.push(text); return text === 'known' ? 1 : undefined; }, 1000);

  expect(['known', 'other', 'known', 'other'].map(answer)).toEqual([1, undefined, 1, undefined]);

  expect(asked).toEqual(['known', 'other']);
});

test('it begins anew when the room is full, and does not keep a text that is larger than the room', () => {
  const asked: string[] = [];
  const answer = remembering(text => asked.push(text), 200);

  ['a', 'b', 'c', 'd', 'a', 'x'.repeat(200), 'x'.repeat(200), 'd'].forEach(answer);

  expect(asked.map(text => text[0])).toEqual(['a', 'b', 'c', 'd', 'a', 'x', 'x']);
});
