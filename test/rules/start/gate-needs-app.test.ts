import { Severity } from '../../../src/rules/engine/finding';
import { gateNeedsApp } from '../../../src/rules/start/gate-needs-app';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { ISTIO } from '../meshes';

const WEB = { name: 'web', ports: [{ containerPort: 8080 }] };

test.each([
  ['tcpSocket', { tcpSocket: { port: 8080 } }],
  ['httpGet', { httpGet: { path: '/', port: 8080 } }],
  ['grpc', { grpc: { port: 8080 } }],
])('a gate by %s that asks a port of the app offends', (_name, startupProbe) => {
  expect(says(gateNeedsApp, podOf([{ name: 'worker' }, WEB], [sidecar('proxy', { startupProbe })]))).toEqual([
    "NS104 the startup probe of sidecar 'proxy' checks port 8080 of 'web', but 'web' starts only after that probe passes, so the pod never starts: "
    + "probe a port of 'proxy' itself",
  ]);
});

test.each([
  [['nc', '-z', 'localhost', '8080']],
  [['sh', '-c', 'exec curl -sf http://localhost:8080/healthz']],
  [['sh', '-c', 'test -e /tmp/up && wget -qO- 127.0.0.1:8080 >/dev/null || exit 1']],
])('a gate by a command that asks a port of the app offends: %j', command => {
  expect(offenses(gateNeedsApp, podOf([WEB], [sidecar('proxy', { startupProbe: { exec: { command } } })]))).toEqual([expect.objectContaining({
    container: 'proxy', at: { path: ['spec', 'initContainers', 0, 'startupProbe', 'exec', 'command'] },
  })]);
});

test.each([
  [['nc', '-z', 'localhost', '15021']],
  [['nc', '-z', 'db', '8080']],
  [['sh', '-c', 'nc -z localhost 8080 || true']],
  [['sh', '-c', '! nc -z localhost 8080']],
  [['sh', '-c', 'nc -z localhost 8080; test -e /tmp/up']],
  [['sh', '-c', 'exit 256']],
  [['sh', '-c', '. /opt/check.sh; exit 1']],
])('a gate by a command that can pass without the app does not: %j', command => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('proxy', { startupProbe: { exec: { command } } })]))).toEqual([]);
});

test.each([[['false']], [['sh', '-c', 'exit 1']], [['sh', '-c', 'exit 1 # comment']]])('a gate whose command always fails offends: %j', command => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('proxy', { startupProbe: { exec: { command } } })]))).toEqual([
    "NS104 the startup probe of sidecar 'proxy' runs a command that always fails, so the kubelet restarts 'proxy' again and again, and the pod never starts: "
    + "probe what shows that 'proxy' is up, or remove the probe",
  ]);
});

test.each([
  ['another port', { startupProbe: { tcpSocket: { port: 15021 } } }],
  ['a port that both declare', { startupProbe: { tcpSocket: { port: 8080 } }, ports: [{ containerPort: 8080 }] }],
  ['a port of the sidecar by its name', { startupProbe: { httpGet: { path: '/', port: 'http' } } }],
])('a gate that asks %s does not', (_name, rest) => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('proxy', rest)]))).toEqual([]);
});

test.each([
  ['sidecars without a gate', sidecar('proxy')],
  ['gates by a command that calls nothing', sidecar('proxy', { startupProbe: { exec: { command: ['true'] } } })],
  ['plain init containers', { name: 'migrate', startupProbe: { tcpSocket: { port: 8080 } } }],
])('%s are no concern', (_name, init) => {
  expect(says(gateNeedsApp, podOf([WEB], [init]))).toEqual([]);
});

test('a gate that asks the app offends behind a proxy of Istio too, which only passes the question on', () => {
  const pod = podOf([WEB], [sidecar('cache', { startupProbe: { tcpSocket: { port: 8080 } } })]);

  expect(saysInMesh(gateNeedsApp, ISTIO, pod)).toEqual([expect.stringMatching(/^NS104 the startup probe of sidecar 'cache' checks port 8080 of 'web'/)]);
});

test('the gate of the mesh itself is no concern, also if the app takes its port', () => {
  expect(saysInMesh(gateNeedsApp, ISTIO, podOf([{ name: 'web', ports: [{ containerPort: 15021 }] }]))).toEqual([]);
});

test.each([
  [0, ['--health-check', '--http-address=0.0.0.0', '--http-port=8080']],
  [1, []],
])('a port on which the health check of the sidecar listens is a clash, which NS604 reports: %d with %j', (count, args) => {
  const db = sidecar('db', {
    image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['acme:europe-west1:orders', ...args], startupProbe: { httpGet: { path: '/startup', port: 8080 } },
  });

  expect(says(gateNeedsApp, podOf([WEB], [db]))).toHaveLength(count);
});

const DAPR_IMAGE = 'ghcr.io/dapr/daprd:1.18.3';

