import { deadProduct } from '../../../src/rules/platform/dead-product';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

test('a product that is no longer maintained offends', () => {
  expect(says(deadProduct, podOf([{ name: 'web' }], [sidecar('agent', { image: 'jaegertracing/jaeger-agent:1.62.0' })]))).toEqual([
    "NS611 'agent' is no longer maintained: the Jaeger agent is no longer part of Jaeger since November 2024: "
    + 'use the OpenTelemetry Collector, or OTLP from the app itself',
  ]);
});

test.each([
  ['gcr.io/cloudsql-docker/gce-proxy:1.37.10', 'cloud-sql-proxy, version 2'],
  ['grafana/promtail:3.5.1', 'Grafana Alloy'],
  ['grafana/agent:v0.44', 'Grafana Alloy'],
  ['gcr.io/kubebuilder/kube-rbac-proxy:v0.13.1', 'quay.io/brancz/kube-rbac-proxy'],
  ['docker.io/bitnami/redis:7.0.10', 'the official image of the program'],
])('so does %s, which %s replaces', (image, successor) => {
  expect(says(deadProduct, podOf([{ name: 'web' }], [sidecar('x', { image })]))).toEqual([expect.stringContaining(successor)]);
});

test('what is maintained does not', () => {
  const images = ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', 'quay.io/brancz/kube-rbac-proxy:v0.22.1', 'registry.acme.io/bitnami/redis:7'];

  expect(says(deadProduct, podOf(images.map((image, index) => ({ name: `c${index}`, image }))))).toEqual([]);
});

test('an app is no concern, a helper that is an ordinary container is', () => {
  const proxy = { name: 'sql', image: 'gcr.io/cloudsql-docker/gce-proxy:1.37.10' };

  expect(says(deadProduct, podOf([{ name: 'mysql', image: 'docker.io/bitnami/mysql:8.0.31' }]))).toEqual([]);
  expect(says(deadProduct, podOf([{ name: 'web', image: 'ghcr.io/acme/web:1' }, proxy]))).toHaveLength(1);
});

test('images of which nothing is known are no concern', () => {
  expect(says(deadProduct, podOf([{ name: 'web', image: 'ghcr.io/acme/web:1' }, { name: 'none' }]))).toEqual([]);
});

test('a message does not tell twice that the product is no longer maintained', () => {
  const images = ['gcr.io/cloudsql-docker/gce-proxy:1.37.10', 'grafana/promtail:3.5.1', 'grafana/agent:v0.44', 'gcr.io/kubebuilder/kube-rbac-proxy:v0.13.1'];
  const told = images.flatMap(image => says(deadProduct, podOf([{ name: 'web' }], [sidecar('x', { image })])));

  expect(told.map(text => text.split('no longer maintained').length - 1)).toEqual(images.map(() => 1));
});
