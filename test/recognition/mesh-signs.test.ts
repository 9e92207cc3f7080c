import { PodModel } from '../../src/kubernetes/pod';
import { meshSeenIn } from '../../src/recognition/mesh-signs';
import { Recognition } from '../../src/recognition/recognition';
import { podManifest } from '../simulator/pods';

function pod(metadata: object): PodModel {
  return PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { name: 'web', ...metadata } });
}

test.each([
  ['Linkerd', { annotations: { 'linkerd.io/inject': 'enabled' } }],
  ['Istio', { labels: { 'sidecar.istio.io/inject': 'true' } }],
  ['Istio', { annotations: { 'sidecar.istio.io/inject': 'true' } }],
  ['Kuma', { labels: { 'kuma.io/sidecar-injection': 'enabled' } }],
  ['Consul', { annotations: { 'consul.hashicorp.com/connect-inject': 'true' } }],
  ['Dapr', { annotations: { 'dapr.io/enabled': 'true' } }],
])('a pod may say that it joins %s', (name, metadata) => {
  expect(meshSeenIn(new Recognition(pod(metadata)))).toBe(name);
});

test('or only tell its injector something', () => {
  const told = pod({ annotations: { 'proxy.istio.io/config': '{ "holdApplicationUntilProxyStarts": true }' } });

  expect(meshSeenIn(new Recognition(told))).toBe('Istio');
});

test('a pod that says no is in none', () => {
  expect(meshSeenIn(new Recognition(pod({ labels: { 'sidecar.istio.io/inject': 'false' }, annotations: { 'proxy.istio.io/config': '{}' } })))).toBeUndefined();
  expect(meshSeenIn(new Recognition(pod({ annotations: { 'sidecar.istio.io/inject': 'false' } })))).toBeUndefined();
  expect(meshSeenIn(new Recognition(pod({ annotations: { 'linkerd.io/inject': 'disabled' } })))).toBeUndefined();
  expect(meshSeenIn(new Recognition(pod({})))).toBeUndefined();
});
