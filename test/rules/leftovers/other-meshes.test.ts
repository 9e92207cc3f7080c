import { injectorKeepsJobAlive } from '../../../src/rules/jobs/injector-keeps-job-alive';
import { holdApplication } from '../../../src/rules/leftovers/hold-application';
import { jobOutsideMesh } from '../../../src/rules/leftovers/job-outside-mesh';
import { linkerdLeftover } from '../../../src/rules/leftovers/linkerd-leftover';
import { nativeNotAskedFor } from '../../../src/rules/leftovers/native-not-asked-for';
import { says, saysInMesh } from '../check';
import { annotated, annotatedJob, DAPR, ISTIO, LINKERD } from '../meshes';

test.each([
  ['NS402', injectorKeepsJobAlive, annotatedJob({ 'dapr.io/enabled': 'true' }), ISTIO],
  ['NS506', holdApplication, annotated({ 'proxy.istio.io/config': 'holdApplicationUntilProxyStarts: true' }), DAPR],
  ['NS507', linkerdLeftover, annotated({ 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds': '20' }), ISTIO],
  ['NS510', jobOutsideMesh, annotatedJob({ 'linkerd.io/inject': 'disabled' }), ISTIO],
  ['NS514', nativeNotAskedFor, annotated({ 'dapr.io/enabled': 'true' }, { initContainers: [{ name: 'db', image: 'acme/db:1', restartPolicy: 'Always' }] }), ISTIO],
])('%s reports the same about another mesh, whether the mesh of the pod is known or not', (_id, rule, pod, mesh) => {
  expect(says(rule, pod)).toHaveLength(1);
  expect(saysInMesh(rule, mesh, pod)).toEqual(says(rule, pod));
});

test('a switch that the mesh of the pod does not understand is reported, although its version is known', () => {
  expect(saysInMesh(linkerdLeftover, LINKERD, annotated({ 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'yes' }))).toEqual([
    "NS507 'config.alpha.linkerd.io/proxy-enable-native-sidecar' is 'yes', which Linkerd does not understand and ignores: write \"true\" or \"false\"",
  ]);
});
