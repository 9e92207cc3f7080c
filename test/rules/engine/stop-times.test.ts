import { saidStops } from '../../../src/rules/engine/stop-times';
import { podOf, sidecar } from '../../simulator/pods';

test('a pod says how long its pre-stop hooks sleep, and nothing about the rest', () => {
  const sleeps = { lifecycle: { preStop: { sleep: { seconds: 5 } } } };
  const runs = { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 3 && sleep 4'] } } } };
  const unknown = { lifecycle: { preStop: { exec: { command: ['/drain'] } } } };

  const pod = podOf([{ name: 'web', ...sleeps }, { name: 'worker' }], [sidecar('proxy', runs), sidecar('logs', unknown)]);

  expect(saidStops(pod)).toEqual({ web: { preStop: 5 }, proxy: { preStop: 7 } });
});
