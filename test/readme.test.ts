import { expectCurrent } from './current-page';
import { readmeWithFigures, ROLLING_UPDATES } from '../generate/rolling-updates';

test('the README shows the recorded rolling updates (if you meant the change: npx projen examples:update)', () => {
  expectCurrent(readmeWithFigures());
});

test.each(['native', 'ordinary'] as const)('the recorded rolling updates keep the promise: %s', pattern => {
  expect(ROLLING_UPDATES).not.toEqual([]);
  for (const recording of ROLLING_UPDATES) {
    const { inbound, outbound } = recording[pattern];

    expect([inbound.requests > 1000, outbound.requests > 1000]).toEqual([true, true]);
    expect(inbound.failures + outbound.failures === 0).toBe(pattern === 'native');
  }
});
