import { check, explain, migrate } from '../../src/core/on-text';
import { copied, printable } from '../../src/data/printable';

const ODD = { toString: 1, valueOf: 'x' };

test('an object with a key toString can become a part of a message, and nothing else changes', () => {
  const value = printable({ kind: { ...ODD } });

  expect([`${value.kind}`, JSON.stringify(value), Object.keys(value.kind)]).toEqual(['[object Object]', JSON.stringify({ kind: ODD }), ['toString', 'valueOf']]);
  expect(`${copied(value).kind}`).toBe('[object Object]');
});

const POD = (kind: unknown, name: unknown, image: unknown) => JSON.stringify({
  apiVersion: 'batch/v1', kind, metadata: { name: 'job' }, spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name, image, env: [{ name: ODD, value: ODD }] }] } } },
});

test.each([
  ['kind', POD(ODD, 'app', 'app:1')],
  ['name of a container', POD('Job', ODD, 'app:1')],
  ['image', POD('Job', 'app', ODD)],
  ['escaped key', POD('Job', 'app', 'APP').replace('"APP"', String.raw`{"\u0074oString": 1}`)],
])('a key toString in a manifest does not stop the work on others: %s', (_name, text) => {
  const sources = [{ name: 'a.json', text }, { name: 'b.yaml', text: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: toString\n    image:\n      toString: 1\n' }];

  expect(check(sources).problems.filter(({ message }) => message.includes('please report'))).toEqual([]);
  expect(migrate(sources).texts).toHaveLength(2);
  try {
    explain(sources);
  } catch (error) {
    expect((error as Error).name).not.toBe('TypeError');
  }
});
