import { find, mounted, scriptMap, whatIsLeft } from './look';
import { PodModel } from '../../../src/kubernetes/pod';
import { jobOf, podOf, sidecar } from '../../simulator/pods';

const PROXY = { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.11.0', args: ['--quitquitquit', 'a:b:c'] };
const work = (script: string, shell: readonly string[] = ['bash', '-ec']) => jobOf([{ name: 'work', command: [...shell, script] }, PROXY]);

test.each([
  ['curl', './export; curl -fsS -X POST http://localhost:9091/quitquitquit', './export', 9091],
  ['wget in a chain', './export && wget -qO- --post-data="" http://127.0.0.1:9091/quitquitquit || true', './export || true', 9091],
  ['a trap', "trap 'curl -X POST localhost:9091/quitquitquit' EXIT\n./export", './export', 9091],
  ['a function under a trap', 'end() {\n  code=$?\n  curl -X POST localhost:9091/quitquitquit\n  exit $code\n}\ntrap end EXIT\n./export',
    'end() {\n  code=$?\n  exit $code\n}\ntrap end EXIT\n./export', 9091],
  ['a port in a variable', 'ADMIN=9091\n./export\ncurl -X POST "http://localhost:${ADMIN}/quitquitquit"\n', 'ADMIN=9091\n./export\n', 9091],
  ['a default host', './export; curl -X POST "http://${HOST:-127.0.0.1}:9091/quitquitquit"', './export', 9091],
  ['the proxy itself', './export; cloud-sql-proxy shutdown', './export', 9091],
  ['a timeout around it', './export; timeout 5 curl -X POST localhost:9091/quitquitquit', './export', 9091],
  ['another language', './export; python3 -c "import urllib.request as r; r.urlopen(\'http://localhost:9091/quitquitquit\', b\'\')"', './export', 9091],
])('finds %s', (_name, script, left, port) => {
  const pod = work(script);
  const [found, ...more] = find('quit-call', pod);

  expect(more).toEqual([]);
  expect(found).toMatchObject({ container: 'work', target: 'proxy', port });
  expect(whatIsLeft(found, pod)).toEqual({ 'containers.0.command.2': left });
});

test.each([
  ['Vault', 'curl -X POST http://127.0.0.1:8200/agent/v1/quit', 8200],
  ['Dapr', 'curl -X POST http://localhost:3500/v1.0/shutdown', 3500],
  ['Linkerd', 'curl -X POST http://localhost:4191/shutdown', 4191],
  ['statsd', 'curl -XPUT localhost:9102/-/quit', 9102],
  ['Istio', 'pilot-agent request POST quitquitquit', 15020],
])('knows the way of %s', (_name, call, port) => {
  expect(find('quit-call', jobOf([{ name: 'work', command: ['sh', '-c', `./export; ${call}`] }]))).toMatchObject([{ container: 'work', port }]);
});

test('a wait until the sidecar is gone goes with the call', () => {
  const pod = work('./export\ncurl -X POST localhost:9091/quitquitquit\nwhile nc -z localhost 5432; do sleep 1; done\n./after\n');

  expect(whatIsLeft(find('quit-call', pod)[0], pod)).toEqual({ 'containers.0.command.2': './export\n./after\n' });
});

test.each([
  ['another server', 'curl -X POST localhost:9091/quitquitquit https://hooks.example.com/done'],
  ['the app', 'curl -X POST http://localhost:8080/flush http://localhost:9091/quitquitquit'],
  ['another server, with wget', 'wget -q --post-data= http://localhost:9091/quitquitquit http://hooks/done'],
])('a call that also calls %s stays', (_name, call) => {
  expect(find('quit-call', work(`./export; ${call}`))).toMatchObject([{ target: 'proxy', places: [], stays: 'the same command also calls another address' }]);
});

test.each(['-e https://example.com/', '-H https://x/', '-x http://proxy:3128/'])('an address that is a value of an option is not called: %s', option => {
  expect(find('quit-call', work(`./export; curl ${option} -X POST localhost:9091/quitquitquit`))[0].places).toHaveLength(1);
});

test('the only other container is the one that is told', () => {
  const pod = jobOf([{ name: 'migrate', command: ['/bin/sh', '-c'], args: ['./migrate && curl 127.0.0.1:8080/kill'] }, { name: 'helper', image: 'acme/helper' }]);
  const [found] = find('quit-call', pod);

  expect(found).toMatchObject({ target: 'helper', port: 8080 });
  expect(whatIsLeft(found, pod)).toEqual({ 'containers.0.args.0': './migrate' });
});

describe('whom a call does not tell', () => {
  const told = (call: string, other: object, annotations: object = {}) => {
    const containers = [{ name: 'work', command: ['sh', '-c', `./export; ${call}`] }, { name: 'other', ...other }];
    const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers } };
    return find('quit-call', PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } }))
      .map(({ target, candidates }) => target ?? candidates);
  };
  const VAULT = 'curl -X POST localhost:8200/agent/v1/quit';

  test.each([
    ['a known program that has no such path', 'curl -X POST localhost:7777/quitquitquit', { image: 'fluent/fluent-bit:3.2.2' }],
    ['a proxy that has another path', VAULT, PROXY],
    ['a proxy at another port', 'curl -X POST localhost:7777/quitquitquit', PROXY],
    ['the first version of a proxy, which has no such path', 'curl -X POST localhost:9091/quitquitquit', { image: 'gcr.io/cloudsql-docker/gce-proxy:1.33.2' }],
  ])('%s', (_name, call, other) => {
    expect(told(call, { ...other, name: 'other' })).toEqual([[]]);
  });

  test('but an image of the user, which may hold more than the program', () => {
    const own = { image: 'acme/db-proxy', command: ['/cloud_sql_proxy', '-instances=a:b:c=tcp:5432'] };

    expect(told('curl 127.0.0.1:8080/kill', own)).toEqual(['other']);
    expect(told('curl 127.0.0.1:8080/kill', { image: 'gcr.io/cloudsql-docker/gce-proxy:1.33.2' })).toEqual([[]]);
    expect(told('curl -X POST localhost:9091/quitquitquit', own)).toEqual([[]]);
  });

  test('an unknown program, if the pod asks for an agent of Vault', () => {
    const annotations = { 'vault.hashicorp.com/agent-inject': 'true' };

    expect(told(VAULT, { image: 'acme/helper' }, annotations)).toEqual([[]]);
    expect(told(VAULT, { image: 'acme/helper' })).toEqual(['other']);
    expect(told(VAULT, { image: 'hashicorp/vault:1.18.2', args: ['agent'] }, annotations)).toEqual(['other']);
  });
});

