import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { batch, configMap, folders, mounting, running } from '../../recognition/pods';
import { TestContainer } from '../../simulator/pods';
import { APP, containerOf, DB, editsOf, manualOf, planOf, script, specOf } from '../plans';

const LOGS = mounting({ '/logs': 'logs' }, { name: 'logs', image: 'fluent/fluent-bit:3.2.2' });
const AUTH = { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.7.1', args: ['--upstream=http://127.0.0.1:8080'] };

test('a moved container stands behind the init containers that were there, and is a native sidecar', () => {
  const plan = planOf(running([APP, DB], { inits: [{ name: 'schema', image: 'ghcr.io/acme/schema:1' }] }));

  expect(specOf(plan).initContainers.map((one: any) => [one.name, one.restartPolicy])).toEqual([['schema', undefined], ['db', 'Always']]);
  expect(specOf(plan).containers).toEqual([APP]);
});

test('a shipper starts before the other sidecars, so that it stops last', () => {
  const plan = planOf(running([mounting({ '/logs': 'logs' }, APP), DB, LOGS], { volumes: folders('logs') }));

  expect(plan.moved).toEqual(['logs', 'db']);
  expect(specOf(plan).initContainers.map((one: any) => one.name)).toEqual(['logs', 'db']);
});

test('a Job names the rule about Jobs', () => {
  expect(editsOf(planOf(batch([APP, DB])), 'NS401')).toEqual([
    'move spec.template.spec.containers[1]',
    'set spec.template.spec.containers[1].restartPolicy',
    "set spec.template.metadata.annotations['kubectl.kubernetes.io/default-container']",
  ]);
});

test('what stands in front of the app stays, until somebody asks for it', () => {
  expect(planOf(running([APP, AUTH])).moved).toEqual([]);
  expect(manualOf(planOf(running([APP, AUTH])), 'NS201')[0]).toContain('pass --include optional to move it');
  expect(planOf(running([APP, AUTH]), { includeOptional: true }).moved).toEqual(['auth']);
});

test('an app that from then on stops before what stands in front of it is to be held back by a person', () => {
  const delayed = { ...APP, lifecycle: { preStop: { sleep: { seconds: 5 } } } };

  expect(manualOf(planOf(running([APP, AUTH]), { includeOptional: true }), 'NS310')).toEqual([
    "the app now stops before 'auth', which still forwards requests to it: give the app a preStop hook that sleeps for 5 s, unless it keeps serving after SIGTERM",
  ]);
  expect(manualOf(planOf(running([delayed, AUTH]), { includeOptional: true }), 'NS310')).toEqual([]);
  expect(manualOf(planOf(batch([APP, AUTH])), 'NS310')).toEqual([]);
});

test('in a Job it would keep the Job alive, so it is moved unasked', () => {
  expect(planOf(batch([APP, AUTH])).moved).toEqual(['auth']);
});

test.each([
  ['until the work stops it', script('./import; curl -X POST localhost:9091/quitquitquit'), { ...DB, args: ['--quitquitquit', 'acme:europe-west1:shop'] },
    "'db' never exits on its own, and keeps the Job running until 'app' stops it (its image is Cloud SQL Auth Proxy)"],
  ['until its time limit', APP, { ...DB, command: ['timeout', '600', '/cloud-sql-proxy'] }, "'db' keeps the Job running until its time limit (timeout 600) (its image is Cloud SQL Auth Proxy)"],
  ['forever', APP, DB, "'db' never exits on its own and would keep the Job running (its image is Cloud SQL Auth Proxy)"],
])('the reason tells how long it keeps the Job running: %s', (_name, app, db, why) => {
  expect(planOf(batch([app, db])).edits.find(({ kind }) => kind === 'move')?.why).toBe(why);
});

test('when all containers look like helpers nobody is moved', () => {
  const plan = planOf(running([{ name: 'otel', image: 'otel/opentelemetry-collector-contrib:0.120.0' }, DB]));

  expect([plan.moved, plan.edits]).toEqual([[], []]);
});

test('a proxy on the port of a database beside it stays, because it would take the port away', () => {
  const database = { name: 'postgres', image: 'postgres:17', ports: [{ containerPort: 5432 }] };
  const plan = planOf(running([database, { ...DB, args: ['--port=5432', 'acme:europe-west1:orders'] }]));

  expect(plan.verdict).toBe('advice');
  expect(manualOf(plan, 'NS604')).toEqual([
    "'db' opens port 5432, on which 'postgres' listens too. As a native sidecar it starts first, and 'postgres' can no longer listen there: give 'db' another port, or remove it, and run migrate again",
  ]);
});

test('equal peers are left alone', () => {
  expect(planOf(running([APP, { name: 'peer', image: 'ghcr.io/acme/peer:1' }]), { kubernetes: KubernetesVersion.of('1.29') }).verdict).toBe('nothing-to-do');
});

test('all that a container says moves with it', () => {
  const db = { ...DB, env: [{ name: 'A', value: 'b' }], securityContext: { runAsUser: 1 }, resources: { requests: { cpu: '1' } } };
  const { startupProbe, restartPolicy, args, ...rest } = containerOf(planOf(running([db, APP])), 'db');

  expect({ ...rest, args: args.slice(-2) }).toEqual(db);
});

test('a time limit of a sidecar stays, and the user is told what it does to a native one', () => {
  const plan = planOf(batch([APP, { ...DB, command: ['timeout', '3600', '/cloud-sql-proxy'], args: ['a:b:c'] }]));

  expect([plan.moved, containerOf(plan, 'db').command.slice(0, 2)]).toEqual([['db'], ['timeout', '3600']]);
  expect(manualOf(plan, 'NS401')).toEqual([expect.stringContaining("'db' exits after its time limit (timeout 3600), and the kubelet restarts a native sidecar that exits")]);
});

test('what only a proxy asks starts before that proxy, and so stops after it', () => {
  const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.30.1', ports: [{ containerPort: 10000 }], volumeMounts: [{ name: 'conf', mountPath: '/etc/envoy' }] };
  const opa = { name: 'opa', image: 'openpolicyagent/opa:0.70.0-envoy', args: ['run', '--server', '--addr=:8181', '--set=plugins.envoy_ext_authz_grpc.addr=:9191'] };
  const plan = planOf(running([{ ...APP, ports: [{ containerPort: 8080 }] }, envoy, opa], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] }), { includeOptional: true });

  expect(plan.moved).toEqual(['opa', 'envoy']);
});

