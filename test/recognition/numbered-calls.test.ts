import { configMap, folders, helpers, mounting, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const seen = (...given: Parameters<typeof running>) => unclearTies(running(...given)).map(tie => tie.seen);
const api: TestContainer = { name: 'api', image: 'acme/api:1', ports: [{ containerPort: 8888 }] };

describe('the number of a port in a setting of its own', () => {
  const guard = (variables: object) => ({ name: 'guard', image: 'acme/guard:1', ports: [{ containerPort: 8988 }], env: env({ HTTP_LOCAL_PORT: '8988', ...variables }) });

  test.each(['HTTP_REMOTE_PORT', 'TARGET_PORT', 'GRPC_UPSTREAM_PORT', 'BACKEND_PORT', 'DEST_PORT'])('is the target of a proxy if another container declares it: %s', name => {
    expect(helpers(running([api, guard({ [name]: '8888' })], { beside: [service(8988)] }))).toEqual(['guard: inbound']);
    expect(running([api, guard({ [name]: '8888' })], { beside: [service(8988)] }).app?.container.name).toBe('api');
  });

  test('is no target if nobody declares it, or if it belongs to a host elsewhere', () => {
    expect(helpers(running([api, guard({ HTTP_REMOTE_PORT: '8887' })], { beside: [service(8988)] }))).toEqual([]);
    expect(helpers(running([api, guard({ HTTP_REMOTE_HOST: 'api.acme.example', HTTP_REMOTE_PORT: '8888' })], { beside: [service(8988)] }))).toEqual([]);
  });

  test('is a call beside a host on loopback whose name begins alike', () => {
    const proxy = { name: 'fips', image: 'acme/fips-tls:1', ports: [{ containerPort: 9803 }] };
    const agent = (address: string) => ({ name: 'agent', image: 'acme/collect:7', ports: [{ containerPort: 8125 }], env: env({ AC_FIPS_LOCAL_ADDRESS: address, AC_FIPS_PORT_RANGE_START: '9803' }) });

    expect(running([agent('127.0.0.1'), proxy]).loopback.calls).toMatchObject([{ from: { name: 'agent' }, to: { name: 'fips' }, text: '127.0.0.1:9803' }]);
    expect(seen([agent('127.0.0.1'), proxy])).toEqual(["'agent' calls 'fips' (127.0.0.1:9803)"]);
    expect(seen([agent('10.0.0.7'), proxy])).toEqual([]);
  });

  test('makes a native sidecar one in front of the app that declares it', () => {
    const router = { name: 'router', image: 'acme/router:1', restartPolicy: 'Always', args: ['--port=8000', '--engine-port=8888'], ports: [{ containerPort: 8000 }] };

    expect(helpers(running([api], { inits: [router] }))).toEqual(['router: inbound']);
    expect(helpers(running([{ ...api, env: env({ ROUTER_URL: 'http://localhost:8000' }) }], { inits: [router] }))).not.toContain('router: inbound');
  });
});

describe('a call over loopback to a port that no container declares', () => {
  const node = { name: 'node', image: 'acme/chain:1', ports: [{ containerPort: 30303 }] };
  const beacon = (fields: object) => ({ name: 'beacon', image: 'acme/beacon:1', ports: [{ containerPort: 9000 }], ...fields });
  const flag = { args: ['--execution-endpoint=http://localhost:8551'] };

  test('is told, and moves nothing', () => {
    expect(seen([node, beacon(flag)])).toEqual(["'beacon' calls localhost:8551, which no container declares"]);
    expect(helpers(running([node, beacon(flag)]))).toEqual([]);
  });

  test('is not told of more containers, of the network of the node, of a script, or of one without ports', () => {
    expect(seen([node, beacon(flag), { name: 'third', image: 'acme/third:1', ports: [{ containerPort: 1234 }] }])).toEqual([]);
    expect(seen([node, beacon(flag)], { spec: { hostNetwork: true } })).toEqual([]);
    expect(seen([node, beacon({ command: ['sh', '-c', 'curl http://localhost:8551; exec beacon'] })])).toEqual([]);
    expect(seen([node, beacon({ ...flag, ports: undefined })])).toEqual([]);
  });
});

describe('the base of the addresses that a client calls', () => {
  const model = { name: 'models', image: 'acme/models:1', ports: [{ containerPort: 8080 }] };
  const shop = (name: string) => ({ name: 'shop', image: 'acme/shop:1', ports: [{ containerPort: 3000 }], env: env({ [name]: 'http://127.0.0.1:8080/v1' }) });

  test.each(['OPENAI_BASE_URL', 'ANTHROPIC_API_BASE', 'QUOTES_BASE_URL'])('is a call if the port is that of another container: %s', name => {
    expect(helpers(running([shop(name), model]))).toEqual(['models: outbound']);
  });

  test.each(['BASE_URL', 'APP_BASE_URL', 'SITE_BASE_URL', 'PUBLIC_BASE_URL', 'SELF_BASE_URL'])('shows no helper if it may be that of the container itself: %s', name => {
    expect(helpers(running([shop(name), model]))).toEqual([]);
  });
});

describe('a web server that passes requests on to loopback', () => {
  const conf = { volumes: [{ name: 'conf', configMap: { name: 'conf' } }, ...folders('x')], beside: [configMap('conf', { 'nginx.conf': 'location /a { proxy_pass http://localhost:8282; }' })] };
  const nginx = mounting({ '/etc/nginx': 'conf' }, { name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] });

  test('stands before another container only if that one can have the port', () => {
    expect(helpers(running([nginx, { name: 'app', image: 'acme/app:1' }], conf))).toEqual(['web: inbound']);
    expect(helpers(running([nginx, { name: 'queue', image: 'rabbitmq:4' }], conf))).toEqual([]);
  });
});

describe('a collector that Services reach where it receives', () => {
  const guard = { name: 'guard', image: 'quay.io/brancz/kube-rbac-proxy:v0.18.0', args: ['--upstream=http://127.0.0.1:9090/'], ports: [{ containerPort: 8443 }] };
  const collector = { name: 'collector', image: 'otel/opentelemetry-collector:0.120.0', ports: [{ containerPort: 4318 }] };

  test('is the app of the proxy beside it', () => {
    expect(helpers(running([guard, collector], { beside: [service(4318, 8443)] }))).toEqual(['guard: inbound']);
  });
});
