import { mountPathClash } from '../../../src/rules/platform/mount-path-clash';
import { podOf } from '../../simulator/pods';
import { offenses, says } from '../check';

const mounts = (...list: readonly [string, string][]) => ({ name: 'web', volumeMounts: list.map(([name, mountPath]) => ({ name, mountPath })) });

test('two volumes at one path offend', () => {
  expect(says(mountPathClash, podOf([mounts(['data', '/logs'], ['logs', '/logs'])]))).toEqual([
    "NS613 'web' mounts volumes 'data' and 'logs' at /logs, and Kubernetes rejects a pod with the same mountPath twice in one container: mount one of them at another path, or share the volume that is already mounted there",
  ]);
  expect(says(mountPathClash, podOf([mounts(['data', '/logs'], ['data', '/logs'])]))).toEqual([expect.stringContaining("mounts volume 'data' twice at /logs")]);
});

test('two spellings of one path are a warning', () => {
  expect(offenses(mountPathClash, podOf([mounts(['data', '/logs'], ['logs', '/logs/'])]))).toMatchObject([{
    severity: 'warning', message: "'web' mounts volumes 'data' and 'logs' at /logs and /logs/, which is the same path, so one mount hides the other",
  }]);
});

test('one path in two containers, or a path below another one, does not', () => {
  expect(says(mountPathClash, podOf([mounts(['data', '/logs'], ['logs', '/logs/app']), { ...mounts(['data', '/logs']), name: 'more' }]))).toEqual([]);
});

test('a container without mounts is no concern', () => {
  expect(says(mountPathClash, podOf([{ name: 'web' }, { name: 'odd', volumeMounts: 'none' }]))).toEqual([]);
});
