import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, sideBySide } from '../e2e/compare';
import { synthesize } from '../e2e/scenario';
import { SCENES } from '../e2e/scenes';
import { Trace } from '../e2e/trace';
import { KubernetesVersion } from '../src';

const TRACES = join(__dirname, 'fixtures', 'traces');

/** Minors whose kubelets were recorded: they differ in how they start and restart containers. */
const MINORS = ['1.33', '1.36'];

const versions = readdirSync(TRACES);

test.each(MINORS)('a kubelet of %s was recorded', minor => {
  expect(versions.some(version => version.startsWith(`${minor}.`))).toBe(true);
});

test.each(versions)('the constructs accept every scene for %s, so that it can be played again', version => {
  const playable = SCENES.filter(({ since = 0 }) => since <= KubernetesVersion.of(version).minor);

  expect(playable.flatMap(scene => synthesize(scene, version))).not.toEqual([]);
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
