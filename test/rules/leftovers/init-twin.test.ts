import { initTwin } from '../../../src/rules/leftovers/init-twin';
import { GATE, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const image = 'registry.k8s.io/git-sync/git-sync:v4.4.0';

test('an init container and its twin offend', () => {
  expect(says(initTwin, podOf([{ name: 'web' }, { name: 'sync', image, args: ['--repo=r'] }], [{ name: 'clone', image, args: ['--repo=r', '--one-time'] }]))).toEqual([
    "NS509 init container 'clone' (--one-time) and 'sync' run the same program, once and then continuously: make 'sync' a native sidecar with a startupProbe on the files it provides, and remove 'clone'",
  ]);
});

test.each<[string, string[], object, string]>([
  ['that the app waits for', ['clone', 'sync'], { startupProbe: GATE }, "remove 'clone', because the app waits until the startupProbe of 'sync' passes"],
  ['without a startup probe', ['clone', 'sync'], {}, "give 'sync' a startupProbe on the files it provides, and remove 'clone'"],
  ['behind a container that may use the files', ['clone', 'build', 'sync'], { startupProbe: GATE }, "move 'sync' to the place of 'clone', and remove 'clone'"],
])('so does an init container whose twin is a native sidecar %s', (_, order, more, fix) => {
  const all = [{ name: 'clone', image, args: ['--repo=r', '--one-time'] }, { name: 'build', image: 'acme/build:1' }, sidecar('sync', { image, args: ['--repo=r'], ...more })];

  expect(says(initTwin, podOf([{ name: 'web' }], all.filter(({ name }) => order.includes(name))))).toEqual([
    `NS509 init container 'clone' (--one-time) and 'sync' run the same program, once and then continuously: ${fix}`,
  ]);
});

test('one image for two tasks does not', () => {
  expect(says(initTwin, podOf([{ name: 'web', image: 'acme/web', args: ['serve'] }], [{ name: 'migrate', image: 'acme/web', args: ['migrate'] }]))).toEqual([]);
});

test('a pod without init containers is no concern', () => {
  expect(says(initTwin, podOf([{ name: 'sync', image }]))).toEqual([]);
});
