import { PodModel } from '../../../src/kubernetes/pod';
import { meshBypass } from '../../../src/rules/leftovers/mesh-bypass';
import { podManifest } from '../../simulator/pods';
import { says } from '../check';
import { annotated } from '../meshes';

const pod = (annotations: object, user?: number) => PodModel.fromManifest({
  ...podManifest([{ name: 'web' }], [{ name: 'migrate', ...(user ? { securityContext: { runAsUser: user } } : {}) }]),
  metadata: { name: 'web', annotations },
});

test("an init container as the mesh's proxy offends", () => {
  expect(says(meshBypass, pod({ 'sidecar.istio.io/inject': 'true' }, 1337))).toEqual([
    "NS511 init container 'migrate' runs as the user of the mesh proxy (runAsUser: 1337), so its traffic bypasses the mesh: "
    + 'give it its own user when the proxy is native and starts before it',
  ]);
});

test.each([
  ['traffic.sidecar.istio.io/excludeOutboundIPRanges', '0.0.0.0/0'],
  ['traffic.sidecar.istio.io/excludeOutboundPorts', '5432'],
  ['config.linkerd.io/skip-outbound-ports', '5432'],
])('so does %s', (key, value) => {
  expect(says(meshBypass, pod({ [key]: value }))).toEqual([
    `NS511 the annotation '${key}' makes traffic bypass the mesh: if the reason is that the proxy starts too late, remove it when the proxy is native`,
  ]);
});

test('some addresses, or ports without an init container, do not', () => {
  expect(says(meshBypass, pod({ 'traffic.sidecar.istio.io/excludeOutboundIPRanges': '10.0.0.0/8' }))).toEqual([]);
  expect(says(meshBypass, annotated({ 'traffic.sidecar.istio.io/excludeOutboundPorts': '5432' }))).toEqual([]);
});

test('a pod outside of a mesh is no concern', () => {
  expect(says(meshBypass, pod({}, 1337))).toEqual([]);
});
