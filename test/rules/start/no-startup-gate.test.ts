import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { noStartupGate } from '../../../src/rules/start/no-startup-gate';
import { GATE, podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { DAPR, LINKERD } from '../meshes';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };

test('a sidecar without a startup probe offends', () => {
  const pod = podOf([{ name: 'web' }, { name: 'worker' }], [sidecar('proxy'), sidecar('cache', { startupProbe: GATE })]);

  expect(says(noStartupGate, pod)).toEqual([
    "NS101 sidecar 'proxy' has no startup probe, so 'web', 'worker' may start before it listens: give it a startupProbe with periodSeconds: 1",
  ]);
});

test('of a sidecar with a postStart hook, only the hook delays the app', () => {
  const hooked = sidecar('proxy', { lifecycle: { postStart: { exec: { command: ['sh', '-c', 'until nc -z localhost 5672; do sleep 1; done'] } } } });

  expect(says(noStartupGate, podOf([WEB], [hooked]))).toEqual([
    "NS101 sidecar 'proxy' has no startup probe, so only its postStart hook delays 'web': give it a startupProbe with periodSeconds: 1",
  ]);
});

test('where a right gate is known, and the app depends on it, that is an error that names the gate', () => {
  const pod = podOf([WEB], [sidecar('db', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['acme:europe-west1:orders'] })]);

  expect(says(noStartupGate, pod)).toEqual([
    "NS101 sidecar 'db' has no startup probe, so 'web' may start before it listens: give it a startupProbe: httpGet /startup on port 9801, "
    + 'with --health-check --http-address=0.0.0.0 --http-port=9801',
  ]);
  expect(offenses(noStartupGate, pod)[0].severity).toBe(Severity.ERROR);
});

test('of what the app does not call it is worth knowing', () => {
  const pod = podOf([WEB], [sidecar('logs', { image: 'fluent/fluent-bit:5.1.1' })]);

  expect(says(noStartupGate, pod)).toEqual([
    "NS101 sidecar 'logs' has no startup probe, so the kubelet does not know when it is up; no call of the app to it is visible: "
    + 'give it a startupProbe with periodSeconds: 1, or acknowledge that no container waits for it',
  ]);
  expect(offenses(noStartupGate, pod)[0].severity).toBe(Severity.INFO);
});

test('a collector whose health server cannot be seen is a warning', () => {
  const pod = podOf([WEB], [sidecar('otel', { image: 'otel/opentelemetry-collector:0.151.0' })]);

  expect(offenses(noStartupGate, pod).map(({ severity }) => severity ?? noStartupGate.severity)).toEqual([Severity.WARNING]);
});

test('a known program of which no gate is known is a warning', () => {
  const pod = podOf([WEB], [sidecar('db', { image: 'gcr.io/cloudsql-docker/gce-proxy:1.11' })]);

  expect(offenses(noStartupGate, pod).map(({ severity }) => severity ?? noStartupGate.severity)).toEqual([Severity.WARNING]);
});

test('so does a proxy whose mesh gives it none, which only the app can help', () => {
  expect(saysInMesh(noStartupGate, DAPR, podOf([{ name: 'web' }]))).toEqual([
    "NS101 sidecar 'daprd' has no startup probe, so 'web' may start before it listens: make the app wait for it, because Dapr 1.18 sets no startup probe",
  ]);
  expect(saysInMesh(noStartupGate, LINKERD, podOf([{ name: 'web' }]))).toEqual([]);
});

test('a sidecar with one does not, whatever other probes it lacks', () => {
  expect(says(noStartupGate, podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: GATE })]))).toEqual([]);
});

test('plain init containers and main containers are no concern', () => {
  expect(says(noStartupGate, podOf([{ name: 'web' }], [{ name: 'migrate' }]))).toEqual([]);
});