describe('what brings a file starts before the sidecar that is told to read it', () => {
  const KEYED = mounting({ '/creds': 'keys' }, { ...DB, args: ['--port=5432', '--credentials-file=/creds/key.json', 'a:b:c'] });
  const TOKEN = mounting({ '/out': 'keys' }, { name: 'token', image: 'ghcr.io/acme/tools:1', command: ['sh', '-c', 'while true; do fetch > /out/key.json; sleep 3000; done'] });
  const OPA = mounting({ '/policies': 'keys' }, { name: 'opa', image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server', '/policies/current/authz.rego'] });
  const GIT = mounting({ '/git': 'keys' }, { name: 'git', image: 'registry.k8s.io/git-sync/git-sync:v4.2.1', args: ['--repo=https://example.com', '--root=/git', '--link=current'] });
  const app = (port: number) => ({ ...APP, env: [{ name: 'TARGET_URL', value: `http://localhost:${port}` }] });
  const moved = (containers: TestContainer[], inits: TestContainer[] = []) => planOf(running(containers, { volumes: folders('keys'), inits })).moved;

  test('seen in a script, in a Job and elsewhere', () => {
    expect(moved([app(5432), KEYED, TOKEN])).toEqual(['token', 'db']);
    expect(planOf(batch([app(5432), KEYED, TOKEN], { volumes: folders('keys') })).moved).toEqual(['token', 'db']);
  });

  test('known of its program', () => {
    expect(moved([app(8181), OPA, GIT])).toEqual(['git', 'opa']);
    expect(moved([app(8181), GIT, OPA])).toEqual(['git', 'opa']);
  });

  test('by a variable', () => {
    const variable = { ...KEYED, args: DB.args, env: [{ name: 'GOOGLE_APPLICATION_CREDENTIALS', value: '/creds/key.json' }] };

    expect(moved([app(5432), variable, TOKEN])).toEqual(['token', 'db']);
  });

  test('but not if it reads elsewhere, or fetches through the other one', () => {
    const elsewhere = { ...OPA, args: ['run', '--server', '/etc/authz.rego'] };
    const through = { ...TOKEN, env: [{ name: 'DATABASE_URL', value: 'postgres://localhost:5432/keys' }] };

    expect(moved([app(8181), elsewhere, GIT])).toEqual(['opa', 'git']);
    expect(moved([app(5432), KEYED, through])).toEqual(['db', 'token']);
  });

  test('a log of it is read by a shipper, which still starts first', () => {
    const writes = { ...TOKEN, command: ['sh', '-c', 'while true; do fetch > /out/key.json; date > /out/app.log; sleep 3000; done'] };
    const shipper = mounting({ '/logs': 'keys' }, { name: 'ship', image: 'fluent/fluent-bit:3.2.2', args: ['-i', 'tail', '-p', 'path=/logs/app.log'] });

    expect(moved([app(5432), writes, KEYED, shipper])).toEqual(['ship', 'token', 'db']);
  });

  test('also where an init container calls the one that reads it', () => {
    const schema = { name: 'schema', image: 'ghcr.io/acme/schema:1', command: ['psql', '-h', 'localhost', '-p', '5432', '-f', '/schema.sql'] };
    const plan = planOf(running([app(5432), KEYED, TOKEN], { volumes: folders('keys'), inits: [schema] }));

    expect(specOf(plan).initContainers.map(({ name }: { name: string }) => name)).toEqual(['token', 'db', 'schema']);
  });
});

describe('what a helper sends to starts before it, and so stops after it', () => {
  const OTEL = { name: 'otel', image: 'otel/opentelemetry-collector:0.94.0' };
  const SHIPPER = mounting({ '/logs': 'logs' }, { name: 'ship', image: 'fluent/fluent-bit:3.2.2' });
  const app = mounting({ '/logs': 'logs' }, { ...APP, env: [{ name: 'LOG_FILE', value: '/logs/a.log' }, { name: 'DATABASE_URL', value: 'postgres://localhost:6432/a' }] });
  const configured = (container: TestContainer) => ({ ...container, volumeMounts: [...container.volumeMounts as object[] ?? [], { name: 'conf', mountPath: '/conf' }] });
  const moved = (containers: TestContainer[], text = '') => planOf(running([app, ...containers], {
    volumes: [...folders('logs'), { name: 'conf', configMap: { name: 'conf' } }],
    beside: [configMap('conf', { conf: text })],
  })).moved;

  test('by its flags', () => {
    const flags = (port: number) => ({ ...SHIPPER, args: ['-i', 'tail', '-p', 'path=/logs/*.log', '-o', 'opentelemetry', '-p', 'host=localhost', '-p', `port=${port}`] });

    expect(moved([flags(4318), OTEL])).toEqual(['otel', 'ship']);
    expect(moved([flags(24224), OTEL])).toEqual(['ship', 'otel']);
  });

  test('by its file', () => {
    expect(moved([configured(SHIPPER), OTEL], '[OUTPUT]\n    Name opentelemetry\n    Host 127.0.0.1\n    Port 4318\n')).toEqual(['otel', 'ship']);
    expect(moved([configured(SHIPPER), OTEL], '[OUTPUT]\n    Name opentelemetry\n    Host otel.example.com\n    Port 4318\n')).toEqual(['ship', 'otel']);

    const pool = configured({ name: 'pool', image: 'edoburu/pgbouncer:v1.23.1' });
    const db = { ...DB, args: ['--port=5433', 'a:b:c'] };

    expect(moved([pool, db], '[databases]\n* = host=127.0.0.1 port=5433\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=6432\n')).toEqual(['db', 'pool']);
  });
});
