import { find, mounted, scriptMap, whatIsLeft } from './look';
import { PodModel } from '../../../src/kubernetes/pod';
import { jobOf, podManifest, podOf } from '../../simulator/pods';

describe('a quit endpoint', () => {
  test.each([
    ['a flag', { args: ['a:b:c', '--quitquitquit'] }, 'args.1'],
    ['a flag with a value', { command: ['/cloud-sql-proxy', '--quitquitquit=true'] }, 'command.1'],
    ['a variable', { env: [{ name: 'CSQL_PROXY_QUITQUITQUIT', value: 'true' }] }, 'env.0'],
    ['a variable of AlloyDB', { env: [{ name: 'X' }, { name: 'ALLOYDB_PROXY_QUITQUITQUIT', value: '1' }] }, 'env.1'],
    ['statsd', { image: 'prom/statsd-exporter:v0.28.0', args: ['--web.enable-lifecycle'] }, 'args.0'],
  ])('is opened by %s', (_name, rest, place) => {
    expect(find('quit-endpoint', jobOf([{ name: 'proxy', ...rest }])).map(({ places }) => places[0].path.slice(2).join('.'))).toEqual([place]);
  });

  test("is opened by the configuration of Vault's agent", () => {
    const { volumeMounts, volumes } = mounted('agent', '/etc/vault');
    const beside = [scriptMap('agent', 'agent.hcl', 'agent_api {\n  enable_quit = true\n}\n')];
    const pod = jobOf([{ name: 'agent', image: 'hashicorp/vault:1.17', args: ['agent'], volumeMounts }], [], { volumes });

    expect(whatIsLeft(find('quit-endpoint', pod, beside)[0], pod, beside)).toEqual({ 'data.agent.hcl': 'agent_api {\n  }\n' });
  });

  test.each([
    ['a port alone', { args: ['--admin-port=9091'] }],
    ['a flag that is off', { args: ['--quitquitquit=false'] }],
    ['a variable that is off', { env: [{ name: 'CSQL_PROXY_QUITQUITQUIT', value: 'false' }] }],
    ['the lifecycle of another program, which is its own', { image: 'prom/prometheus:v3', args: ['--web.enable-lifecycle'] }],
  ])('is not opened by %s', (_name, rest) => {
    expect(find('quit-endpoint', podOf([{ name: 'proxy', ...rest }]))).toEqual([]);
  });
});

describe('a sleep that an init container brings', () => {
  const volumes = [{ name: 'tools', emptyDir: {} }];
  const volumeMounts = [{ name: 'tools', mountPath: '/tools' }];
  const copy = { name: 'copy', image: 'busybox', command: ['cp', '/bin/sleep', '/tools/sleep'], volumeMounts };
  const hook = (...command: string[]) => ({ lifecycle: { preStop: { exec: { command } } } });

  test.each([
    ['sleep', copy, hook('/tools/sleep', '10')],
    ['busybox', { ...copy, command: ['sh', '-c', 'cp /bin/busybox /tools/busybox'] }, hook('/tools/busybox', 'sleep', '10')],
  ])('%s', (_name, init, lifecycle) => {
    expect(find('smuggled-sleep', podOf([{ name: 'web', volumeMounts, ...lifecycle }], [init], { volumes })))
      .toMatchObject([{ container: 'web', dedicatedContainers: ['copy'], places: [{ path: ['containers', 0, 'lifecycle', 'preStop'] }] }]);
  });

  test("the image's own is none, nor is one that nobody brought", () => {
    expect(find('smuggled-sleep', podOf([{ name: 'web', ...hook('/bin/sleep', '10') }], [copy], { volumes }))).toEqual([]);
    expect(find('smuggled-sleep', podOf([{ name: 'web', volumeMounts, ...hook('/tools/sleep', '10') }], [{ ...copy, command: ['./migrate'] }], { volumes }))).toEqual([]);
  });
});

describe('twins', () => {
  const image = 'registry.k8s.io/git-sync/git-sync:v4.4.0';

  test.each([
    ['git-sync', { image, args: ['--repo=r', '--one-time'] }, { image, args: ['--repo=r', '--period=30s'] }],
    ['git-sync by a variable', { image, env: [{ name: 'GITSYNC_ONE_TIME', value: 'true' }] }, { image }],
    ['Vault', { image: 'hashicorp/vault:1.17', args: ['agent', '-config=/c', '-exit-after-auth'] }, { image: 'hashicorp/vault:1.17', args: ['agent', '-config=/c'] }],
    ['any program but for the flag', { image: 'acme/gen:2', args: ['gen', '--once'] }, { image: 'acme/gen:1', args: ['gen'] }],
  ])('%s', (_name, init, main) => {
    expect(find('twin', podOf([{ name: 'web' }, { name: 'loop', ...main }], [{ name: 'once', ...init }]))).toMatchObject([{ container: 'once', target: 'loop', dedicatedContainers: ['once'] }]);
  });

  test.each([
    ['the same image alone', { image: 'acme/app', args: ['migrate'] }, { image: 'acme/app', args: ['serve'] }],
    ['another image', { image: 'acme/a', args: ['--once'] }, { image: 'acme/b' }],
    ['more than the variable', { image: 'acme/cfg', env: [{ name: 'ONESHOT', value: 'true' }] }, { image: 'acme/cfg', env: [{ name: 'SIGNAL', value: '1' }] }],
    ['more than the flag', { image: 'acme/app', args: ['migrate', '--once'] }, { image: 'acme/app', args: ['serve'] }],
  ])('%s makes none', (_name, init, main) => {
    expect(find('twin', podOf([{ name: 'loop', ...main }], [{ name: 'once', ...init }]))).toEqual([]);
  });
});

describe('a way past the mesh', () => {
  const labeled = (labels: object, user: number) => PodModel.fromManifest({
    ...podManifest([{ name: 'web' }], [{ name: 'migrate', securityContext: { runAsUser: user } }]),
    metadata: { name: 'web', ...labels },
  });

  test("is the user of the mesh's proxy", () => {
    expect(find('bypass', labeled({ labels: { 'sidecar.istio.io/inject': 'true' } }, 1337))).toMatchObject([{ container: 'migrate', text: 'runAsUser: 1337' }]);
    expect(find('bypass', labeled({ annotations: { 'linkerd.io/inject': 'ingress' } }, 2102))).toHaveLength(1);
  });

  test('is no other user, nor that one outside of the mesh', () => {
    expect(find('bypass', labeled({ labels: { 'sidecar.istio.io/inject': 'true' } }, 1000))).toEqual([]);
    expect(find('bypass', labeled({}, 1337))).toEqual([]);
  });
});

test("OpenKruise's variables are found, and no others", () => {
  const env = [{ name: 'A', value: 'b' }, { name: 'KRUISE_CONTAINER_PRIORITY', value: '1' }];

  expect(find('kruise', podOf([{ name: 'proxy', env }, { name: 'web', env: [{ name: 'KRUISE_OTHER', value: 'x' }] }])))
    .toMatchObject([{ container: 'proxy', places: [{ path: ['containers', 0, 'env', 1] }] }]);
});

test('a pod that says nothing has no leftovers', () => {
  expect(find('quit-call', podOf([{ name: 'web', image: 'nginx' }]))).toEqual([]);
});
