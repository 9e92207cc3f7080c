import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { bothWays, Build, IDS } from './both-ways';
import { addSidecar, chartIn, refusals } from './support';
import { askImage } from '../../src/kubernetes/image-of';
import { Identity } from '../../src/sidecars/identity';
import { forAll } from '../for-all';

/** A Deployment whose container is all that is special. */
function withContainer(chart: Chart, id: string, container: object, podSpec: object = {}): kplus.k8s.KubeDeployment {
  const containers = [{ name: 'web', ports: [{ containerPort: 8080 }], ...container }] as kplus.k8s.Container[];
  const web = new kplus.k8s.KubeDeployment(chart, id, {
    spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: { containers, ...podSpec } } },
  });
  addSidecar(web);
  return web;
}

const probeOf = (port: number) => ({ tcpSocket: { port: kplus.k8s.IntOrString.fromNumber(port) } });
const ownImage = (id: string) => `ghcr.io/acme/${id}:1.0.0`;

test.each<[string, Build]>([
  ['an image', (chart, id) => withContainer(chart, id, { image: ownImage(id) })],
  ['an image in a repository of its own, by its digest', (chart, id, index) => withContainer(chart, id, { image: `${id}.example.com/web@sha256:${String(index).repeat(64)}` })],
  ['an image, and arguments like the others', (chart, id) => withContainer(chart, id, { image: ownImage(id), args: ['serve', '--port=8080'] })],
  ['an image, and a probe like the others', (chart, id) => withContainer(chart, id, { image: ownImage(id), readinessProbe: probeOf(9000) })],
  ['images of two containers', (chart, id) => withContainer(chart, id, { image: ownImage(id) }, {
    containers: [{ name: 'web', image: ownImage(id) }, { name: 'jobs', image: `ghcr.io/acme/${id}-jobs:1.0.0` }],
  })],
])('workloads that differ in %s, of which nothing is known, are composed once', (_what, build) => {
  const { together, alone, composed } = bothWays(build);

  expect(composed).toBe(1);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test.each<[string, number, Build]>([
  ['a program that is known', 2, (chart, id, index) => withContainer(chart, id, { image: index === 2 ? 'nginx:1.28' : ownImage(id) })],
  ['a program that listens on the probed port', 2, (chart, id, index) => withContainer(chart, id, {
    image: index === 2 ? 'postgres:18.1' : ownImage(id), readinessProbe: probeOf(5432),
  })],
  ['a program that its arguments name', 2, (chart, id, index) => withContainer(chart, id, {
    image: index === 2 ? 'ghcr.io/acme/kubectl:1.34' : ownImage(id), args: ['proxy', '--port=8001'],
  })],
  ['a program that its tag names', 2, (chart, id, index) => withContainer(chart, id, { image: index === 2 ? 'ghcr.io/acme/ci:ci_git-sync_v4.3.0' : ownImage(id) })],
  ['the init container with another image', 4, (chart, id) => withContainer(chart, id, { image: ownImage(id) }, { initContainers: [{ name: 'prepare', image: ownImage(id) }] })],
  ['an image that also stands in a variable', 4, (chart, id) => withContainer(chart, id, { image: ownImage(id), env: [{ name: 'IMAGE', value: ownImage(id) }] })],
])('%s makes a workload different', (_what, times, build) => {
  const { together, alone, composed } = bothWays(build);

  expect(composed).toBe(times);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test.each([
  ['that is not valid', 'ghcr.io/Acme/three:1.0.0', 'NS612'],
  ['whose user the kubelet does not start', 'postgres:18.1', 'NS107'],
])('an image %s is an error also where the other workloads are fine', (_what, image, rule) => {
  const chart = chartIn();
  IDS.forEach((id, index) => withContainer(chart, id, { image: index === 2 ? image : ownImage(id), securityContext: { runAsNonRoot: true } }));

  expect(refusals(chart)).toEqual([expect.stringContaining(`[shop/three] ${rule}`)]);
});

test('workloads with the same image are composed once, also where a rule reads the image itself', () => {
  const hook = { lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } };
  const shared = bothWays((chart, id) => withContainer(chart, id, { image: 'ghcr.io/acme/web:1.0.0', ...hook }));
  const own = bothWays((chart, id) => withContainer(chart, id, { image: ownImage(id), ...hook }));

  expect([shared.composed, own.composed]).toEqual([1, IDS.length]);
  expect(JSON.stringify(own.together)).toBe(JSON.stringify(own.alone));
});

test('an identity tells a question about an image from a look at it', () => {
  const container = { name: 'web', image: 'ghcr.io/acme/web:1.0.0' };
  const manifest = { metadata: { name: 'web' }, spec: { template: { spec: { containers: [container] } } } };
  const isLatest = (image: unknown) => String(image).endsWith(':latest');
  const asked = new Identity(manifest);
  const read = new Identity(manifest);

  asked.watched(() => askImage(container, isLatest));
  read.watched(() => isLatest(container.image));

  expect(asked.imageFacts).toEqual([[{ question: isLatest, answer: false }]]);
  expect(read.imageFacts).toBeUndefined();
  expect(Object.getOwnPropertyDescriptor(container, 'image')).toEqual({ value: 'ghcr.io/acme/web:1.0.0', writable: true, enumerable: true, configurable: true });
});

const IMAGES = [
  'ghcr.io/acme/web:1.4.2', 'ghcr.io/acme/api:1.4.2', 'ghcr.io/acme/api', 'registry.example.com:5000/jobs@sha256:' + 'a'.repeat(64), '${IMAGE}', 'ghcr.io/Acme/web', '',
  'nginx:1.28', 'redis:8.2', 'memcached:1.6', 'busybox:1.37', 'postgres:18.1', 'php:8.4-fpm', 'gcr.io/distroless/static', 'fluent/fluent-bit:5.1.1', 'envoyproxy/envoy:v1.36.2',
  'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', 'ghcr.io/acme/kubectl:1.34', 'ghcr.io/acme/ci:ci_git-sync_v4.3.0',
];
const SPECIAL = [
  {},
  { args: ['proxy', '--port=8001'] },
  { command: ['sh', '-c', 'exec /app'] },
  { lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } },
  { readinessProbe: probeOf(9000) },
  { securityContext: { runAsNonRoot: true } },
  { securityContext: { readOnlyRootFilesystem: true } },
  { env: [{ name: 'CACHE', value: '127.0.0.1:11211' }] },
];
const containers = fc.array(fc.record({ image: fc.constantFrom(...IMAGES), special: fc.nat(SPECIAL.length - 1) }), { minLength: 1, maxLength: 2 });

/** What each workload comes to: its manifest, or its errors. */
function outcomes(chart: Chart, ids: readonly string[]): string[] {
  const errors = refusals(chart);
  const manifests = errors.length > 0 ? [] : Testing.synth(chart);
  return ids.map(id => JSON.stringify(manifests.find(one => one.metadata.name === `shop-${id}`) ?? errors.filter(line => line.startsWith(`[shop/${id}]`))));
}

test('for random workloads, a synth of all gives what a synth of each gives', () => {
  forAll(fc.property(fc.array(containers, { minLength: 2, maxLength: 6 }), specs => {
    const ids = specs.map((_, index) => `web-${index}`);
    const add = (chart: Chart, index: number) => withContainer(chart, ids[index], {}, {
      containers: specs[index].map(({ image, special }, place) => ({ name: `c${place}`, image, ...SPECIAL[special] })),
    });
    const each = ids.map((id, index) => {
      const chart = chartIn();
      add(chart, index);
      return { chart, id };
    });
    const isFine = each.map(({ chart }) => refusals(chart).length === 0);
    const all = chartIn();
    const sameEnd = ids.map((_, index) => index).filter(index => isFine[index] || isFine.every(one => !one));
    sameEnd.forEach(index => add(all, index));

    expect(outcomes(all, sameEnd.map(index => ids[index]))).toEqual(sameEnd.map(index => outcomes(each[index].chart, [ids[index]])[0]));
  }), { numRuns: 60 });
});
