import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { ordinaryHelper } from '../../../src/rules/order/ordinary-helper';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, offensesInMesh, says } from '../check';
import { DAPR } from '../meshes';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' };
const SHIPPER = { name: 'logs', image: 'fluent/fluent-bit:3.2' };

test('a helper that the app calls offends', () => {
  expect(says(ordinaryHelper, podOf([WEB, DB, { name: 'worker' }]))).toEqual([
    "NS201 'db' (Cloud SQL Auth Proxy) is an ordinary container, so 'web', 'worker' may start before it listens, and lose it while the pod stops: "
    + 'make it a native sidecar, an init container with restartPolicy: Always and a startupProbe: httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801',
  ]);
});

test('a tunnel to a database is not said to serve the proxy in front of the app', () => {
  const front = { name: 'oauth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.5.1', args: ['--http-address=0.0.0.0:4180', '--upstream=http://localhost:8080'], ports: [{ containerPort: 4180 }] };

  expect(offenses(ordinaryHelper, podOf([WEB, DB, front])).map(({ message }) => message)).toEqual([
    "'db' (Cloud SQL Auth Proxy) is an ordinary container, so 'web' may start before it listens, and lose it while the pod stops",
  ]);
});

test('where all containers look like helpers, the harm is to the app', () => {
  const vpn = { name: 'vpn', image: 'acme/vpn-client:1', securityContext: { privileged: true }, env: [{ name: 'VPN_TYPE', value: 'wireguard' }] };

  expect(offenses(ordinaryHelper, podOf([vpn, SHIPPER])).map(({ message }) => message)).toEqual([
    "'vpn' (it sends the traffic of the pod through a VPN (VPN_TYPE)) is an ordinary container, so the app may start before it listens, and lose it while the pod stops",
    "'logs' (Fluent Bit) is an ordinary container, so it may stop before it reads the last lines of the app",
  ]);
});

test('one that brings files is said to serve those that have its folder', () => {
  const mount = { volumeMounts: [{ name: 'src', mountPath: '/src' }] };
  const sync = { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.4', args: ['--root=/src'], ...mount };

  expect(offenses(ordinaryHelper, podOf([{ ...WEB, ...mount }, sync, { name: 'groomer', image: 'acme/groomer:1' }], [], { volumes: [{ name: 'src', emptyDir: {} }] })).map(({ message }) => message))
    .toEqual(["'sync' (git-sync) is an ordinary container, so 'web' may start before the files exist"]);
});

describe('a policy engine behind a proxy', () => {
  const ENVOY = { name: 'envoy', image: 'docker.io/envoyproxy/envoy:v1.30.1', ports: [{ containerPort: 8000 }] };
  const users = (opa: object, front: object = ENVOY, beside: readonly object[] = []) => offenses(ordinaryHelper, podOf([WEB, front, { name: 'opa', ...opa }] as (typeof WEB)[], [], {
    volumes: [{ name: 'envoy', configMap: { name: 'envoy' } }],
  }), { beside }).filter(({ container }) => container === 'opa').map(({ message }) => /so (.*) may start/.exec(message)?.[1]);

  test.each([
    ['its tag', { image: 'docker.io/openpolicyagent/opa:0.70.0-envoy', args: ['run', '--server'] }],
    ['its image', { image: 'ghcr.io/acme/opa-envoy-plugin:1', args: ['run', '--server'] }],
    ['its flags', { image: 'docker.io/openpolicyagent/opa:0.70.0', args: ['run', '--server', '--set=plugins.envoy_ext_authz_grpc.addr=:9191'] }],
  ])('serves the proxy alone if it is its plugin: %s', (_name, opa) => {
    expect(users(opa)).toEqual(["'envoy'"]);
  });

  test('serves the proxy alone if the configuration of the proxy names its port', () => {
    const config = 'clusters:\n- load_assignment:\n    endpoints:\n    - lb_endpoints:\n      - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 9191 } } }\n';
    const front = { ...ENVOY, volumeMounts: [{ name: 'envoy', mountPath: '/etc/envoy' }] };

    expect(users({ image: 'docker.io/openpolicyagent/opa:0.70.0', args: ['run', '--server'], ports: [{ containerPort: 9191 }] }, front, [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'envoy' }, data: { 'envoy.yaml': config } },
    ])).toEqual(["'envoy'"]);
  });

  test('may serve both if nothing shows who asks it', () => {
    expect(users({ image: 'docker.io/openpolicyagent/opa:0.70.0', args: ['run', '--server'] })).toEqual(["'envoy', 'web'"]);
  });
});

