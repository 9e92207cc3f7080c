import { folders, helpers, mounting, running } from './pods';
import { Recognition } from '../../src/recognition/recognition';
import { podOf } from '../simulator/pods';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] };
const SHIPPER = { name: 'ship', image: 'docker.elastic.co/beats/filebeat:8.15.0' };
const hostPath = (name: string, path: string) => ({ name, hostPath: { path } });

describe('on every node, a shipper that reads the files of its node', () => {
  const beside = (own: string, other: string, shared: string) => helpers(running([
    mounting({ [other]: shared }, WEB),
    mounting({ [own]: shared, '/var/lib/docker/containers:ro': 'node' }, SHIPPER),
  ], { kind: 'DaemonSet', volumes: [...folders(shared), hostPath('node', '/var/lib/docker/containers')] }));

  test.each([['/data/logs/web', '/data/logs/web'], ['/in', '/var/log/web'], ['/logs', '/srv/web']])('also ships the logs of another container: %s, %s', (own, other) => {
    expect(beside(own, other, 'logs')).toEqual(['ship: shipper']);
  });

  test.each([
    ['a token', '/var/run/token', '/var/run/token'],
    ['its configuration', '/etc/filebeat', '/out'],
    ['logs that the other one only reads', '/var/log/own', '/logs:ro'],
  ])('serves no container with which it shares only %s', (_name, own, other) => {
    expect(beside(own, other, 'shared')).toEqual([]);
  });
});

test('the parts of an agent that looks at its node are no helpers of each other', () => {
  const volumes = [hostPath('proc', '/proc'), hostPath('cgroups', '/sys/fs/cgroup'), hostPath('runtime', '/var/run/docker.sock'), ...folders('auth')];
  const mounts = { '/host/proc:ro': 'proc', '/host/cgroup:ro': 'cgroups', '/var/run/docker.sock:ro': 'runtime', '/auth': 'auth' };
  const [agent, tracer] = ['gcr.io/datadoghq/agent:7.60.0', 'otel/opentelemetry-collector-contrib:0.120.0'].map((image, index) => mounting(mounts, { name: `part-${index}`, image }));

  expect(helpers(running([{ ...agent, ports: [{ containerPort: 8125 }] }, tracer, mounting({ '/auth': 'auth' }, { name: 'own', image: 'acme/own:1' })], { kind: 'DaemonSet', volumes }))).toEqual([]);
});

describe('in a bare Pod', () => {
  const pod = (path: string, shared: boolean) => helpers(new Recognition(podOf(
    [mounting(shared ? { '/data': 'data' } : {}, WEB), mounting({ '/node:ro': 'node', ...(shared ? { '/data:ro': 'data' } : {}) }, SHIPPER)], [],
    { volumes: [hostPath('node', path), ...folders('data')] },
  )));

  test.each(['/var/log', '/var/lib/docker/containers'])('a shipper of %s serves another container only if they share a folder', path => {
    expect(pod(path, false)).toEqual([]);
    expect(pod(path, true)).toEqual(['ship: shipper']);
  });
});

test('a client of Vault beside the server is no Vault Agent', () => {
  const server = mounting({ '/vault/data': 'data' }, { name: 'vault', image: 'hashicorp/vault:1.18', args: ['server'] });
  const beside = (...args: string[]) => helpers(running([server, mounting({ '/vault/data': 'data' }, { name: 'other', image: 'docker.io/hashicorp/vault:1.18', command: ['vault', ...args] })],
    { volumes: folders('data') }));

  expect(beside('monitor', '-log-level=debug')).toEqual([]);
  expect(helpers(running([mounting({ '/secrets:ro': 'data' }, WEB), mounting({ '/secrets': 'data' }, { name: 'agent', image: 'hashicorp/vault:1.18', command: ['vault', 'agent'] })],
    { volumes: folders('data') }))).toEqual(['agent: content']);
});

test('a container that cannot write to a folder does not make the socket in it', () => {
  const app = mounting({ '/sock': 'sock' }, { ...WEB, args: ['--policies=unix:/sock/policy.sock'] });
  const calls = (path: string) => running([app, mounting({ [path]: 'sock' }, { name: 'policies', image: 'acme/p:1' })], { volumes: folders('sock') })
    .loopback.calls.map(({ from, to }) => `${from.name} calls ${to.name}`);

  expect(calls('/sock')).toEqual(['web calls policies']);
  expect(calls('/sock:ro')).toEqual([]);
});

