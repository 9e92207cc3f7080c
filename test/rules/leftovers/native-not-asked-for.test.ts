import { PodModel } from '../../../src/kubernetes/pod';
import { nativeNotAskedFor } from '../../../src/rules/leftovers/native-not-asked-for';
import { podOf } from '../../simulator/pods';
import { offensesByPrediction, says, saysInMesh } from '../check';
import { annotated, annotatedJob, CONSUL } from '../meshes';

const NATIVE = { initContainers: [{ name: 'db', image: 'acme/db:1', restartPolicy: 'Always' }] };

test('a pod that joins a mesh and says no more offends', () => {
  expect(says(nativeNotAskedFor, annotated({ 'consul.hashicorp.com/connect-inject': 'true' }))).toEqual([
    'NS514 the pod joins Consul without requesting a native proxy: '
    + 'set consul.hashicorp.com/enable-consul-dataplane-as-sidecar: "true", which Consul supports since 1.9',
  ]);
});

test.each([['linkerd.io/inject', 'enabled'], ['dapr.io/enabled', 'true']])('so does %s', (key, value) => {
  expect(says(nativeNotAskedFor, annotated({ [key]: value }, NATIVE))).toHaveLength(1);
});

test('one that says it does not, whatever it says', () => {
  expect(says(nativeNotAskedFor, annotated({ 'dapr.io/enabled': 'true', 'dapr.io/enable-native-sidecar': 'false' }, NATIVE))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'linkerd.io/inject': 'enabled', 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'true' }, NATIVE))).toEqual([]);
});

test('Jobs, pods whose mesh is known, pods of no mesh and of one without a switch are no concern', () => {
  expect(says(nativeNotAskedFor, annotatedJob({ 'dapr.io/enabled': 'true' }))).toEqual([]);
  expect(saysInMesh(nativeNotAskedFor, CONSUL, annotated({}))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'linkerd.io/inject': 'disabled' }, NATIVE))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'kuma.io/sidecar-injection': 'enabled' }, NATIVE))).toEqual([]);
});

test('in a mesh whose newer versions add a native proxy, a pod that shows no order is no concern, one that waits for the proxy is', () => {
  const waiting = PodModel.fromManifest({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', annotations: { 'sidecar.istio.io/inject': 'true' } },
    spec: { containers: [{ name: 'web', image: 'acme/web:1', command: ['sh', '-c', 'until curl -fsS localhost:15021/healthz/ready; do sleep 1; done; exec web'] }] },
  });

  expect(says(nativeNotAskedFor, annotated({ 'linkerd.io/inject': 'enabled' }))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'sidecar.istio.io/inject': 'true', 'proxy.istio.io/config': 'holdApplicationUntilProxyStarts: true' }))).toHaveLength(1);
  expect(says(nativeNotAskedFor, waiting)).toHaveLength(1);
});

test('a proxy in the manifest is as it is, whatever the version of the mesh adds', () => {
  const [hardCoded, injected] = [podOf([{ name: 'web' }, { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.24.0', args: ['proxy', 'sidecar'] }]), podOf([{ name: 'web' }])];

  expect(offensesByPrediction(nativeNotAskedFor, 'istio@1.24', hardCoded)).toEqual([]);
  expect(offensesByPrediction(nativeNotAskedFor, 'istio@1.24', injected)).toHaveLength(1);
});

test('a Namespace in the input joins its pods to the mesh, as a label of the pod does', () => {
  const enabled = { kind: 'Namespace', metadata: { name: 'default', labels: { 'istio-injection': 'enabled' } } };

  expect(says(nativeNotAskedFor, annotated({}, NATIVE), { beside: [enabled] })).toEqual(says(nativeNotAskedFor, annotated({ 'sidecar.istio.io/inject': 'true' }, NATIVE)));
  expect(says(nativeNotAskedFor, annotated({ 'sidecar.istio.io/inject': 'false' }, NATIVE), { beside: [enabled] })).toEqual([]);
});
