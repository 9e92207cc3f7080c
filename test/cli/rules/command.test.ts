import { ALL_RULES } from '../../../src/rules/all-rules';
import { run } from '../run';

describe('rules', () => {
  test('lists every rule with its severity and its title, chapter by chapter', async () => {
    const { code, out, err } = await run(['rules']);

    const lines = out.split('\n');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(lines[0]).toBe('Start');
    expect(lines.map(line => /^ {2}(NS\d{3}) {2}(error|warning|info) +\S/.exec(line)?.[1]).filter(Boolean)).toEqual(ALL_RULES.map(rule => rule.id));
    expect(lines.filter(line => line.length > 100)).toEqual([]);
    expect(out).toContain('  NS203  error    Sidecars that wait for each other never start\n');
    expect(out).toMatch(/: cdk8s-sidecars rules NS303\n$/);
  });

  test('as JSON has id, name, severity and title of each, by id', async () => {
    const { code, out } = await run(['rules', '--format', 'json']);

    const listed = JSON.parse(out);
    expect(code).toBe(0);
    expect(listed).toEqual(ALL_RULES.map(({ id, name, severity, title }) => ({ id, name, severity, title })));
    expect(listed.map(({ id }: any) => id)).toEqual([...listed.map(({ id }: any) => id)].sort());
    expect(listed.map(({ id }: any) => id)).toEqual(expect.arrayContaining(['NS101', 'NS203', 'NS604']));
  });
});

describe('rules NS203', () => {
  test('tells one rule in full', async () => {
    expect(await run(['rules', 'NS203'])).toEqual({
      code: 0,
      err: '',
      out: `NS203 order-cycle, default severity error, since 0.1.0
Sidecars that wait for each other never start

Why
  The kubelet starts init containers and sidecars one after another. If two sidecars must each start
  after the other, neither can be first. A sidecar also cannot start after an init container that
  the pod does not have, and an init container that ends before a sidecar starts cannot use it.

What to do
  Remove one 'startsAfter' or 'startsAfterInit' call, or name an init container of the pod.

Wrong
  db.startsAfter(cache);
  cache.startsAfter(db);

Right
  cache.startsAfter(db);

To accept a finding of this rule, give a reason
  a construct     PodLifecycle.of(workload).acknowledge('NS203', 'the reason')
  any manifest    an annotation of the workload or of its pod template: acknowledge.cdk8s-sidecars/NS203: the reason
  one container   a comment above it: # cdk8s-sidecars: ignore NS203 the reason
`,
    });
  });

  test('can be asked for in any case, and by name', async () => {
    const expected = await run(['rules', 'NS203']);

    expect(await run(['rules', 'ns203'])).toEqual(expected);
    expect(await run(['rules', 'order-cycle'])).toEqual(expected);
  });

  test('as JSON has everything that is known of it', async () => {
    const { code, out } = await run(['rules', 'NS203', '--format', 'json']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(ALL_RULES.find(rule => rule.id === 'NS203'));
    expect(Object.keys(JSON.parse(out))).toEqual(['id', 'name', 'severity', 'title', 'why', 'fix', 'example', 'since']);
  });
});

test.each<[string, string]>([
  ['NS100', "error: unknown rule 'NS100': did you mean NS101 (no-startup-gate)? run 'cdk8s-sidecars rules' to list all rules\n"],
  ['NS2030', 'did you mean NS203 (order-cycle)?'],
  ['203', 'did you mean NS203 (order-cycle)?'],
  ['NS999', "error: unknown rule 'NS999': run 'cdk8s-sidecars rules' to list all rules\n"],
  ['cycle', "error: unknown rule 'cycle': did you mean NS203 (order-cycle)? run 'cdk8s-sidecars rules' to list all rules\n"],
  ['xyzzy', "error: unknown rule 'xyzzy': run 'cdk8s-sidecars rules' to list all rules\n"],
])('an unknown rule is a usage error, and a near one is named: %s', async (wanted, err) => {
  expect(await run(['rules', wanted])).toEqual({ code: 2, out: '', err: expect.stringContaining(err) });
});
