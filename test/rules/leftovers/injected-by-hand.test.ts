import { injectedByHand } from '../../../src/rules/leftovers/injected-by-hand';
import { podOf, sidecar } from '../../simulator/pods';
import { says, saysInMesh } from '../check';
import { ISTIO_LEGACY } from '../meshes';

test('a proxy that was injected by hand offends', () => {
  expect(says(injectedByHand, podOf([{ name: 'web' }, { name: 'linkerd-proxy', image: 'cr.l5d.io/linkerd/proxy:stable-2.12.0' }]))).toEqual([
    "NS513 'linkerd-proxy' is a hard-coded proxy of Linkerd in an ordinary container, so it never gets mesh upgrades: remove it from the manifest and let the mesh inject it again",
  ]);
});

test('so does one with another name', () => {
  expect(says(injectedByHand, podOf([{ name: 'web' }, { name: 'helper', image: 'docker.io/istio/proxyv2:1.24.0', args: ['proxy', 'sidecar'] }]))).toEqual([
    "NS513 'helper' is a hard-coded proxy of Istio in an ordinary container, so it never gets mesh upgrades: remove it from the manifest and let the mesh inject it again",
  ]);
});

test.each([
  ['a native one', podOf([{ name: 'web' }], [sidecar('istio-proxy', { image: 'istio/proxyv2:1.29.0' })])],
  ['one that only changes what is injected', podOf([{ name: 'web' }, { name: 'istio-proxy', image: 'auto' }])],
  ['a gateway, which is nothing else', podOf([{ name: 'istio-proxy', image: 'istio/proxyv2:1.29.0' }])],
  ['a gateway beside another container', podOf([{ name: 'istio-proxy', image: 'istio/proxyv2:1.29.0', args: ['proxy', 'router'] }, { name: 'certs' }])],
  ['a gateway of Consul', podOf([{ name: 'mesh-gateway', image: 'hashicorp/consul-dataplane:1.4.1', args: ['-proxy-service-id-path=/consul/service/proxy-id'] }, { name: 'certs' }])],
])('%s does not', (_name, pod) => {
  expect(says(injectedByHand, pod)).toEqual([]);
});

test('a data plane of Consul that reads what the injector wrote offends', () => {
  expect(says(injectedByHand, podOf([{ name: 'web' }, { name: 'dp', image: 'hashicorp/consul-dataplane:1.4.1', args: ['-proxy-service-id-path=/consul/connect-inject/proxyid'] }])))
    .toEqual([expect.stringContaining("NS513 'dp' is a hard-coded proxy of Consul")]);
});

test('what the mesh will inject is no concern', () => {
  expect(saysInMesh(injectedByHand, ISTIO_LEGACY, podOf([{ name: 'web' }]))).toEqual([]);
});