describe('a call that is not heard', () => {
  const DEAF = { ...PROXY, args: ['a:b:c'] };
  const unheard = (proxy: object, port = 9091) =>
    find('quit-call', jobOf([{ name: 'work', command: ['sh', '-c', `./export; curl -X POST localhost:${port}/quitquitquit`] }, { ...PROXY, ...proxy }])).map(one => one.unheard);

  test.each([
    ['nothing opens the port', DEAF, 9091, "'proxy' listens for it only with --quitquitquit"],
    ['the port is another one', { args: ['--quitquitquit', '--admin-port=9999', 'a:b:c'] }, 9091, "'proxy' listens for it on port 9999"],
    ['it asks the health server', { args: ['--quitquitquit', '--health-check', '--http-port=9801', 'a:b:c'] }, 9801, "'proxy' listens for it on port 9091"],
  ])('because %s', (_name, proxy, port, why) => {
    expect(unheard(proxy, port)).toEqual([why]);
  });

  test.each([
    ['a flag opens the port', {}],
    ['a variable does', { args: ['a:b:c'], env: [{ name: 'CSQL_PROXY_QUITQUITQUIT', value: 'true' }] }],
    ['a variable may', { args: ['a:b:c'], envFrom: [{ configMapRef: { name: 'proxy' } }] }],
    ['a file may', { args: ['--config-file=/etc/proxy.yaml', 'a:b:c'] }],
    ['arguments that are not known may', { command: ['sh', '-c'], args: ['/cloud-sql-proxy $FLAGS a:b:c'] }],
  ])('is not assumed if %s', (_name, proxy) => {
    expect(unheard(proxy)).toEqual([undefined]);
  });
});

