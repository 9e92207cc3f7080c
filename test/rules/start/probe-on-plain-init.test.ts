import { probeOnPlainInit } from '../../../src/rules/start/probe-on-plain-init';
import { GATE, HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

test('an init container with a probe offends', () => {
  expect(says(probeOnPlainInit, podOf([{ name: 'web' }], [{ name: 'proxy', startupProbe: GATE }]))).toEqual([
    "NS105 init container 'proxy' has 'startupProbe' but no restartPolicy: Always, so the API server rejects the pod: "
    + "add restartPolicy: Always if 'proxy' is a sidecar, otherwise remove it",
  ]);
});

test('so does one with several, and with hooks', () => {
  const pod = podOf([{ name: 'web' }], [{ name: 'proxy', readinessProbe: GATE, livenessProbe: GATE, lifecycle: HOOK }]);

  expect(says(probeOnPlainInit, pod)).toEqual([
    "NS105 init container 'proxy' has 'readinessProbe', 'livenessProbe', 'lifecycle' but no restartPolicy: Always, so the API server rejects the pod: "
    + "add restartPolicy: Always if 'proxy' is a sidecar, otherwise remove them",
  ]);
});

test('a sidecar does not, and neither does an init container without any', () => {
  expect(says(probeOnPlainInit, podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: GATE }), { name: 'migrate', startupProbe: null }]))).toEqual([]);
});

test('main containers are no concern', () => {
  expect(says(probeOnPlainInit, podOf([{ name: 'web', startupProbe: GATE, lifecycle: HOOK }]))).toEqual([]);
});
