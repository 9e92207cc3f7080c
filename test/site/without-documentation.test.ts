import { withoutPages } from '../../site/build/without-documentation';

test('the documentation of a rule is emptied, and nothing else', () => {
  const rule = "export const late: Rule = {\n  id: 'NS999',\n  why: 'because ' + 'so',\n  example: { wrong: `a: 1`, right: `a: 2` },\n  check: () => [{ why: 'kept' }],\n};\nconst other = { why: 'kept' };\n";

  expect(withoutPages(rule)).toBe(rule.replace("'because ' + 'so'", "''").replace('{ wrong: `a: 1`, right: `a: 2` }', "{ wrong: '', right: '' }"));
});
