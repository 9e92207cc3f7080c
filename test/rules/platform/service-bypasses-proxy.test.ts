import { PodModel } from '../../../src/kubernetes/pod';
import { serviceBypassesProxy } from '../../../src/rules/platform/service-bypasses-proxy';
import { podManifest, sidecar, TestContainer } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1', ports: [{ name: 'http', containerPort: 8080 }] };
const LOGIN = sidecar('login', {
  image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', args: ['--http-address=0.0.0.0:4180', '--upstream=http://127.0.0.1:8080/'], ports: [{ containerPort: 4180 }],
});

function podWith(...proxies: TestContainer[]): PodModel {
  const manifest = podManifest([WEB], proxies, { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] });
  manifest.metadata.labels = { app: 'web' };
  return PodModel.fromManifest(manifest);
}

const service = (...ports: object[]) => ({ kind: 'Service', metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports } });
const conf = (text: string) => ({ kind: 'ConfigMap', metadata: { name: 'conf' }, data: { conf: text } });
const configured = (name: string, image: string) => sidecar(name, { image, volumeMounts: [{ name: 'conf', mountPath: '/etc/proxy' }] });

test('a Service that goes round a login proxy offends', () => {
  expect(says(serviceBypassesProxy, podWith(LOGIN), { beside: [service({ port: 80, targetPort: 8080 })] })).toEqual([
    "NS615 port 80 of the Service 'web' targets port 8080 of the app, so its requests bypass 'login', which decides who may call the app: set its targetPort to 4180",
  ]);
});

test('one that targets a port which the proxy has, too, on another address, reaches the proxy', () => {
  const guard = sidecar('guard', {
    image: 'quay.io/brancz/kube-rbac-proxy:v0.18.0', args: ['--secure-listen-address=$(IP):8080', '--upstream=http://127.0.0.1:8080/'], ports: [{ containerPort: 8080 }],
  });

  expect(says(serviceBypassesProxy, podWith(guard), { beside: [service({ port: 80, targetPort: 8080 })] })).toEqual([]);
  expect(says(serviceBypassesProxy, podWith({ ...guard, ports: [] }), { beside: [service({ port: 80, targetPort: 8080 })] })).toHaveLength(1);
});

test('beside a Service of the proxy it is a warning: callers inside the cluster may be meant', () => {
  const severities = (...beside: object[]) => offenses(serviceBypassesProxy, podWith(LOGIN), { beside }).map(({ severity }) => severity);
  const direct = service({ port: 80, targetPort: 8080 });
  const guarded = { ...service({ port: 443, targetPort: 4180 }), metadata: { name: 'guarded' } };

  expect(severities(direct)).toEqual(['error']);
  expect(severities(direct, guarded)).toEqual(['warning']);
  expect(severities(service({ port: 80, targetPort: 8080 }, { port: 443, targetPort: 4180 }))).toEqual(['warning']);
});

test.each<[string, object]>([
  ['by the name of the port', { port: 80, targetPort: 'http' }],
  ['by its own number', { port: 8080 }],
  ['also for metrics', { name: 'metrics', port: 80, targetPort: 8080 }],
])('so does one that says it %s', (_how, port) => {
  expect(says(serviceBypassesProxy, podWith(LOGIN), { beside: [service(port)] })).toHaveLength(1);
});

test.each<[string, object]>([
  ['several upstreams', { args: ['--upstream', 'http://127.0.0.1:9000/api', '--upstream', 'http://localhost:8080'] }],
  ['upstreams in a variable', { args: [], env: [{ name: 'OAUTH2_PROXY_UPSTREAMS', value: 'http://127.0.0.1:9000/,http://127.0.0.1:8080/' }] }],
  ['kube-rbac-proxy', { image: 'quay.io/brancz/kube-rbac-proxy:v0.22.1', args: ['--secure-listen-address=0.0.0.0:8443', '--upstream=http://127.0.0.1:8080/'] }],
  ['the OAuth proxy of OpenShift', { image: 'quay.io/openshift/oauth-proxy:4.4', args: ['-upstream=http://localhost:8080'] }],
])('%s are read', (_what, rest) => {
  expect(offenses(serviceBypassesProxy, podWith({ ...LOGIN, ...rest }), { beside: [service({ port: 80, targetPort: 8080 })] })).toHaveLength(1);
});

test.each<[string, string, string]>([
  ['nginx', 'nginxinc/nginx-unprivileged:1.28', 'upstream app {\n  server 127.0.0.1:8080;\n}'],
  ['nginx, directly', 'nginx:1.28', 'location / { proxy_pass http://localhost:8080; }'],
  ['HAProxy', 'haproxy:3.4', 'backend app\n  server web 127.0.0.1:8080 check'],
  ['Envoy, as YAML', 'envoyproxy/envoy:v1.39.0', 'endpoint:\n  address:\n    socket_address:\n      address: 127.0.0.1\n      port_value: 8080\n'],
  ['Envoy, as JSON', 'envoyproxy/envoy:v1.39.0', '{ "endpoint": { "address": { "socket_address": { "address": "127.0.0.1", "port_value": 8080 } } } }'],
])('a proxy that checks nobody is a warning: %s', (_name, image, text) => {
  const beside = [service({ port: 80, targetPort: 8080 }), conf(text)];

  expect(offenses(serviceBypassesProxy, podWith(configured('front', image)), { beside })).toMatchObject([{
    severity: 'warning', message: "port 80 of the Service 'web' targets port 8080 of the app, so its requests bypass 'front'", fix: "set its targetPort to the port of 'front'",
  }]);
  expect(offenses(serviceBypassesProxy, podWith(configured('front', image)), { beside: [service({ name: 'metrics', port: 80, targetPort: 8080 }), conf(text)] })).toEqual([]);
});

test('the admin interface and the listeners of Envoy are not the app', () => {
  const address = (port: number) => `address: { socket_address: { address: 127.0.0.1, port_value: ${port} } }`;
  const text = `admin:\n  ${address(8080)}\nlisteners:\n- ${address(8080)}\nclusters:\n- endpoint: { ${address(8080)} }`;

  expect(says(serviceBypassesProxy, podWith(configured('front', 'envoyproxy/envoy:v1.39.0')), { beside: [service({ port: 80, targetPort: 8080 }), conf(text)] })).toEqual([]);
});

test.each<[string, object[]]>([
  ['a Service that targets the proxy', [service({ port: 80, targetPort: 4180 })]],
  ['another port of the app', [service({ port: 80, targetPort: 9000 })]],
  ['a name that nobody declares', [service({ port: 80, targetPort: 'other' })]],
  ['another protocol', [service({ port: 80, targetPort: 8080, protocol: 'UDP' })]],
  ['the Service of another pod', [{ ...service({ port: 80, targetPort: 8080 }), spec: { selector: { app: 'api' }, ports: [{ port: 8080 }] } }]],
])('%s does not', (_what, beside) => {
  expect(says(serviceBypassesProxy, podWith(LOGIN), { beside })).toEqual([]);
});

test('a pod without such a proxy is no concern', () => {
  expect(says(serviceBypassesProxy, podWith(), { beside: [service({ port: 80, targetPort: 8080 })] })).toEqual([]);
});