test('a path that waits for the app offends', () => {
  const daprd = sidecar('daprd', { image: DAPR_IMAGE, args: ['--app-port=8080'], startupProbe: { httpGet: { path: '/v1.0/healthz', port: 3501 } } });

  expect(says(gateNeedsApp, podOf([WEB], [daprd]))).toEqual([
    "NS104 the startup probe of sidecar 'daprd' requests '/v1.0/healthz', which waits for the app, but the app starts only after that probe passes, so the pod never starts: "
    + "probe '/v1.0/healthz/outbound' instead",
  ]);
});

test('a path that waits for the world is a warning', () => {
  const tunnel = sidecar('tunnel', { image: 'cloudflare/cloudflared:2026.8.2', startupProbe: { httpGet: { path: '/ready', port: 2000 } } });

  expect(offenses(gateNeedsApp, podOf([WEB], [tunnel]))).toEqual([{
    container: 'tunnel',
    at: { path: ['spec', 'initContainers', 0, 'startupProbe', 'httpGet', 'path'] },
    message: "the startup probe of sidecar 'tunnel' requests '/ready', which needs an outbound connection, so the app does not start without one",
    fix: "probe '/healthcheck' instead",
    severity: Severity.WARNING,
  }]);
});

test.each([
  [{ args: ['--app-port=8080'], startupProbe: { httpGet: { path: '/v1.0/healthz/outbound', port: 3501 } } }],
  [{ args: [], startupProbe: { httpGet: { path: '/v1.0/healthz', port: 3501 } } }],
])('a path that the sidecar answers by itself does not: %j', rest => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('daprd', { image: DAPR_IMAGE, ...rest })]))).toEqual([]);
});

test('a sidecar whose script waits for the app before it starts its program offends, if it has a startup probe', () => {
  const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }] };
  const geo = (rest: object) => sidecar('geo', { image: 'acme/geo:1', command: ['sh', '-c', 'until nc -z localhost 8080; do sleep 1; done; exec /geo'], ...rest });

  expect(says(gateNeedsApp, podOf([web], [geo({ startupProbe: { tcpSocket: { port: 7070 } } })]))).toEqual([
    "NS104 sidecar 'geo' waits for 'web' before it starts its program, but 'web' starts only after the startup probe of 'geo' passes, so the pod never starts: "
      + "remove the wait from 'geo', or its startup probe",
  ]);
  expect(says(gateNeedsApp, podOf([web], [geo({})]))).toEqual([]);
});

describe('a gate that goes through a proxy', () => {
  const mounted = { volumeMounts: [{ name: 'conf', mountPath: '/etc/nginx/conf.d' }], ports: [{ name: 'in', containerPort: 8000 }] };
  const conf = (text: string) => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf' }, data: { 'default.conf': text } }];
  const found = (startupProbe: object, text: string, web: object = WEB) => says(gateNeedsApp,
    podOf([web as typeof WEB], [sidecar('proxy', { image: 'nginx:1.27', ...mounted, startupProbe })], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] }), { beside: conf(text) });
  const TO_APP = 'server { listen 8000; location = /healthz { return 200; } location / { proxy_pass http://127.0.0.1:8080; } }';

  test.each<[string, object]>([
    ['httpGet', { httpGet: { path: '/', port: 8000 } }],
    ['httpGet by the name of the port', { httpGet: { path: '/shop', port: 'in' } }],
    ['a command', { exec: { command: ['curl', '-sf', 'http://localhost:8000/shop'] } }],
    ['a command of a shell', { exec: { command: ['sh', '-c', 'wget -qO- http://127.0.0.1:8000/ || exit 1'] } }],
  ])('to the app offends: %s', (_name, startupProbe) => {
    expect(found(startupProbe, TO_APP)).toEqual([
      "NS104 the startup probe of sidecar 'proxy' asks port 8000, which forwards to port 8080 of 'web', but 'web' starts only after that probe passes, so the pod never starts: "
      + "probe an endpoint that 'proxy' answers itself",
    ]);
  });

  test.each<[string, object, string?, object?]>([
    ['the proxy answers itself', { httpGet: { path: '/healthz', port: 8000 } }],
    ['it only asks whether the proxy listens', { tcpSocket: { port: 8000 } }],
    ['the command takes any answer', { exec: { command: ['curl', '-s', 'http://localhost:8000/'] } }],
    ['a header may decide who answers', { httpGet: { path: '/', port: 8000, httpHeaders: [{ name: 'Host', value: 'status' }] } }],
    ['nothing shows whose port it is', { httpGet: { path: '/', port: 8000 } }, TO_APP, { name: 'web', ports: [{ containerPort: 9999 }] }],
  ])('does not if %s', (_name, startupProbe, text = TO_APP, web = WEB) => {
    expect(found(startupProbe, text, web)).toEqual([]);
  });
});
