import { withoutPages } from '../../site/build/without-documentation';

test('the documentation of a rule is removed, and nothing else', () => {
  const rule = "export const late: Rule = {\n  id: 'NS999',\n  title: 'Late',\n  why: 'because ' + 'so',\n  fix: 'Start it.',\n  example: { wrong: `a: 1`, right: `a: 2` },\n"
    + "  check: () => [{ fix: 'kept' }],\n};\nconst other = { why: 'kept' };\n";

  expect(withoutPages(rule)).toBe("export const late: Rule = {\n  id: 'NS999',\n  check: () => [{ fix: 'kept' }],\n};\nconst other = { why: 'kept' };\n");
});
