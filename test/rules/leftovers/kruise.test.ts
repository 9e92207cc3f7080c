import { kruise } from '../../../src/rules/leftovers/kruise';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

test('a sidecar that OpenKruise shall end offends', () => {
  expect(says(kruise, jobOf([{ name: 'work' }, { name: 'proxy', env: [{ name: 'KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT', value: 'true' }] }]))).toEqual([
    "NS508 'proxy' relies on OpenKruise (KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT) for what a native sidecar does by itself: make 'proxy' a native sidecar, and remove the variable",
  ]);
});

test('so does an order that OpenKruise shall keep', () => {
  expect(says(kruise, podOf([{ name: 'proxy', env: [{ name: 'KRUISE_CONTAINER_PRIORITY', value: '1' }] }, { name: 'web' }]))).toEqual([
    "NS508 'proxy' relies on OpenKruise (KRUISE_CONTAINER_PRIORITY) for what a native sidecar does by itself: make the sidecars native in that order, and remove the variable",
  ]);
});

test('other variables do not, and a pod without any is no concern', () => {
  expect([...says(kruise, podOf([{ name: 'web', env: [{ name: 'PRIORITY', value: '1' }] }])), ...says(kruise, podOf([{ name: 'web' }]))]).toEqual([]);
});

test('of a sidecar that is native already, only the variable goes', () => {
  const env = [{ name: 'KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT', value: 'true' }];

  expect(says(kruise, jobOf([{ name: 'work' }], [sidecar('proxy', { env })]))).toEqual([
    "NS508 'proxy' relies on OpenKruise (KRUISE_TERMINATE_SIDECAR_WHEN_JOB_EXIT) for what a native sidecar does by itself: remove the variable",
  ]);
});
