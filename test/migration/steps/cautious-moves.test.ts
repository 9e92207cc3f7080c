import { batch, configMap, folders, mounting, running } from '../../recognition/pods';
import { manualOf, planOf } from '../plans';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const port = (containerPort: number, rest: object = {}) => [{ containerPort, ...rest }];
const WEB = { name: 'web', image: 'ghcr.io/acme/web:1', ports: port(8080), env: env({ GEO_URL: 'http://localhost:7070' }) };
const SHARED = { volumes: folders('data') };

describe('a startup probe that would keep the app from starting keeps the container where it is', () => {
  const geo = (rest: object) => ({ name: 'geo', image: 'ghcr.io/acme/geo:1', ports: port(7070), ...rest });

  test('if its script first waits for the app', () => {
    const logs = { name: 'logs', image: 'fluent/fluent-bit:3.1.9-debug', command: ['sh', '-c', 'until curl -sf localhost:8080/healthz; do sleep 1; done; exec fluent-bit'] };
    const plan = planOf(running([WEB, { ...logs, startupProbe: { httpGet: { path: '/api/v1/health', port: 2020 } } }]));

    expect(plan.moved).toEqual([]);
    expect(manualOf(plan, 'NS104')).toEqual([
      "the startup probe of 'logs' cannot pass before 'web' runs, because its script first waits for that. On a native sidecar, it would keep the app from starting: change the probe, or remove it, and run migrate again",
    ]);
  });

  test('if it asks another host', () => {
    const plan = planOf(running([WEB, geo({ startupProbe: { httpGet: { host: '8.8.8.8', port: 7070 } } })]));

    expect([plan.moved, manualOf(plan, 'NS104')[0]]).toEqual([[], expect.stringContaining('asks 8.8.8.8')]);
  });

  test.each<[string, string, object]>([
    ['a port of the app', "cannot pass before 'web' runs, because it asks port 8080 of that", { httpGet: { path: '/healthz', port: 8080 } }],
    ['a port of the app by a command', "cannot pass before 'web' runs, because it asks port 8080 of that", { exec: { command: ['sh', '-c', '[ "$(curl -s localhost:8080/healthz)" = ok ]'] } }],
    ['another host by a command', 'asks example.org, which tells nothing about it', { exec: { command: ['curl', '-f', 'https://example.org'] } }],
    ['nothing, and always fails', 'runs a command that always fails', { exec: { command: ['sh', '-c', 'exit 1'] } }],
  ])('if it asks %s', (_what, why, startupProbe) => {
    const plan = planOf(running([WEB, geo({ startupProbe })]));

    expect([plan.moved, plan.edits, manualOf(plan, 'NS104')]).toEqual([[], [], [expect.stringContaining(`the startup probe of 'geo' ${why}. `)]]);
  });

  test('if it asks for a file that the app writes', () => {
    const web = mounting({ '/run/web': 'data' }, { ...WEB, command: ['sh', '-c', 'echo up > /run/web/up; exec web'] });
    const plan = planOf(running([web, mounting({ '/run/web': 'data' }, geo({ startupProbe: { exec: { command: ['test', '-f', '/run/web/up'] } } }))], SHARED));

    expect([plan.moved, manualOf(plan, 'NS104')[0]]).toEqual([[], expect.stringContaining('asks for a file or a socket of another container')]);
  });

  test.each([
    [['curl', '-f', 'http://localhost:7070/ready']],
    [['curl', '-f', '-x', 'localhost:7070', 'https://example.org']],
    [['test', '-f', '/tmp/up']],
  ])('but not if it asks the container itself: %p', command => {
    expect(planOf(running([WEB, geo({ startupProbe: { exec: { command } } })])).moved).toEqual(['geo']);
  });

  test('but not if it asks the world through a VPN', () => {
    const vpn = { name: 'vpn', image: 'qmcgaw/gluetun:v3.39.0', securityContext: { capabilities: { add: ['NET_ADMIN'] } }, startupProbe: { exec: { command: ['ping', '-c1', '1.1.1.1'] } } };

    expect(planOf(running([WEB, vpn])).moved).toEqual(['vpn']);
  });

  test('if it goes through a proxy to the app', () => {
    const proxy = { name: 'front', image: 'nginx:1.27', ports: port(8000), volumeMounts: [{ name: 'conf', mountPath: '/etc/nginx/conf.d' }], startupProbe: { httpGet: { path: '/', port: 8000 } } };
    const beside = [configMap('conf', { 'default.conf': 'server { listen 8000; location / { proxy_pass http://127.0.0.1:8080; } }' })];
    const plan = planOf(running([WEB, proxy], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }], beside }), { includeOptional: true });

    expect([plan.moved, manualOf(plan, 'NS104')[0]]).toEqual([[], expect.stringContaining("cannot pass before 'web' runs, because port 8000 forwards to it")]);
  });

  test('if the kubelet cannot reach it, and no other one is known', () => {
    const sql = { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'], startupProbe: { httpGet: { path: '/startup', port: 9090 } } };

    expect(planOf(running([WEB, sql])).moved).toEqual([]);
  });

  test.each(['ss -ltn | grep -q :8080', 'lsof -i :8080', 'nc -z localhost 8080'])('a container that waits for the app by %s is no plain helper of it', wait => {
    const plan = planOf(running([WEB, geo({ command: ['bash', '-c', `until ${wait}; do sleep 1; done; exec /geo`], readinessProbe: { httpGet: { path: '/', port: 7070 } } })]));

    expect([plan.verdict, plan.moved]).toEqual(['advice', []]);
  });
});