test('so do one that brings files and one that ships them', () => {
  const mount = (name: string) => [{ name, mountPath: '/files' }];
  const pod = podOf(
    [{ ...WEB, volumeMounts: mount('site') }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.3', volumeMounts: mount('site') }, SHIPPER],
    [], { volumes: [{ name: 'site', emptyDir: {} }] });

  expect(offenses(ordinaryHelper, pod)).toMatchObject([
    { container: 'sync', message: "'sync' (git-sync) is an ordinary container, so 'web' may start before the files exist" },
    { container: 'logs', message: "'logs' (Fluent Bit) is an ordinary container, so it may stop before it reads the last lines of 'web'" },
  ]);
});

test('one that brings files does not make the app start too early where an init container brings the first ones', () => {
  const mount = [{ name: 'site', mountPath: '/files' }];
  const sync = { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.3', volumeMounts: mount };
  const init = { name: 'first', image: 'busybox:1.37', command: ['sh', '-c', 'wget -O /files/index.html http://pages'], volumeMounts: mount };
  const pod = podOf([{ ...WEB, volumeMounts: mount }, sync], [init], { volumes: [{ name: 'site', emptyDir: {} }] });

  expect(offenses(ordinaryHelper, pod)).toMatchObject([
    { container: 'sync', severity: 'info', message: "'sync' (git-sync) is an ordinary container, so only init container 'first' brings 'web' the first files" },
  ]);
});

test('a shipper reads the lines of those who can write them', () => {
  const mount = (readOnly: boolean) => [{ name: 'logs', mountPath: '/var/log/web', readOnly }];
  const reader = { name: 'tail', image: 'busybox:1.37', command: ['sh', '-c', 'tail -F /var/log/web/access.log'], volumeMounts: mount(true) };
  const pod = podOf([{ ...WEB, volumeMounts: mount(false) }, { name: 'copy', image: 'acme/copy:1', volumeMounts: mount(true) }, { name: 'idle', image: 'acme/idle:1' }, reader],
    [], { volumes: [{ name: 'logs', emptyDir: {} }] });

  expect(offenses(ordinaryHelper, pod)).toMatchObject([
    { container: 'tail', message: expect.stringMatching(/ so it may stop before it reads the last lines of 'web'$/) },
  ]);
});

test('one that brings files which the app waits for does not make it start too early', () => {
  const mount = [{ name: 'site', mountPath: '/files' }];
  const web = { ...WEB, command: ['sh', '-c', 'until [ -f /files/index.html ]; do sleep 1; done; exec serve'], volumeMounts: mount };
  const pod = podOf([web, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.3', volumeMounts: mount }], [], { volumes: [{ name: 'site', emptyDir: {} }] });

  expect(offenses(ordinaryHelper, pod).map(({ message }) => message)).toEqual(["'sync' (git-sync) is an ordinary container, so only a loop makes 'web' wait for its files"]);
});

test.each([
  ['native helpers', podOf([WEB], [sidecar('db', { image: DB.image })])],
  ['proxies that bring the world in', podOf([WEB, { name: 'login', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0' }])],
  ['exporters', podOf([WEB, { name: 'metrics', image: 'prom/memcached-exporter:v0.14.4' }])],
  ['proxies of a mesh', podOf([WEB, { name: 'istio-proxy', image: 'istio/proxyv2:1.29.0' }])],
  ['the app itself', podOf([DB])],
  ['pods of Knative, which has no native sidecars,', PodModel.fromManifest({
    apiVersion: 'serving.knative.dev/v1', kind: 'Service', metadata: { name: 'web' }, spec: { template: { spec: { containers: [WEB, DB] } } },
  })],
  ['containers of which nothing is known', podOf([WEB, { name: 'worker', image: 'acme/worker:1' }])],
])('%s do not', (_name, pod) => {
  expect(says(ordinaryHelper, pod)).toEqual([]);
});

test('what an injector adds is not the user\'s to move', () => {
  expect(offensesInMesh(ordinaryHelper, DAPR, podOf([WEB]))).toEqual([]);
});

test('Jobs, and targets without native sidecars, are no concern', () => {
  expect(says(ordinaryHelper, jobOf([WEB, DB]))).toEqual([]);
  expect(says(ordinaryHelper, podOf([WEB, DB]), { kubernetes: '1.28' })).toEqual([]);
});

test('a proxy of which nothing shows the way is told as unclear', () => {
  const [found, ...more] = offenses(ordinaryHelper, podOf([{ ...WEB, ports: [{ containerPort: 8080 }] }, { name: 'envoy', image: 'envoyproxy/envoy:v1.31.0' }]));

  expect(found).toMatchObject({
    container: 'envoy',
    severity: Severity.INFO,
    message: "nothing shows whether 'envoy' (its image is Envoy) receives the app's traffic or carries what the app sends",
  });
  expect(found.fix).toMatch(/^if the app sends through it, make it a native sidecar.*would make it clear$/);
  expect(more).toEqual([]);
});

describe('a container that brings its files once and exits', () => {
  const mount = { volumeMounts: [{ name: 'dash', mountPath: '/dash' }] };
  const once = { name: 'dash', image: 'quay.io/kiwigrid/k8s-sidecar:1.31.0', env: [{ name: 'METHOD', value: 'LIST' }, { name: 'FOLDER', value: '/dash' }], ...mount };
  const volumes = { volumes: [{ name: 'dash', emptyDir: {} }] };

  test('belongs among the init containers', () => {
    expect(says(ordinaryHelper, podOf([{ ...WEB, ...mount }, once], [], volumes))).toEqual([
      "NS201 'dash' (k8s-sidecar) does its work once and exits, so the kubelet restarts it again and again: make it an init container, which runs once before the app starts",
    ]);
  });

  test('is right there, and right beside the work of a Job', () => {
    expect(says(ordinaryHelper, podOf([{ ...WEB, ...mount }], [once as any], volumes))).toEqual([]);
    expect(says(ordinaryHelper, jobOf([{ ...WEB, ...mount }, once], [], volumes))).toEqual([]);
  });
});
