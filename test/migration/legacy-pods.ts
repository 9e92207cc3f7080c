import * as fc from 'fast-check';

/** A container in a manifest. */
type Container = { name: string; [field: string]: unknown };

/** A workload as people wrote it before native sidecars. */
export interface LegacyWorkload {
  readonly manifest: any;
  /** The path from the object to the pod. */
  readonly podPath: readonly string[];
}

const INSTANCE = 'acme:europe-west1:shop';
const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1';

/** The database proxy, with its flags in any style, and with any of the things that people hang on it. */
const databaseProxy = fc.record({
  run: fc.constantFrom<object>(
    { args: ['--port=5432', INSTANCE] },
    { args: ['--port', '5432', '--structured-logs', '--min-sigterm-delay=30s', INSTANCE] },
    { args: [`${INSTANCE}?port=5432`] },
    { args: ['--quitquitquit', '--port=5432', '--max-sigterm-delay=60s', INSTANCE] },
    { args: ['--health-check', '--http-address=0.0.0.0', '--http-port=9090', '--port=5432', INSTANCE] },
    { command: ['/cloud-sql-proxy', '--port=5432', INSTANCE] },
    { command: ['/cloud-sql-proxy'], args: ['--port=5432', INSTANCE] },
    { env: [{ name: 'CSQL_PROXY_PORT', value: '5432' }, { name: 'CSQL_PROXY_INSTANCE_CONNECTION_NAME', value: INSTANCE }, { name: 'CSQL_PROXY_QUITQUITQUIT', value: 'true' }] },
    { command: ['/bin/sh', '-c'], args: [`/cloud-sql-proxy --port=5432 ${INSTANCE} &\nPID=$!\nuntil [ -f /pod/done ]; do sleep 1; done\nkill $PID`], volumeMounts: [{ name: 'pod', mountPath: '/pod' }] },
    { command: ['timeout', '3600', '/cloud-sql-proxy', '--port=5432', INSTANCE] },
  ),
  lifecycle: fc.constantFrom<object>({}, {}, { lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } }, { lifecycle: { preStop: { sleep: { seconds: 10 } } } },
    { lifecycle: { preStop: { exec: { command: ['/bin/sh', '-c', 'while nc -z 127.0.0.1 8080; do sleep 1; done'] } } } }),
  probes: fc.constantFrom<object>({}, {}, { readinessProbe: { httpGet: { path: '/readiness', port: 9090 } } }),
  resources: fc.constantFrom<object>({}, { resources: { requests: { cpu: '100m', memory: '64Mi' } } }),
}).map(({ run, lifecycle, probes, resources }): Container => ({ name: 'db', image: PROXY, ...run, ...lifecycle, ...probes, ...resources }));

const oldProxy = fc.constant<Container>({ name: 'cloudsql', image: 'gcr.io/cloudsql-docker/gce-proxy:1.33.1', command: ['/cloud_sql_proxy', `-instances=${INSTANCE}=tcp:5432`] });

const shipper = fc.constantFrom<Container>(
  { name: 'logs', image: 'fluent/fluent-bit:3.2.2', volumeMounts: [{ name: 'logs', mountPath: '/logs' }] },
  { name: 'logs', image: 'busybox:1.36', command: ['tail', '-n+1', '-F', '/logs/app.log'], volumeMounts: [{ name: 'logs', mountPath: '/logs' }] },
  { name: 'logs', image: 'busybox:1.36', args: ['/bin/sh', '-c', 'tail -n+1 -F /logs/app.log'], volumeMounts: [{ name: 'logs', mountPath: '/logs', readOnly: true }] },
);

