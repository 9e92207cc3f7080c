import { nativeNotAskedFor } from '../../../src/rules/leftovers/native-not-asked-for';
import { says, saysInMesh } from '../check';
import { annotated, annotatedJob, CONSUL } from '../meshes';

test('a pod that joins a mesh and says no more offends', () => {
  expect(says(nativeNotAskedFor, annotated({ 'consul.hashicorp.com/connect-inject': 'true' }))).toEqual([
    'NS514 the pod joins Consul without requesting a native proxy: '
    + 'set consul.hashicorp.com/enable-consul-dataplane-as-sidecar: "true", which Consul supports since 1.9',
  ]);
});

test.each([['linkerd.io/inject', 'enabled'], ['dapr.io/enabled', 'true']])('so does %s', (key, value) => {
  expect(says(nativeNotAskedFor, annotated({ [key]: value }))).toHaveLength(1);
});

test('one that says it does not, whatever it says', () => {
  expect(says(nativeNotAskedFor, annotated({ 'dapr.io/enabled': 'true', 'dapr.io/enable-native-sidecar': 'false' }))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'linkerd.io/inject': 'enabled', 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'true' }))).toEqual([]);
});

test('Jobs, pods whose mesh is known, pods of no mesh and of one without a switch are no concern', () => {
  expect(says(nativeNotAskedFor, annotatedJob({ 'dapr.io/enabled': 'true' }))).toEqual([]);
  expect(saysInMesh(nativeNotAskedFor, CONSUL, annotated({}))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'linkerd.io/inject': 'disabled' }))).toEqual([]);
  expect(says(nativeNotAskedFor, annotated({ 'kuma.io/sidecar-injection': 'enabled' }))).toEqual([]);
});
