import { inFolder, run } from './run';
import { GROWING, growth } from '../../fuzz/large';
import { check, migrate } from '../../src/core/on-text';

const OFFENDING = '{"name": "app", "image": "ghcr.io/acme/app:1", "lifecycle": {"preStop": {"sleep": {"seconds": 60}}}';

test('120,000 documents in a file are read', async () => {
  await inFolder({ 'a.yaml': Array.from({ length: 120_000 }, (_, index) => `---\nkind: A\nx: ${index}\n`).join('') }, async folder => {
    expect((await run(['check', `${folder}/a.yaml`])).code).toBe(0);
    expect((await run(['explain', `${folder}/a.yaml`])).err).toContain('119995 more');
  });
}, 120_000);

test.each([
  ['plain characters', 'x'.repeat(12_000_000)],
  ['escapes', '\\n'.repeat(4_000_000)],
])('a string of many megabytes is read, and a finding behind it is placed: %s', (_name, value) => {
  const text = `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "x": "${value}",\n"spec": {"containers": [\n${OFFENDING}}]}}\n`;
  const { findings, problems } = check([{ name: 'a.json', text }]);

  expect([findings[0].rule, problems]).toEqual(['NS302', []]);
  expect(findings[0].region.line).toBeGreaterThan(0);
  expect(migrate([{ name: 'a.json', text }]).texts[0].text === text).toBe(true);
}, 120_000);

test.each([
  ['YAML', `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: "b{{"}]}\nx:\n${'- 1\n'.repeat(300_000)}`],
  ['JSON', `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [{"name": "a", "image": "b{{"}]}, "x": [1${',1'.repeat(300_000)}]}`],
])('a flat list of 300,000 items does not count as nested: %s', (_name, text) => {
  expect(check([{ name: 'a', text }])).toMatchObject({ problems: [], summary: { pods: 1 } });
}, 120_000);

test.each(GROWING.map(one => [one.name, one] as const))('time grows with the size, not with its square: %s', (_name, growing) => {
  // A busy machine may disturb a measurement, but not three in a row.
  const measured = [1, 2, 3].reduce<number>((best, _) => best <= 8 ? best : Math.min(best, growth(growing).ratio), Infinity);

  expect(measured).toBeLessThanOrEqual(8);
}, 120_000);
