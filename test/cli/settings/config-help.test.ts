import { CONFIG_SAMPLE } from '../../../src/cli/settings/config-help';
import { parseConfig } from '../../../src/core/config';
import { run } from '../run';

/** What the command answers to a configuration. */
function answer(text: string): string {
  try {
    parseConfig('config.yaml', text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('the sample in the help of check is a valid configuration with every key', async () => {
  const keys = /with the keys (.*), but/.exec(answer('[]'))![1].split(', ');

  expect((await run(['check', '--help'])).out).toContain(CONFIG_SAMPLE);
  expect(answer(CONFIG_SAMPLE)).toBe('');
  expect([...CONFIG_SAMPLE.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => key).sort()).toEqual(keys.sort());
});

test('it names every direction', () => {
  const wrong = answer('sidecars: [{ image: acme/proxy, direction: sideways }]');
  const directions = wrong.match(/\b(?:[a-z]+bound|content|shipper|after-main|observer|reloader)\b/g)!;

  expect(directions.length).toBeGreaterThan(5);
  expect(directions.filter(direction => !CONFIG_SAMPLE.includes(direction))).toEqual([]);
});

test('the help of check tells where the annotation goes that accepts a finding', async () => {
  expect((await run(['check', '--help'])).out).toContain('annotate the workload or its pod template:\n  acknowledge.cdk8s-sidecars/NS304: ');
});
