import { PodModel } from '../../../src/kubernetes/pod';
import { jobOutsideMesh } from '../../../src/rules/leftovers/job-outside-mesh';
import { says } from '../check';
import { annotated, annotatedJob } from '../meshes';

test('a Job that keeps out of its mesh offends', () => {
  expect(says(jobOutsideMesh, annotatedJob({ 'sidecar.istio.io/inject': 'false' }))).toEqual([
    'NS510 the Job opts out of Istio (sidecar.istio.io/inject: false), which it does not need to complete: if the Job opted out so that it completes, let it join with a native proxy',
  ]);
});

test.each([['linkerd.io/inject', 'disabled'], ['consul.hashicorp.com/connect-inject', 'false']])('so does %s: %s', (key, value) => {
  expect(says(jobOutsideMesh, annotatedJob({ [key]: value }))).toHaveLength(1);
});

test('a label says it as well', () => {
  const template = { metadata: { labels: { 'kuma.io/sidecar-injection': 'disabled' } }, spec: { containers: [{ name: 'work' }] } };

  expect(says(jobOutsideMesh, PodModel.fromManifest({ kind: 'CronJob', metadata: { name: 'x' }, spec: { jobTemplate: { spec: { template } } } }))).toHaveLength(1);
});

test('a Job that joins does not', () => {
  expect(says(jobOutsideMesh, annotatedJob({ 'sidecar.istio.io/inject': 'true' }))).toEqual([]);
});

test('what is no Job is no concern', () => {
  expect(says(jobOutsideMesh, annotated({ 'sidecar.istio.io/inject': 'false' }))).toEqual([]);
});
