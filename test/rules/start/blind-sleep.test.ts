import { blindSleep } from '../../../src/rules/start/blind-sleep';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', command: ['sh', '-c', 'sleep 10 && exec ./serve'] };
const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0' };

test('an app that sleeps for its sidecar offends', () => {
  expect(says(blindSleep, podOf([WEB, DB]))).toEqual([
    "NS114 'web' runs 'sleep 10' to wait for 'db', which is too short if 'db' starts slowly and wastes time otherwise: "
    + "make 'db' a native sidecar with a startupProbe, and remove the sleep",
  ]);
});

test('also for a native one', () => {
  expect(offenses(blindSleep, podOf([WEB], [sidecar('db', DB)])).map(offense => offense.fix)).toEqual(["remove the sleep, and give 'db' a startupProbe if it has none"]);
});

test('an app that sleeps later, or for nobody, does not', () => {
  expect(says(blindSleep, podOf([{ name: 'web', command: ['sh', '-c', './serve; sleep 10'] }, DB]))).toEqual([]);
  expect(says(blindSleep, podOf([WEB, { name: 'other', image: 'acme/other' }]))).toEqual([]);
});

test('an app that sleeps for another reason does not', () => {
  expect(says(blindSleep, podOf([{ name: 'web', command: ['sh', '-c', 'sleep 600; ./serve'] }, DB]))).toEqual([]);
});

test('a pod without scripts is no concern', () => {
  expect(says(blindSleep, podOf([{ name: 'web' }, DB]))).toEqual([]);
});