test('the work of a Job may have an upstream', () => {
  const work = { name: 'load', image: 'acme/load:1', args: ['--upstream=http://localhost:8080'], ports: port(9090, { name: 'metrics' }) };

  expect(planOf(batch([work, { name: 'target', image: 'acme/shop:1', ports: port(8080) }])).moved).toEqual(['target']);
});

test('a sleep stays if the app also calls one that has no startup probe', () => {
  const app = { name: 'app', image: 'acme/app:1', command: ['sh', '-c', 'sleep 20 && exec app'], env: env({ OPA_URL: 'http://localhost:8181', MYSQL_HOST: '127.0.0.1' }) };
  const opa = { name: 'opa', image: 'openpolicyagent/opa:0.60.0', args: ['run', '--server', '--addr=0.0.0.0:8181'] };

  expect(planOf(running([app, opa, { name: 'db', image: 'mysql:8' }])).removed).toEqual([]);
  expect(planOf(running([{ ...app, env: app.env.slice(0, 1) }, opa])).removed).toHaveLength(1);
});

test('a preStop hook that also copies files stays for a person', () => {
  const hook = (text: string) => ({ lifecycle: { preStop: { exec: { command: ['sh', '-c', text] } } } });
  const ship = (text: string) => planOf(running([mounting({ '/data': 'data' }, WEB), mounting({ '/data': 'data' }, { name: 'ship', image: 'fluent/fluent-bit:3.2', ...hook(text) })], SHARED));

  expect(ship('aws s3 cp /data/app.log s3://b/ && kill 1').removed).toEqual([]);
  expect(manualOf(ship('aws s3 cp /data/app.log s3://b/ && kill 1'), 'NS303')).toHaveLength(1);
  expect(ship('kill 1').removed).toEqual(["preStop hook of 'ship'"]);
});

test('a startup probe asks OPA for nothing that the app may have to bring first', () => {
  const opa = (path: string, ...flags: string[]) => planOf(running([{ ...WEB, env: env({ OPA_URL: 'http://localhost:8181' }) }, {
    name: 'opa', image: 'openpolicyagent/opa:0.60.0', args: ['run', '--server', '--addr=0.0.0.0:8181', ...flags], readinessProbe: { httpGet: { path, port: 8181 } },
  }])).edits.flatMap(edit => edit.kind === 'set' && edit.path.includes('startupProbe') ? [(edit.value as any).httpGet.path] : []);

  expect(opa('/health?bundles', '--set=bundles.x.resource=b.tar.gz')).toEqual(['/health']);
  expect(opa('/health?plugins', '--set=services.b.url=http://localhost:8080')).toEqual(['/health']);
});

