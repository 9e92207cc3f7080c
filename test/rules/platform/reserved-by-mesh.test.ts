import { PodModel } from '../../../src/kubernetes/pod';
import { reservedByMesh } from '../../../src/rules/platform/reserved-by-mesh';
import { podOf, sidecar } from '../../simulator/pods';
import { says, saysInMesh } from '../check';
import { CONSUL, DAPR, ISTIO, KUMA, LINKERD } from '../meshes';

const listens = (containerPort: number) => podOf([{ name: 'web', ports: [{ containerPort: 8080 }, { containerPort }] }]);
const runsAs = (runAsUser: number) => podOf([{ name: 'web', securityContext: { runAsUser } }]);

test.each([
  ['Linkerd', LINKERD, 4191], ['Linkerd', LINKERD, 4140], ['Istio', ISTIO, 15020], ['Istio', ISTIO, 15090],
  ['Kuma', KUMA, 9901], ['Consul', CONSUL, 20000], ['Dapr', DAPR, 3500],
])('a port of %s offends: %s %s', (name, mesh, port) => {
  expect(saysInMesh(reservedByMesh, mesh, listens(port))).toEqual([
    `NS605 'web' listens on port ${port}, which the proxy of ${name} uses: choose another port`,
  ]);
});

test.each([
  ['Linkerd', LINKERD, 2102], ['Istio', ISTIO, 1337], ['Kuma', KUMA, 5678], ['Consul', CONSUL, 5995],
])('the user of %s offends: %s %s', (name, mesh, user) => {
  const message = `NS605 'web' runs as user ${user}, which is the user of the proxy of ${name}: its traffic bypasses the mesh in plaintext: run it as another user`;

  expect(saysInMesh(reservedByMesh, mesh, runsAs(user))).toEqual([message]);
  expect(saysInMesh(reservedByMesh, mesh, podOf([{ name: 'web' }], [], { securityContext: { runAsUser: user } }))).toEqual([message]);
});

test.each([
  ['Linkerd', LINKERD, 'linkerd-proxy'], ['Linkerd', LINKERD, 'linkerd-init'], ['Linkerd', LINKERD, 'linkerd-debug'],
  ['Istio', ISTIO, 'istio-proxy'], ['Kuma', KUMA, 'kuma-sidecar'], ['Consul', CONSUL, 'consul-dataplane'], ['Dapr', DAPR, 'daprd'],
])('a name of %s offends: %s %s', (mesh, joined, name) => {
  const message = `NS605 '${name}' is the name of a container of ${mesh}, so the injector skips this pod or confuses the two: choose another name`;

  expect(saysInMesh(reservedByMesh, joined, podOf([{ name: 'web' }, { name }]))).toEqual([message]);
  expect(saysInMesh(reservedByMesh, joined, podOf([{ name: 'web' }], [sidecar(name)]))).toEqual([message]);
});

test('what another mesh keeps for itself does not offend, nor does a container that uses its own user in a pod of the mesh', () => {
  const own = podOf([{ name: 'web', securityContext: { runAsUser: 1000 } }], [], { securityContext: { runAsUser: 2102 } });

  expect([listens(15020), runsAs(1337), own].flatMap(pod => saysInMesh(reservedByMesh, LINKERD, pod))).toEqual([]);
});

test("neither does Istio's way to change its own proxy", () => {
  expect(saysInMesh(reservedByMesh, ISTIO, podOf([{ name: 'web' }, { name: 'istio-proxy', image: 'auto', securityContext: { runAsUser: 1337 } }]))).toEqual([]);
});

test('pods in no mesh are no concern', () => {
  expect([...says(reservedByMesh, listens(15020)), ...says(reservedByMesh, podOf([{ name: 'istio-proxy' }]))]).toEqual([]);
});

describe('a port that an annotation moves', () => {
  const moved = (annotations: { readonly [key: string]: string }, containerPort: number) => PodModel.fromManifest({
    apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', annotations }, spec: { containers: [{ name: 'web', ports: [{ containerPort }] }] },
  });

  test.each([
    ['Dapr', DAPR, { 'dapr.io/metrics-port': '9191' }, 9191, 9090],
    ['Dapr', DAPR, { 'dapr.io/grpc-port': '50051' }, 50051, 50001],
    ['Linkerd', LINKERD, { 'config.linkerd.io/admin-port': '14191' }, 14191, 4191],
    ['Kuma', KUMA, { 'kuma.io/application-probe-proxy-port': '19001' }, 19001, 9001],
    ['Consul', CONSUL, { 'consul.hashicorp.com/sidecar-proxy-lifecycle-graceful-port': '21600' }, 21600, 20600],
  ])('offends where it is: %s', (name, mesh, annotations, port, before) => {
    expect(saysInMesh(reservedByMesh, mesh, moved(annotations, port))).toEqual([`NS605 'web' listens on port ${port}, which the proxy of ${name} uses: choose another port`]);
    expect(saysInMesh(reservedByMesh, mesh, moved(annotations, before))).toEqual([]);
  });

  test('does not offend where the proxy does without it', () => {
    expect(saysInMesh(reservedByMesh, KUMA, moved({ 'kuma.io/application-probe-proxy-port': '0' }, 9001))).toEqual([]);
    expect(saysInMesh(reservedByMesh, KUMA, moved({ 'kuma.io/application-probe-proxy-port': '0' }, 9000))).toHaveLength(1);
    expect(saysInMesh(reservedByMesh, KUMA, moved({ 'kuma.io/application-probe-proxy-port': '0', 'kuma.io/virtual-probes-port': '19000' }, 9000))).toEqual([]);
  });

  test('stays where it is with a value that is no port, and where Dapr only turns its flag for metrics off', () => {
    expect(saysInMesh(reservedByMesh, DAPR, moved({ 'dapr.io/enable-metrics': 'false' }, 9090))).toHaveLength(1);
    expect(saysInMesh(reservedByMesh, DAPR, moved({ 'dapr.io/metrics-port': 'metrics' }, 9090))).toHaveLength(1);
  });
});
