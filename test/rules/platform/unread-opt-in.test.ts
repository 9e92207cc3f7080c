import { PodModel } from '../../../src/kubernetes/pod';
import { unreadOptIn } from '../../../src/rules/platform/unread-opt-in';
import { podManifest } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { annotated, LINKERD } from '../meshes';

function labeled(labels: { readonly [key: string]: string }): PodModel {
  return PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { name: 'web', labels } });
}

test('a yes that Linkerd takes for no offends', () => {
  expect(says(unreadOptIn, annotated({ 'linkerd.io/inject': 'true' }))).toEqual([
    "NS618 the annotation 'linkerd.io/inject' is 'true', which Linkerd reads as no, so the pod does not join: "
    + 'to join Linkerd, write the annotation linkerd.io/inject: "enabled"; otherwise remove it',
  ]);
});

test('a word that Istio ignores offends, at its label', () => {
  expect(offenses(unreadOptIn, labeled({ 'sidecar.istio.io/inject': 'no' }))).toEqual([{
    at: { path: ['metadata', 'labels', 'sidecar.istio.io/inject'] },
    message: "the label 'sidecar.istio.io/inject' is 'no', which Istio does not understand",
    fix: 'to join Istio, write the label sidecar.istio.io/inject: "true"; otherwise remove it',
  }]);
});

test('a value that is no text is shown as it is written', () => {
  const pod = PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { annotations: { 'linkerd.io/inject': { a: 1 } } } });

  expect(says(unreadOptIn, pod)).toEqual([expect.stringContaining('is \'{"a":1}\', which Linkerd reads as no')]);
});

test.each([
  ['kuma.io/sidecar-injection', 'on', labeled],
  ['consul.hashicorp.com/connect-inject', 'yes', annotated],
  ['dapr.io/enabled', 'enabled', annotated],
])('so does %s: %s', (key, value, pod) => {
  expect(says(unreadOptIn, pod({ [key]: value }))).toHaveLength(1);
});

test.each([
  ['linkerd.io/inject', 'enabled'],
  ['linkerd.io/inject', 'disabled'],
  // Linkerd does not know the word, but does what its author wants.
  ['linkerd.io/inject', 'no'],
  ['linkerd.io/inject', ''],
  ['dapr.io/enabled', 'YES'],
  ['dapr.io/enabled', 'false'],
  ['consul.hashicorp.com/connect-inject', 'false'],
  ['example.com/inject', 'maybe'],
])('%s: "%s" does not', (key, value) => {
  expect(says(unreadOptIn, annotated({ [key]: value }))).toEqual([]);
});

test('an annotation behind a label that decides is no concern', () => {
  const pod = PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { labels: { 'sidecar.istio.io/inject': 'true' }, annotations: { 'sidecar.istio.io/inject': 'yes' } } });

  expect(says(unreadOptIn, pod)).toEqual([]);
});

test('a contradiction to the options of a mesh is the concern of NS606', () => {
  expect(saysInMesh(unreadOptIn, LINKERD, annotated({ 'linkerd.io/inject': 'true' }))).toEqual([]);
});