describe('what looks like a helper by one new sign stays', () => {
  test.each<[string, readonly any[], object?]>([
    ['a client of the Docker daemon, which asks it', [{ name: 'builder', image: 'acme/builder:1', securityContext: { privileged: true }, env: env({ DOCKER_HOST: 'tcp://docker:2375' }), livenessProbe: { exec: { command: ['docker', 'info'] } } }, { ...WEB, env: [] }]],
    ['a page about dind', [{ ...WEB, env: [] }, { name: 'ui', image: 'acme/dind-ui:1', ports: port(3000) }]],
    ['a server of WireGuard', [
      mounting({ '/config/wg_confs': 'conf', '/dev/net/tun': 'tun' }, { name: 'vpn', image: 'linuxserver/wireguard:1', securityContext: { capabilities: { add: ['NET_ADMIN'] } }, ports: port(51820, { protocol: 'UDP' }) }),
      { name: 'ddns', image: 'acme/ddns:1' },
    ], { volumes: [{ name: 'conf', secret: { secretName: 'wg' } }, { name: 'tun', hostPath: { path: '/dev/net/tun' } }] }],
    ['work that copies its input', [
      mounting({ '/in': 'data' }, { name: 'ingest', image: 'acme/sftp:1', ports: port(22) }),
      mounting({ '/in': 'data', '/stage': 'stage' }, { name: 'etl', image: 'acme/etl:1', command: ['sh', '-c', 'while true; do cp /in/orders.csv /stage/; etl load /stage/orders.csv; sleep 60; done'] }),
    ], { volumes: folders('data', 'stage') }],
    ['the app that a key of a file names', [
      mounting({ '/etc/idp:ro': 'config' }, { name: 'idp', image: 'acme/idp:1', ports: port(9000) }), { name: 'shop', image: 'acme/shop:1', ports: port(8080) },
    ], { volumes: [{ name: 'config', configMap: { name: 'idp' } }], beside: [configMap('idp', { 'idp.yaml': 'loginSuccessUrl: http://localhost:8080/\n' })] }],
    ['a database by its command', [{ ...WEB, env: env({ MONGO_URL: 'mongodb://127.0.0.1:27017/x' }) }, { name: 'data', image: 'acme/docs:1', command: ['mongod', '--bind_ip_all'], ports: port(27017) }]],
    ['a queue by its variables', [{ ...WEB, env: env({ AMQP_URL: 'amqp://127.0.0.1:5672' }) }, { name: 'queue', image: 'acme/queue:1', env: env({ RABBITMQ_DEFAULT_USER: 'x' }), ports: port(5672) }]],
    ['a server of names with a page', [{ name: 'dns', image: 'acme/dns:1', ports: [...port(53, { protocol: 'UDP' }), ...port(3000)] }, { name: 'sync', image: 'acme/dns-sync:1' }], { spec: { dnsConfig: { nameservers: ['127.0.0.1'] } } }],
  ])('%s', (_what, containers, options = {}) => {
    expect(planOf(running(containers, options)).moved).toEqual([]);
  });
});

test.each([
  ['what it waits for', 'export SEED=$(until curl -sf http://localhost:8080/seed; do sleep 1; done)\nwhile true; do echo "$SEED" > /data/token; sleep 60; done', '/data/token'],
  ['a folder that it does not make', 'while true; do date > /data/a/token; sleep 60; done', '/data/a/token'],
])('no startup probe waits for a file that depends on %s', (_what, text, file) => {
  const app = mounting({ '/data': 'data' }, { name: 'app', image: 'acme/shop:1', args: [`--token-file=${file}`], ports: port(8080) });
  const token = mounting({ '/data': 'data' }, { name: 'token', image: 'curlimages/curl:8.8.0', command: ['sh', '-c', text] });

  expect(planOf(running([app, token], SHARED)).edits.filter(({ path }) => path.includes('startupProbe'))).toEqual([]);
});

describe('a proxy that checks logins', () => {
  const proxy = (...args: string[]) => ({ name: 'proxy', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.6.0', args: ['--http-address=0.0.0.0:4180', '--redis-connection-url=redis://127.0.0.1:6379', ...args], ports: port(4180) });
  const sessions = { name: 'sessions', image: 'redis:7.2-alpine' };
  const exporter = { name: 'metrics', image: 'oliver006/redis_exporter:v1.62.0', args: ['--redis.addr=redis://localhost:6379'] };

  test.each([[[]], [[exporter]]])('is the app where it passes nothing on, and the store of its sessions its helper', more => {
    const plan = planOf(running([proxy('--upstream=static://202'), sessions, ...more]), { includeOptional: true });

    expect([plan.moved.includes('sessions'), plan.moved.includes('proxy')]).toEqual([true, false]);
  });

  test('has the app behind it, and not its store, and gets no startup probe that needs the store', () => {
    const plan = planOf(running([{ name: 'web', image: 'acme/web:1', ports: port(8080) }, proxy('--upstream=http://127.0.0.1:8080'), sessions]), { includeOptional: true });

    expect([plan.moved, manualOf(plan, 'NS101')]).toEqual([['proxy'], [expect.stringContaining("because it needs 'sessions', which starts only after it")]]);
  });

  test('may still stand before a container that it does not call', () => {
    const web = { name: 'web', image: 'acme/web:1', ports: port(8080) };

    expect(planOf(running([web, proxy('--upstream=static://202'), sessions])).moved).toEqual([]);
  });
});

test('one that does its work once is not moved, and belongs among the init containers', () => {
  const mount = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  const once = { name: 'dash', image: 'quay.io/kiwigrid/k8s-sidecar:1.31.0', env: env({ METHOD: 'LIST', FOLDER: '/data' }), ...mount };
  const plan = planOf(running([{ ...WEB, ...mount }, once], SHARED));

  expect([plan.moved, manualOf(plan, 'NS201')]).toEqual([[], [
    "'dash' (k8s-sidecar) does its work once and exits, so the kubelet restarts it again and again: make it an init container, which runs once before the app starts",
  ]]);
});
