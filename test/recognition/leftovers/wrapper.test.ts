import { find, whatIsLeft } from './look';
import { jobOf, podOf, sidecar } from '../../simulator/pods';

const env = (...names: string[]) => names.map(name => ({ name, value: 'x' }));

test.each([
  ['linkerd-await', ['/linkerd-await', '--shutdown', '--', './export', '--all'], ['./export', '--all']],
  ['linkerd-await with a value', ['linkerd-await', '--timeout', '2m', '--shutdown', './export'], ['./export']],
  ['scuttle', ['scuttle', './export'], ['./export']],
  ['envoy-preflight behind tini', ['tini', '--', '/usr/bin/envoy-preflight', './export'], ['tini', '--', './export']],
  ['kubexit around a shell', ['/kubexit/kubexit', 'sh', '-c', './export'], ['sh', '-c', './export']],
  ['kubexit from a volume', ['/kubexit/kubexit', 'nginx', '-g', 'daemon off;'], ['nginx', '-g', 'daemon off;']],
])('finds %s, and the real command', (_name, command, words) => {
  expect(find('wrapper', jobOf([{ name: 'work', command }]))).toMatchObject([{ container: 'work', unwrapped: { container: 'work', words } }]);
});

test('a command that only has the wrapper takes the real one from the arguments', () => {
  const [found] = find('wrapper', jobOf([{ name: 'work', command: ['/linkerd-await', '--'], args: ['./export'] }]));

  expect(found.unwrapped).toEqual({ container: 'work', words: ['./export'] });
  expect(found.places).toEqual([{ path: ['containers', 0, 'command', 0] }, { path: ['containers', 0, 'command', 1] }]);
});

test.each([
  ['exec', 'set -e\nexec linkerd-await --shutdown -- ./export --all\n', 'set -e\nexec ./export --all\n'],
  ['a wait without a command', 'linkerd-await && ./export', './export'],
  ['pilot-agent', 'pilot-agent wait; ./export', './export'],
  ['a copied path', '/tools/kubexit curl http://localhost/', 'curl http://localhost/'],
])('in a script, %s', (_name, script, left) => {
  const pod = jobOf([{ name: 'work', command: ['sh', '-c', script] }]);
  const [found] = find('wrapper', pod);

  expect(whatIsLeft(found, pod)).toEqual({ 'containers.0.command.2': left });
});

test('variables, mounts and the container that brings it belong to it', () => {
  const volumeMounts = [{ name: 'graves', mountPath: '/graves' }, { name: 'bin', mountPath: '/kubexit' }, { name: 'data', mountPath: '/data' }];
  const volumes = [{ name: 'graves', emptyDir: {} }, { name: 'bin', emptyDir: {} }, { name: 'data', emptyDir: {} }];
  const pod = jobOf([
    {
      name: 'client',
      command: ['/kubexit/kubexit', './export'],
      env: [{ name: 'HOME', value: '/' }, { name: 'KUBEXIT_GRAVEYARD', value: '/graves' }, { name: 'KUBEXIT_BIRTH_DEPS', value: 'server' }],
      volumeMounts,
    },
    { name: 'server', command: ['/kubexit/kubexit', 'nginx'], env: [{ name: 'KUBEXIT_DEATH_DEPS', value: 'client' }] },
  ], [{ name: 'install', image: 'karlkfi/kubexit', command: ['cp', '/bin/kubexit', '/kubexit/kubexit'] }, { name: 'migrate', command: ['./migrate'] }], { volumes });
  const [client, server] = find('wrapper', pod);

  expect(client).toMatchObject({ container: 'client', target: 'server', dedicatedContainers: ['install'] });
  expect(client.places.map(({ path }) => path.slice(2).join('.'))).toEqual(['command.0', 'env.1', 'env.2', 'volumeMounts.0', 'volumeMounts.1']);
  expect(server).toMatchObject({ container: 'server', target: 'server' });
});

test('a wrapper in the image shows by its variables', () => {
  expect(find('wrapper', podOf([{ name: 'web', env: env('ISTIO_QUIT_API', 'ENVOY_ADMIN_API') }]))).toMatchObject([{
    text: 'ISTIO_QUIT_API',
    places: [{ path: ['containers', 0, 'env', 0] }, { path: ['containers', 0, 'env', 1] }],
  }]);
});

test('kubexit that nothing calls visibly keeps its variables and the container that brings it: without them it ends at once', () => {
  const pod = jobOf([
    { name: 'client', command: ['./start.sh'], env: [{ name: 'KUBEXIT_NAME', value: 'client' }, { name: 'KUBEXIT_BIRTH_DEPS', value: 'server' }] },
    { name: 'server', command: ['/kubexit/kubexit', 'nginx'], env: [{ name: 'KUBEXIT_DEATH_DEPS', value: 'client' }] },
  ], [{ name: 'install', image: 'karlkfi/kubexit', command: ['cp', '/bin/kubexit', '/kubexit/kubexit'] }]);
  const [client, server] = find('wrapper', pod);

  expect(client).toMatchObject({ places: [], dedicatedContainers: [], stays: 'the manifest does not show where it is called' });
  expect(server).toMatchObject({ dedicatedContainers: [], unwrapped: { words: ['nginx'] } });
});

test('the proxy that it waits for is its target', () => {
  expect(find('wrapper', podOf([{ name: 'web', command: ['linkerd-await', '--', './serve'] }], [sidecar('linkerd-proxy')]))).toMatchObject([{ target: 'linkerd-proxy' }]);
});

test.each([
  ['other commands', { command: ['pilot-agent', 'proxy', 'sidecar'] }],
  ['a word about it', { command: ['sh', '-c', 'echo scuttle; ./serve'] }],
  ['a switch that the image may want', { env: env('ENVOY_ADMIN_API') }],
])('%s are none', (_name, rest) => {
  expect(find('wrapper', podOf([{ name: 'web', ...rest }]))).toEqual([]);
});
