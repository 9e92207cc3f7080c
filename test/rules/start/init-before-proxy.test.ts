import { initBeforeProxy } from '../../../src/rules/start/init-before-proxy';
import { podOf, sidecar } from '../../simulator/pods';
import { says, saysInMesh } from '../check';
import { CONSUL, CONSUL_LEGACY, DAPR, ISTIO, KUMA, LINKERD } from '../meshes';

const WEB = { name: 'web' };
const MIGRATED = podOf([WEB], [{ name: 'migrate' }]);

test('an init container before an appended proxy offends', () => {
  expect(saysInMesh(initBeforeProxy, CONSUL, MIGRATED)).toEqual([
    "NS108 Consul starts 'consul-dataplane' after the init containers, so 'migrate' runs outside the mesh, or without a network if the mesh uses its CNI plugin: "
    + 'do this work in the app, or without the mesh',
  ]);
});

test('several are named together', () => {
  expect(saysInMesh(initBeforeProxy, DAPR, podOf([WEB], [{ name: 'migrate' }, { name: 'seed' }]))).toEqual([
    "NS108 Dapr starts 'daprd' after the init containers, so 'migrate', 'seed' run outside the mesh, or without a network if the mesh uses its CNI plugin: "
    + 'do this work in the app, or without the mesh',
  ]);
});

test.each([LINKERD, ISTIO, KUMA].map(mesh => [mesh.name, mesh] as const))('one behind the proxy of %s does not', (_name, mesh) => {
  expect(saysInMesh(initBeforeProxy, mesh, MIGRATED)).toEqual([]);
});

test("neither do native sidecars, nor the mesh's own init container", () => {
  expect(saysInMesh(initBeforeProxy, CONSUL, podOf([WEB], [sidecar('logs')]))).toEqual([]);
});

test('pods without a native proxy are no concern', () => {
  expect([...saysInMesh(initBeforeProxy, CONSUL_LEGACY, MIGRATED), ...says(initBeforeProxy, MIGRATED)]).toEqual([]);
});
