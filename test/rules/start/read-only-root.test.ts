import { readOnlyRoot } from '../../../src/rules/start/read-only-root';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const READ_ONLY = { securityContext: { readOnlyRootFilesystem: true } };

test('a read-only root where the program writes offends', () => {
  expect(says(readOnlyRoot, podOf([WEB], [sidecar('proxy', { image: 'nginx:1.28', ...READ_ONLY })]))).toEqual([
    "NS116 'proxy' has a read-only root filesystem, but nginx writes to /var/cache/nginx and /var/run: mount an emptyDir volume at each of these paths, or set readOnlyRootFilesystem: false",
  ]);
  expect(says(readOnlyRoot, podOf([{ name: 'agent', image: 'gcr.io/datadoghq/agent:7.82.2', ...READ_ONLY }]))).toEqual([
    "NS116 'agent' has a read-only root filesystem, but Datadog Agent writes to /etc/datadog-agent, and /etc/datadog-agent holds files of the image: set readOnlyRootFilesystem: false",
  ]);
});

test('only the folders without a volume are named', () => {
  const mounts = { volumeMounts: [{ name: 'data', mountPath: '/var/lib/postgresql/data' }, { name: 'run', mountPath: '/run/' }, { name: 'tmp', mountPath: '/tmp', readOnly: true }] };

  expect(says(readOnlyRoot, podOf([{ name: 'db', image: 'postgres:17', ...READ_ONLY, ...mounts }]))).toEqual([
    expect.stringMatching(/PostgreSQL writes to \/tmp: mount an emptyDir volume at that path, or/),
  ]);
});

test.each<[string, object]>([
  ['a writable root', { image: 'nginx:1.28' }],
  ['another configuration', { image: 'nginx:1.28', args: ['nginx', '-c', '/etc/own/nginx.conf'], ...READ_ONLY }],
  ['a Redis that saves nothing', { image: 'redis:8.2', args: ['--save', ''], ...READ_ONLY }],
  ['another program of the image', { image: 'postgres:17', command: ['pg_dump'], args: ['shop'], ...READ_ONLY }],
  ['an image of somebody else', { image: 'bitnami/postgresql:17', ...READ_ONLY }],
])('%s does not', (_, container) => {
  expect(says(readOnlyRoot, podOf([WEB], [sidecar('helper', container)]))).toEqual([]);
});

test('an unknown image is no concern', () => {
  expect(says(readOnlyRoot, podOf([{ ...WEB, ...READ_ONLY }]))).toEqual([]);
});