test('a script of a ConfigMap is read when a command names its file, and scripts that it names', () => {
  const { volumeMounts, volumes } = mounted('scripts', '/scripts');
  const beside = [{
    kind: 'ConfigMap',
    metadata: { name: 'scripts' },
    data: { 'run.sh': '#!/bin/sh\n./export\n. /scripts/end.sh\n', 'end.sh': 'echo bye\nwget --post-data= http://localhost:9091/quitquitquit\n', 'readme.md': 'curl localhost:9091/quitquitquit' },
  }];
  const pod = jobOf([{ name: 'work', command: ['sh', '/scripts/run.sh'], volumeMounts }, PROXY], [], { volumes });
  const [found, ...more] = find('quit-call', pod, beside);

  expect(more).toEqual([]);
  expect(found.places).toMatchObject([{ configMap: 'scripts', path: ['data', 'end.sh'] }]);
  expect(whatIsLeft(found, pod, beside)).toEqual({ 'data.end.sh': 'echo bye\n' });
});

test('a script of a ConfigMap that no command names is no concern', () => {
  const { volumeMounts, volumes } = mounted('scripts', '/scripts');

  expect(find('quit-call', jobOf([{ name: 'work', command: ['./export'], volumeMounts }], [], { volumes }), [scriptMap('scripts', 'end.sh', 'curl localhost:9091/quitquitquit')])).toEqual([]);
});

test('a hook that does nothing else goes as a whole', () => {
  const exec = podOf([{ name: 'web', lifecycle: { preStop: { exec: { command: ['curl', '-X', 'POST', 'http://localhost:15020/quitquitquit'] } } } }]);
  const http = podOf([{ name: 'web', lifecycle: { preStop: { httpGet: { path: '/quitquitquit', port: 15020 } } } }]);

  expect([...find('quit-call', exec), ...find('quit-call', http)].map(({ places, moment }) => [places, moment])).toEqual([
    [[{ path: ['containers', 0, 'lifecycle', 'preStop'] }], 'preStop'],
    [[{ path: ['containers', 0, 'lifecycle', 'preStop'] }], 'preStop'],
  ]);
});

test('a call in a text that a program reads is found, and left to a person', () => {
  expect(find('quit-call', work('python3 - <<EOF\nimport requests\nrequests.post("http://localhost:9091/quitquitquit")\nEOF\n')))
    .toMatchObject([{ target: 'proxy', port: 9091, places: [] }]);
  expect(find('quit-call', work('cat <<EOF\ncurl http://localhost:9091/quitquitquit\nEOF\n'))).toEqual([]);
});

test("Envoy's own port is its own, also without a mesh", () => {
  const pod = jobOf([{ name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:9901/quitquitquit'] }, { name: 'edge', image: 'envoyproxy/envoy:v1.29.0' }, { name: 'log' }]);

  expect(find('quit-call', pod)).toMatchObject([{ target: 'edge' }]);
});

test("Envoy's own port is that of an injected proxy only in a pod of the mesh that uses it", () => {
  const command = ['sh', '-c', './export; curl -X POST localhost:9901/quitquitquit'];
  const [alone] = find('quit-call', jobOf([{ name: 'work', command }]));
  const template = { metadata: { labels: { 'kuma.io/sidecar-injection': 'enabled' } }, spec: { restartPolicy: 'Never', containers: [{ name: 'work', command }] } };
  const [joined] = find('quit-call', PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } }));

  expect([alone.proxy, alone.target, joined.proxy]).toEqual([undefined, undefined, 'kuma-sidecar']);
  expect(find('quit-call', jobOf([{ name: 'work', command }, { name: 'edge', image: 'acme/edge:1' }]))).toMatchObject([{ target: 'edge' }]);
});

test.each([
  ['a call to elsewhere', './export; curl -X POST http://orders/quitquitquit'],
  ['a call of another path', './export; curl http://localhost:9091/metrics'],
  ['words about it', 'echo "then call localhost:9091/quitquitquit"; ./export'],
  ['a comment', './export # curl localhost:9091/quitquitquit'],
  ['a shutdown of anything else', './export; curl -X POST localhost:8080/actuator/shutdown'],
])('%s is none', (_name, script) => {
  expect(find('quit-call', work(script))).toEqual([]);
});

test("a program's own endpoint, in its own hook, is none", () => {
  const stop = { preStop: { exec: { command: ['sh', '-c', 'curl -X POST localhost:8080/quit'] } } };

  expect(find('quit-call', podOf([{ name: 'web', ports: [{ containerPort: 8080 }], lifecycle: stop }]))).toEqual([]);
  expect(find('quit-call', podOf([{ name: 'web' }], [sidecar('proxy', { image: PROXY.image, lifecycle: { preStop: { httpGet: { path: '/quitquitquit', port: 9091 } } } })]))).toEqual([]);
});
