import { says, saysInMesh } from './check';
import { DAPR, LINKERD } from './meshes';
import { noStartupGate } from '../../src/rules/no-startup-gate';
import { GATE, podOf, sidecar } from '../lifecycle/pods';

test('a sidecar without a startup probe offends', () => {
  const pod = podOf([{ name: 'web' }, { name: 'worker' }], [sidecar('proxy'), sidecar('cache', { startupProbe: GATE })]);

  expect(says(noStartupGate, pod)).toEqual([
    "NS101 sidecar 'proxy' has no startup gate, so 'web', 'worker' may start before it listens: give it a startupProbe with periodSeconds: 1",
  ]);
});

test('so does a proxy whose mesh gives it none, which only the app can help', () => {
  expect(saysInMesh(noStartupGate, DAPR, podOf([{ name: 'web' }]))).toEqual([
    "NS101 sidecar 'daprd' has no startup gate, so 'web' may start before it listens: let the app wait for it: Dapr 1.18 gives it no startup probe",
  ]);
  expect(saysInMesh(noStartupGate, LINKERD, podOf([{ name: 'web' }]))).toEqual([]);
});

test('a sidecar with one does not, whatever other probes it lacks', () => {
  expect(says(noStartupGate, podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: GATE })]))).toEqual([]);
});

test('plain init containers and main containers are no concern', () => {
  expect(says(noStartupGate, podOf([{ name: 'web' }], [{ name: 'migrate' }]))).toEqual([]);
});
