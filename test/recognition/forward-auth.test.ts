import { configMap, helpers, running, WorkloadOptions } from './pods';
import { gateText } from '../../src/recognition/gates/gate-text';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const web = (variables: object = {}) => ({ name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], env: env(variables) });

/** The ways to give variables to a container, with what stands beside it in the input. */
const WAYS: readonly (readonly [string, (variables: object) => object])[] = [
  ['env', variables => ({ env: env(variables) })],
  ['a whole ConfigMap', () => ({ envFrom: [{ configMapRef: { name: 'auth' } }] })],
  ['keys of a ConfigMap', variables => ({ env: Object.keys(variables).map(name => ({ name, valueFrom: { configMapKeyRef: { name: 'auth', key: name } } })) })],
];

function gateOf(containers: Parameters<typeof running>[0], options: WorkloadOptions): string {
  const pod = running(containers, options);
  const gate = pod.gate(pod.pod.container('auth'));
  return gate.known ? gateText(gate.probe) : gate.why;
}

describe.each(WAYS)('forward authentication that is configured by %s', (_name, told) => {
  test('is a helper with the port that it is told', () => {
    const variables = { PORT: '4182' };
    const containers = [web({ FORWARD_AUTH_URL: 'http://localhost:4182' }), { name: 'auth', image: 'thomseddon/traefik-forward-auth:2', ...told(variables) }];
    const beside = [configMap('auth', variables)];

    expect(helpers(running(containers, { beside }))).toEqual(['auth: outbound']);
    expect(gateOf(containers, { beside })).toBe('tcpSocket on port 4182');
  });

  test('is a helper, too, as an OAuth2 Proxy that passes nothing on', () => {
    const variables = { OAUTH2_PROXY_HTTP_ADDRESS: '0.0.0.0:4180', OAUTH2_PROXY_UPSTREAMS: 'static://202' };
    const containers = [web({ AUTH_URL: 'http://localhost:4180/oauth2/auth' }), { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.5.1', ...told(variables) }];
    const beside = [configMap('auth', variables)];

    expect(helpers(running(containers, { beside }))).toEqual(['auth: outbound']);
    expect(gateOf(containers, { beside })).toBe('httpGet /ping on port 4180');
  });

  test('receives the traffic of the app as an OAuth2 Proxy that passes it on', () => {
    const variables = { OAUTH2_PROXY_HTTP_ADDRESS: '0.0.0.0:4180', OAUTH2_PROXY_UPSTREAMS: 'http://127.0.0.1:8080' };
    const containers = [web(), { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.5.1', ...told(variables) }];

    expect(helpers(running(containers, { beside: [configMap('auth', variables)] }))).toEqual(['auth: inbound']);
  });
});

test('a Secret, or a ConfigMap that is not in the input, may tell another port', () => {
  const auth = (from: object) => ({ name: 'auth', image: 'thomseddon/traefik-forward-auth:2', envFrom: [from] });

  expect([{ secretRef: { name: 'auth' } }, { configMapRef: { name: 'auth' } }].map(from => gateOf([web(), auth(from)], {}))).toEqual([
    'the manifest does not show its port', 'the manifest does not show its port',
  ]);
});

test('an OAuth2 Proxy is asked by an address in the file of an unknown proxy, too', () => {
  const text = 'http:\n  middlewares:\n    login:\n      forwardAuth:\n        address: http://127.0.0.1:4180/oauth2/auth\n';
  const traefik = { name: 'traefik', image: 'traefik:v3.1', ports: [{ containerPort: 80 }], volumeMounts: [{ name: 'conf', mountPath: '/etc/traefik' }] };
  const auth = { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.5.1', args: ['--upstream=static://202', '--http-address=0.0.0.0:4180'] };

  expect(running([web(), traefik, auth], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }], beside: [configMap('conf', { 'dynamic.yaml': text })] }).helper('auth')).toMatchObject({ direction: 'outbound' });
});

test('an OAuth2 Proxy that a web server asks before each request is a helper of it', () => {
  const text = 'server { listen 80; location / { auth_request /auth; proxy_pass http://127.0.0.1:8080; } location = /auth { proxy_pass http://127.0.0.1:4180; } }';
  const nginx = { name: 'nginx', image: 'nginx:1.27', ports: [{ containerPort: 80 }], volumeMounts: [{ name: 'conf', mountPath: '/etc/nginx/conf.d' }] };
  const auth = { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.5.1', volumeMounts: [{ name: 'auth', mountPath: '/etc/auth' }], args: ['--config=/etc/auth/oauth2.cfg', '--http-address=0.0.0.0:4180'] };
  const volumes = [{ name: 'conf', configMap: { name: 'conf' } }, { name: 'auth', configMap: { name: 'auth' } }];
  const found = (upstreams: string) => helpers(running([web(), nginx, auth], { volumes, beside: [configMap('conf', { 'default.conf': text }), configMap('auth', { 'oauth2.cfg': upstreams })] }));

  expect(found('upstreams = [ "static://202" ]\n')).toContain('auth: outbound');
  expect(found('upstreams = [ "http://127.0.0.1:8080" ]\n')).toContain('auth: inbound');
});
