import { wrap } from '../../src/drawing/wrap';

test('a short sentence stays on one line', () => {
  expect(wrap('all is well', '- ', '  ')).toEqual(['- all is well']);
});

test('a long sentence is broken between words, and never beyond column 100', () => {
  const lines = wrap('word '.repeat(50).trim(), '  - ', '    ');

  expect(lines.map(line => line.length)).toEqual([98, 98, 63]);
  expect(lines[1]).toMatch(/^ {4}word word/);
});

test('a word that is too long stays whole', () => {
  expect(wrap(`see ${'x'.repeat(120)} there`, '', '')).toEqual(['see', 'x'.repeat(120), 'there']);
});
