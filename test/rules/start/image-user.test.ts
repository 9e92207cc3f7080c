import { imageUser } from '../../../src/rules/start/image-user';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const NON_ROOT = { securityContext: { runAsNonRoot: true } };

test('an image whose user is a name offends where root is forbidden', () => {
  expect(says(imageUser, podOf([WEB], [sidecar('cache', { image: 'memcached:1.6.45-alpine', ...NON_ROOT })]))).toEqual([
    "NS107 'cache' must run as non-root, but its image specifies the user by the name 'memcache', which the kubelet cannot verify, so it does not start the container: set runAsUser: 11211",
  ]);
});

test('so does one that runs as root, also where the pod forbids it', () => {
  expect(says(imageUser, podOf([WEB, { name: 'logs', image: 'fluent/fluent-bit:5.1.1' }], [], NON_ROOT))).toEqual([
    "NS107 'logs' must run as non-root, but its image runs as root, so the kubelet does not start it: set runAsUser: 65532",
  ]);
  expect(says(imageUser, podOf([{ name: 'web', image: 'public.ecr.aws/docker/library/nginx:1', ...NON_ROOT }]))).toEqual([
    expect.stringMatching(/set runAsUser to a numeric ID that the image supports, or use another image$/),
  ]);
});

test.each([['haproxy:3.4-alpine', 99], ['hashicorp/vault:2.0.4', 100], ['edoburu/pgbouncer', 70], ['public.ecr.aws/aws-observability/aws-otel-collector:v0.49.0', 4317]])(
  '%s needs the number %s', (image, id) => {
    expect(says(imageUser, podOf([{ name: 'x', image, ...NON_ROOT }]))).toEqual([expect.stringMatching(new RegExp(`: set runAsUser: ${id}$`))]);
  },
);

test.each<[string, object, object]>([
  ['a number', { image: 'memcached:1', securityContext: { runAsNonRoot: true, runAsUser: 11211 } }, {}],
  ['a number for the whole pod', { image: 'memcached:1', ...NON_ROOT }, { securityContext: { runAsUser: 11211 } }],
  ['a container that may be root after all', { image: 'memcached:1', securityContext: { runAsNonRoot: false } }, NON_ROOT],
  ['an image of somebody else', { image: 'bitnami/memcached:1', ...NON_ROOT }, {}],
  ['an image with a number', { image: 'nginxinc/nginx-unprivileged:1', ...NON_ROOT }, {}],
])('%s does not', (_name, container, spec) => {
  expect(says(imageUser, podOf([WEB], [sidecar('helper', container)], spec))).toEqual([]);
});

test('where root is not forbidden, it is no concern', () => {
  expect(says(imageUser, podOf([{ name: 'cache', image: 'memcached:1' }]))).toEqual([]);
});

test('root by number offends where root is forbidden, in the container or in the pod', () => {
  const message = "NS107 'web' has runAsUser: 0, which is root, and runAsNonRoot: true, so the kubelet does not start it: set runAsUser to another ID, or runAsNonRoot: false";

  expect(says(imageUser, podOf([{ ...WEB, securityContext: { runAsNonRoot: true, runAsUser: 0 } }]))).toEqual([message]);
  expect(says(imageUser, podOf([WEB], [], { securityContext: { runAsNonRoot: true, runAsUser: 0 } }))).toEqual([message]);
  expect(says(imageUser, podOf([{ ...WEB, securityContext: { runAsUser: 0 } }], [], NON_ROOT))).toEqual([message]);
  expect(says(imageUser, podOf([{ ...WEB, securityContext: { runAsNonRoot: false, runAsUser: 0 } }], [], NON_ROOT))).toEqual([]);
  expect(says(imageUser, podOf([{ ...WEB, securityContext: { runAsUser: 0 } }]))).toEqual([]);
});
