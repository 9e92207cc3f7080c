import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, sideBySide } from '../e2e/compare';
import { Trace } from '../e2e/trace';

const TRACES = join(__dirname, 'fixtures', 'traces');

/** Minors whose kubelets were recorded: they differ in how they start and restart containers. */
const MINORS = ['1.33', '1.36'];

const versions = readdirSync(TRACES);

test.each(MINORS)('a kubelet of %s was recorded', minor => {
  expect(versions.some(version => version.startsWith(`${minor}.`))).toBe(true);
});

describe.each(versions)('the simulator says what a kubelet of %s does', version => {
  const names = readdirSync(join(TRACES, version)).map(file => file.replace(/\.json$/, ''));

  test.each(names)('%s', name => {
    const trace: Trace = JSON.parse(readFileSync(join(TRACES, version, `${name}.json`), 'utf8'));

    const comparison = compare(trace);

    expect([...comparison.differences, ...(comparison.differences.length > 0 ? sideBySide(comparison) : [])]).toEqual([]);
    expect(comparison.observed.length).toBeGreaterThan(0);
  });
});