test('where the mesh redirects the probe, the proxy has to be native first, and the missing probe is no error', () => {
  const { spec } = podOf([WEB], [sidecar('metrics', { image: 'prom/statsd-exporter:v0.26.1' })]).manifest as any;
  const inMesh = (annotations: object) => PodModel.fromManifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', annotations: { 'sidecar.istio.io/inject': 'true', ...annotations } }, spec });
  const severityOf = (pod: PodModel) => offenses(noStartupGate, pod)[0].severity ?? noStartupGate.severity;

  expect(says(noStartupGate, inMesh({}))).toEqual([
    "NS101 sidecar 'metrics' has no startup probe, so 'web' may start before it listens: first make the proxy of Istio native (sidecar.istio.io/nativeSidecar: \"true\"), "
    + 'because Istio redirects the probe to its proxy, then give it a startupProbe: httpGet /-/ready on port 9102',
  ]);
  expect(severityOf(inMesh({}))).toBe(Severity.WARNING);
  expect(severityOf(inMesh({ 'sidecar.istio.io/nativeSidecar': 'true' }))).toBe(Severity.ERROR);
  expect(severityOf(inMesh({ 'sidecar.istio.io/rewriteAppHTTPProbers': 'false' }))).toBe(Severity.ERROR);
});

const DATA = { volumes: [{ name: 'db', emptyDir: {} }, { name: 'config', persistentVolumeClaim: { claimName: 'config' } }] };
const SAVER = {
  image: 'ghcr.io/acme/backup-tools:1',
  command: ['sh', '-c', 'while true; do sleep 900; for f in /db/*.db; do sqlite3 "$f" ".backup \'/config/$f\'"; done; done'],
  volumeMounts: [{ name: 'db', mountPath: '/db' }, { name: 'config', mountPath: '/config' }],
};

test('a sidecar that listens nowhere, and that no container calls or reads from, is no more than worth knowing', () => {
  const web = { ...WEB, volumeMounts: [{ name: 'db', mountPath: '/var/db' }] };
  const found = offenses(noStartupGate, podOf([web], [sidecar('saver', SAVER)], DATA));

  expect(found.map(({ severity, message }) => [severity, message])).toEqual([
    [Severity.INFO, "sidecar 'saver' has no startup probe, so the kubelet does not know when it is up; no call of the app to it is visible"],
  ]);
});

test.each<[string, object, object]>([
  ['declares a port', { ports: [{ containerPort: 9000 }] }, {}],
  ['is called', {}, { env: [{ name: 'CACHE_URL', value: 'http://localhost:9000' }] }],
  ['writes a file that others may read', { command: ['sh', '-c', 'while true; do date > /db/now; sleep 9; done'] }, { volumeMounts: [{ name: 'db', mountPath: '/db' }] }],
  ['shares a folder, and does not show what it does there', { command: undefined }, { volumeMounts: [{ name: 'db', mountPath: '/db' }] }],
])('a sidecar that %s is a warning', (_what, own, app) => {
  const found = offenses(noStartupGate, podOf([{ ...WEB, ...app }], [sidecar('saver', { ...SAVER, ...own })], DATA));

  expect(found.map(({ severity = noStartupGate.severity }) => severity)).toEqual([Severity.WARNING]);
});

test.each<[string, object, object[]]>([
  ['by a file', { volumeMounts: [{ name: 'rollout', mountPath: '/config' }] }, [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rollout' }, data: { 'rollout.yaml': 'models:\n  host: localhost\n  port: 8000\n' } }]],
  ['by a setting', { env: [{ name: 'ENGINE_URL', value: 'http://localhost:8000' }] }, []],
])('nothing is said about a sidecar that listens nowhere and is told the port of the app %s', (_how, own, beside) => {
  const engine = { name: 'engine', image: 'ghcr.io/acme/engine:1', ports: [{ containerPort: 8000 }] };
  const pod = podOf([engine], [sidecar('syncer', { image: 'ghcr.io/acme/syncer:1', ...own })], { volumes: [{ name: 'rollout', configMap: { name: 'rollout' } }] });

  expect(says(noStartupGate, pod, { beside })).toEqual([]);
});

test('a sidecar that does its work once needs no startup probe, but is no sidecar', () => {
  const once = sidecar('dash', { image: 'quay.io/kiwigrid/k8s-sidecar:1.31.0', env: [{ name: 'METHOD', value: 'LIST' }] });

  expect(says(noStartupGate, podOf([WEB], [once]))).toEqual([
    "NS101 sidecar 'dash' (k8s-sidecar) does its work once and exits, so the kubelet restarts it again and again, and may start 'web' before its work is done: "
    + 'remove restartPolicy: Always, because the app waits for an ordinary init container',
  ]);
});
