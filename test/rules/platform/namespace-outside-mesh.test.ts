import { PodModel } from '../../../src/kubernetes/pod';
import { namespaceOutsideMesh } from '../../../src/rules/platform/namespace-outside-mesh';
import { offensesByPrediction, says } from '../check';

const web = (metadata: object) => PodModel.fromManifest({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop', ...metadata }, spec: { containers: [{ name: 'web' }] },
});
const namespace = (labels: object = {}) => [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } }];
const KUMA = web({ labels: { 'kuma.io/sidecar-injection': 'enabled' } });
const istio = (labels: object = {}) => web({ labels: { 'sidecar.istio.io/inject': 'true', ...labels } });

test('a Namespace without the label of Kuma offends, since 2.11', () => {
  expect(says(namespaceOutsideMesh, KUMA, { beside: namespace() })).toEqual([
    "NS620 the pod joins Kuma, but its Namespace 'shop' has no label kuma.io/sidecar-injection, and since 2.11 Kuma injects only into Namespaces with it: "
    + 'label the Namespace with kuma.io/sidecar-injection: enabled, or with disabled to inject only pods that opt in',
  ]);
  expect(offensesByPrediction(namespaceOutsideMesh, 'kuma@2.11', KUMA, { beside: namespace() })).toHaveLength(1);
  expect(offensesByPrediction(namespaceOutsideMesh, 'kuma@2.10', KUMA, { beside: namespace() })).toEqual([]);
});

test.each([
  ['istio-injection: disabled', istio(), { 'istio-injection': 'disabled' }, 'istio-injection: disabled, which wins over the labels of the pod'],
  ['another revision', istio({ 'istio.io/rev': 'canary' }), { 'istio.io/rev': 'stable' }, "chooses the revision 'stable', which wins over 'canary' of the pod"],
  ['the default revision', istio({ 'istio.io/rev': 'canary' }), { 'istio-injection': 'enabled' }, "chooses the revision 'default', which wins over 'canary' of the pod"],
  ['no webhooks', web({ annotations: { 'linkerd.io/inject': 'enabled' } }), { 'config.linkerd.io/admission-webhooks': 'disabled' }, 'which keeps the injector away'],
])('a Namespace with %s offends', (_name, pod, labels, message) => {
  expect(says(namespaceOutsideMesh, pod, { beside: namespace(labels) })).toEqual([expect.stringContaining(message)]);
});

test('Namespaces that the mesh accepts, that are not there, and pods outside of meshes do not offend', () => {
  expect([
    says(namespaceOutsideMesh, KUMA, { beside: namespace({ 'kuma.io/sidecar-injection': 'disabled' }) }),
    says(namespaceOutsideMesh, KUMA),
    says(namespaceOutsideMesh, istio(), { beside: namespace({ 'istio.io/rev': 'stable' }) }),
    says(namespaceOutsideMesh, istio({ 'istio.io/rev': 'stable' }), { beside: namespace({ 'istio.io/rev': 'stable' }) }),
    says(namespaceOutsideMesh, web({}), { beside: namespace({ 'istio-injection': 'disabled' }) }),
  ].flat()).toEqual([]);
});
