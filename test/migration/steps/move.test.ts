import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { batch, folders, mounting, running } from '../../recognition/pods';
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