describe('who prints a file again and again', () => {
  test('behind an init process with flags reads logs on a claim', () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const tailer = (...command: string[]) => mounting({ '/data': 'data' }, { name: 'tailer', image: 'acme/tools:1', command });

    expect(helpers(running([mounting({ '/data': 'data' }, WEB), tailer('tini', '-g', '--', 'tail', '-F', '/data/logs/app.log')], { volumes }))).toEqual(['tailer: shipper']);
    expect(helpers(running([mounting({ '/data': 'data' }, WEB), tailer('tini', '-g', '--', 'tail', '-n', '5', '/data/logs/app.log')], { volumes }))).toEqual([]);
  });

  test('serves no other one that only prints, too', () => {
    const printer = (name: string) => mounting({ '/data': 'data' }, {
      name, image: 'busybox', command: ['sh', '-c', `while true; do cat /data/${name}.txt; sleep 5; done`],
    });

    expect(helpers(running(['one', 'two', 'three'].map(printer), { volumes: folders('data') }))).toEqual([]);
  });
});

test('a volume of a node without a path is none', () => {
  const volumes = [{ name: 'node', hostPath: null }];
  const shipper = mounting({ '/node': 'node' }, { name: 'logs', image: 'fluent/fluent-bit:4.1' });

  expect(() => helpers(running([{ name: 'web', image: 'acme/web:1' }, shipper], { kind: 'DaemonSet', volumes }))).not.toThrow();
});

test.each([
  ['a firewall', 'iptables -A OUTPUT -d 169.254.169.254 -m owner --uid-owner 1000 -j REJECT'],
  ['a setting of the kernel', 'sysctl -w net.core.somaxconn=8080'],
  ['an owner', 'chown -R 1000:1000 /data; ip link set eth0 mtu 1400'],
  ['a redirection to the only port', 'iptables -t nat -A PREROUTING -p tcp --dport 80 -j REDIRECT --to-ports 8080'],
])('numbers in an init container are no redirection to who has them: %s', (_name, script) => {
  const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], securityContext: { runAsUser: 1000 } };
  const init = { name: 'init', image: 'alpine:3.22', command: ['sh', '-c', script], securityContext: { capabilities: { add: ['NET_ADMIN'] } } };

  expect(helpers(running([web, { name: 'other', image: 'acme/other:1' }], { inits: [init] }))).toEqual([]);
});

test('a program that redirects may be told of the proxy by variables', () => {
  const told = (name: string) => {
    const init = { name: 'init', image: 'acme/init:1', env: [{ name, value: '8000' }], securityContext: { capabilities: { add: ['NET_ADMIN'] } } };
    const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 80 }] };
    return helpers(running([web, { name: 'other', image: 'acme/other:1', ports: [{ containerPort: 8000 }] }], { inits: [init] }));
  };

  expect(told('PROXY_PORT')).toEqual(['other: outbound']);
  expect(told('WEB_PORT')).toEqual([]);
});

test('a probe over the network is no gate where an init container redirects whatever arrives', () => {
  const redirecting = (rule: string) => {
    const init = { name: 'init', image: 'alpine:3.22', command: ['sh', '-c', `${rule}; iptables -t nat -A OUTPUT -m owner ! --uid-owner 1337 -j REDIRECT --to-ports 15001`], securityContext: { privileged: true } };
    const db = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'] };
    const proxy = { name: 'proxy', image: 'acme/proxy:1', securityContext: { runAsUser: 1337 } };
    const found = running([{ name: 'web', image: 'acme/web:1' }, db, proxy], { inits: [init] });
    return found.gate(found.pod.container('db')).known;
  };

  expect(redirecting('iptables -t nat -A PREROUTING -p tcp -j REDIRECT --to-ports 15006')).toBe(false);
  expect(redirecting('iptables -t nat -A PREROUTING -p tcp --dport 8080 -j REDIRECT --to-ports 15006')).toBe(true);
});