const others = fc.constantFrom<Container>(
  { name: 'auth', image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.7.1', args: ['--upstream=http://127.0.0.1:8080', '--http-address=0.0.0.0:4180'], ports: [{ containerPort: 4180 }] },
  { name: 'metrics', image: 'prom/statsd-exporter:v0.28.0' },
  { name: 'queue', image: 'ghcr.io/acme/queue-proxy:1.0.0', ports: [{ containerPort: 5672 }], readinessProbe: { tcpSocket: { port: 5672 }, periodSeconds: 5 } },
  { name: 'peer', image: 'ghcr.io/acme/peer:1.0.0' },
);

const waits = fc.constantFrom('', '', 'until nc -z 127.0.0.1 5432; do sleep 1; done\n', 'while ! nc -z localhost 5432; do\n  echo waiting\n  sleep 2\ndone\n', 'sleep 5\n');
const ends = fc.constantFrom('', '', 'curl -s -X POST http://localhost:9091/quitquitquit\n', 'touch /pod/done\n', 'pkill cloud-sql-proxy\n', 'wget -qO- --post-data="" http://127.0.0.1:9091/quitquitquit || true\n');

const app = fc.oneof(
  fc.constantFrom<object>({}, { command: ['/app/run'] }, { args: ['--serve'] }, { env: [{ name: 'QUEUE', value: 'localhost:5672' }] }),
  fc.record({ wait: waits, end: ends, isList: fc.boolean() }).map(({ wait, end, isList }) => {
    const script = `${wait}/app/run --all\n${end}`;
    return isList ? { command: ['/bin/sh', '-c', script] } : { command: ['/bin/sh', '-c'], args: [script] };
  }),
).map((run): Container => ({
  name: 'app', image: 'ghcr.io/acme/app:1.0.0', ...run, volumeMounts: [{ name: 'logs', mountPath: '/logs' }, { name: 'pod', mountPath: '/pod' }],
}));

const inits = fc.constantFrom<Container[]>([], [], [{ name: 'schema', image: 'ghcr.io/acme/schema:1.0.0' }], [
  { name: 'one', image: 'ghcr.io/acme/one:1.0.0' }, { name: 'two', image: 'ghcr.io/acme/two:1.0.0', volumeMounts: [{ name: 'pod', mountPath: '/pod' }] },
]);

const annotations = fc.constantFrom<object>({}, {}, { annotations: { 'kubectl.kubernetes.io/default-container': 'db' } }, { annotations: { 'example.com/owner': 'shop' } });

/** A workload that is put together from parts. */
export const legacyWorkload: fc.Arbitrary<LegacyWorkload> = fc.record({
  kind: fc.constantFrom('Job', 'CronJob', 'Deployment', 'StatefulSet', 'Pod'),
  app,
  second: fc.option(fc.constant<Container>({ name: 'worker', image: 'ghcr.io/acme/worker:1.0.0' }), { freq: 4 }),
  helpers: fc.uniqueArray(fc.oneof(databaseProxy, databaseProxy, oldProxy, shipper, others), { maxLength: 3, selector: container => container.name }),
  inits,
  isFirst: fc.boolean(),
  isSharing: fc.boolean(),
  grace: fc.constantFrom<object>({}, {}, { terminationGracePeriodSeconds: 15 }, { terminationGracePeriodSeconds: 90 }),
  annotations,
}).map(({ kind, app: main, second, helpers, inits: before, isFirst, isSharing, grace, annotations: notes }) => {
  const apps = [main, ...(second ? [second] : [])];
  const isBatch = kind === 'Job' || kind === 'CronJob';
  const spec = {
    ...(isBatch ? { restartPolicy: 'Never' } : {}),
    ...(isSharing ? { shareProcessNamespace: true } : {}),
    ...grace,
    ...(before.length > 0 ? { initContainers: before } : {}),
    containers: isFirst ? [...apps, ...helpers] : [...helpers, ...apps],
    volumes: [{ name: 'logs', emptyDir: {} }, { name: 'pod', emptyDir: {} }],
  };
  return workload(kind, spec, Object.keys(notes).length > 0 || !isBatch ? { labels: { app: 'shop' }, ...notes } : undefined);
});

function workload(kind: string, spec: object, metadata: object | undefined): LegacyWorkload {
  const template = { ...(metadata ? { metadata } : {}), spec };
  const name = { name: 'shop' };
  switch (kind) {
    case 'Pod': return { manifest: { apiVersion: 'v1', kind, metadata: { ...name, ...metadata }, spec }, podPath: ['spec'] };
    case 'Job': return { manifest: { apiVersion: 'batch/v1', kind, metadata: name, spec: { template } }, podPath: ['spec', 'template', 'spec'] };
    case 'CronJob': return {
      manifest: { apiVersion: 'batch/v1', kind, metadata: name, spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template } } } },
      podPath: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
    };
    default: return {
      manifest: { apiVersion: 'apps/v1', kind, metadata: name, spec: { selector: { matchLabels: { app: 'shop' } }, template } },
      podPath: ['spec', 'template', 'spec'],
    };
  }
}
