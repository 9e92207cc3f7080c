import { SHUTDOWN_ANNOTATION } from '../../../src/kubernetes/shutdown-annotation';
import { stopTimesOf } from '../../../src/rules/engine/stop-times';
import { podOf, sidecar } from '../../simulator/pods';

test('a pod declares how long its preStop hooks sleep, and nothing about the rest', () => {
  const sleeps = { lifecycle: { preStop: { sleep: { seconds: 5 } } } };
  const runs = { lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 3 && sleep 4'] } } } };
  const unknown = { lifecycle: { preStop: { exec: { command: ['/drain'] } } } };

  const pod = podOf([{ name: 'web', ...sleeps }, { name: 'worker' }], [sidecar('proxy', runs), sidecar('logs', unknown)]);

  expect(stopTimesOf(pod)).toEqual({ web: { preStop: 5 }, proxy: { preStop: 7 } });
});

test('code comes before the annotation, and the annotation before the mesh', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('proxy'), sidecar('logs')]);
  Object.assign(pod.metadata, { annotations: { [SHUTDOWN_ANNOTATION]: 'logs=3,web=20' } });

  const stops = stopTimesOf(pod, { declared: new Map([['web', 12]]), mesh: { proxy: { shutdown: 5 }, logs: { shutdown: 9 } } });

  expect(stops).toEqual({ web: { shutdown: 12 }, logs: { shutdown: 3 }, proxy: { shutdown: 5 } });
});
