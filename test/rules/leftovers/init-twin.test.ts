import { initTwin } from '../../../src/rules/leftovers/init-twin';
import { podOf } from '../../simulator/pods';
import { says } from '../check';

const image = 'registry.k8s.io/git-sync/git-sync:v4.4.0';

test('an init container and its twin offend', () => {
  expect(says(initTwin, podOf([{ name: 'web' }, { name: 'sync', image, args: ['--repo=r'] }], [{ name: 'clone', image, args: ['--repo=r', '--one-time'] }]))).toEqual([
    "NS509 init container 'clone' (--one-time) and 'sync' run the same program, once and then continuously: make 'sync' a native sidecar with a startupProbe on the files it provides, and remove 'clone'",
  ]);
});

test('one image for two tasks does not', () => {
  expect(says(initTwin, podOf([{ name: 'web', image: 'acme/web', args: ['serve'] }], [{ name: 'migrate', image: 'acme/web', args: ['migrate'] }]))).toEqual([]);
});

test('a pod without init containers is no concern', () => {
  expect(says(initTwin, podOf([{ name: 'sync', image }]))).toEqual([]);
});
