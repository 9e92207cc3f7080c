import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { injectorKeepsJobAlive } from '../../../src/rules/jobs/injector-keeps-job-alive';
import { jobOf, podOf } from '../../simulator/pods';
import { offenses, offensesByPrediction, offensesInMesh, says, saysInMesh } from '../check';
import { annotated, annotatedJob, CONSUL, CONSUL_LEGACY, DAPR, DAPR_LEGACY, ISTIO, ISTIO_LEGACY, KUMA, LINKERD, LINKERD_LEGACY } from '../meshes';

const JOB = jobOf([{ name: 'work' }]);
const VAULT = { 'vault.hashicorp.com/agent-inject': 'true' };

test.each([
  ['Linkerd', LINKERD_LEGACY, 'linkerd-proxy', 'config.linkerd.io/proxy-enable-native-sidecar'],
  ['Istio', ISTIO_LEGACY, 'istio-proxy', 'sidecar.istio.io/nativeSidecar'],
  ['Consul', CONSUL_LEGACY, 'consul-dataplane', 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar'],
  ['Dapr', DAPR_LEGACY, 'daprd', 'dapr.io/enable-native-sidecar'],
])('%s without its native switch offends in a Job', (name, mesh, proxy, key) => {
  expect(saysInMesh(injectorKeepsJobAlive, mesh, JOB)).toEqual([
    `NS402 ${name} adds '${proxy}' to the Job as an ordinary container that never exits, so the Job never completes: set ${key}: "true"; or keep the Job out of the mesh`,
  ]);
});

test.each([
  ['1.18', 'upgrade Istio to 1.19 or newer, which can make it native'],
  ['1.20', 'istiod must have ENABLE_NATIVE_SIDECARS=true (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio 1.20 has no switch for a single workload'],
  ['1.24', 'set sidecar.istio.io/nativeSidecar: "true"'],
])('for Istio %s, the fix names what that version reads', (version, fix) => {
  expect(offensesByPrediction(injectorKeepsJobAlive, `istio@${version}`, JOB)[0].fix).toBe(`${fix}; or keep the Job out of the mesh`);
});

test('a proxy that stands in the manifest is not called one that the mesh adds', () => {
  const job = jobOf([{ name: 'work' }, { name: 'istio-proxy', image: 'docker.io/istio/proxyv2:1.24.0', args: ['proxy', 'sidecar'] }]);

  expect(offensesByPrediction(injectorKeepsJobAlive, 'istio@1.29', job)).toMatchObject([{
    message: "'istio-proxy', a hard-coded container of Istio, is an ordinary container of the Job that never exits, so the Job never completes",
    fix: 'remove it from the manifest and let the mesh inject a native one',
  }]);
});

test("Vault's injector offends in a Job, in a mesh or not", () => {
  const message = "NS402 Vault's injector adds 'vault-agent' to the Job as an ordinary container that never exits, so the Job never completes: "
    + 'set vault.hashicorp.com/agent-pre-populate-only: "true"';

  expect(says(injectorKeepsJobAlive, annotatedJob(VAULT))).toEqual([message]);
  expect(saysInMesh(injectorKeepsJobAlive, LINKERD, annotatedJob(VAULT))).toEqual([message]);
});

test.each([LINKERD, ISTIO, KUMA, CONSUL, DAPR].map(mesh => [mesh.name, mesh] as const))('a native %s does not', (_name, mesh) => {
  expect(saysInMesh(injectorKeepsJobAlive, mesh, JOB)).toEqual([]);
});

test('neither does Vault when it only fills a volume before the work begins, or is switched off', () => {
  expect(says(injectorKeepsJobAlive, annotatedJob({ ...VAULT, 'vault.hashicorp.com/agent-pre-populate-only': 'true' }))).toEqual([]);
  expect(says(injectorKeepsJobAlive, annotatedJob({ 'vault.hashicorp.com/agent-inject': 'false' }))).toEqual([]);
});

test('pods that are meant to run forever are no concern', () => {
  expect([...saysInMesh(injectorKeepsJobAlive, ISTIO_LEGACY, podOf([{ name: 'web' }])), ...says(injectorKeepsJobAlive, annotated(VAULT))]).toEqual([]);
});

test('a Job that asks for a mesh and does not say that its proxy shall be native is warned', () => {
  const job = annotatedJob({ 'dapr.io/enabled': 'true' });

  expect(says(injectorKeepsJobAlive, job)).toEqual([
    'NS402 the Job joins Dapr but does not request a native proxy: unless the installation makes it native by default, the proxy never exits and the Job never completes: '
    + 'set the annotation dapr.io/enable-native-sidecar: "true", or pass --mesh with the installed version of Dapr',
  ]);
  expect(offenses(injectorKeepsJobAlive, job)[0].severity).toBe(Severity.WARNING);
  expect(offenses(injectorKeepsJobAlive, annotatedJob({ 'linkerd.io/inject': 'enabled' }))[0].severity).toBe(Severity.INFO);
});

test('one that says so is not, nor one in which the proxy stands already', () => {
  expect(says(injectorKeepsJobAlive, annotatedJob({ 'linkerd.io/inject': 'enabled', 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'true' }))).toEqual([]);
  expect(says(injectorKeepsJobAlive, annotatedJob({ 'linkerd.io/inject': 'disabled' }))).toEqual([]);
  expect(says(injectorKeepsJobAlive, annotatedJob({ 'linkerd.io/inject': 'enabled' }, [{ name: 'work' }, { name: 'linkerd-proxy' }]))).toEqual([]);
});

test('a proxy that the work tells to quit is less bad: the Job completes while nothing fails', () => {
  const job = jobOf([{ name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:15020/quitquitquit'] }]);

  expect(offensesInMesh(injectorKeepsJobAlive, ISTIO_LEGACY, job)).toEqual([expect.objectContaining({
    severity: Severity.WARNING,
    message: "Istio adds 'istio-proxy' to the Job as an ordinary container that never exits: only 'work' makes it exit (localhost:15020/quitquitquit)",
  })]);
});

test('a Job that joins a mesh of an unknown version and ends the proxy itself is not told that it never completes', () => {
  const job = annotatedJob({ 'sidecar.istio.io/inject': 'true' }, [{ name: 'work', command: ['sh', '-c', './export; curl -X POST localhost:15020/quitquitquit'] }]);

  expect(says(injectorKeepsJobAlive, job)).toEqual([
    'NS402 the Job joins Istio but does not request a native proxy: unless the installation makes it native by default, only a workaround ends the proxy: '
    + 'set the annotation sidecar.istio.io/nativeSidecar: "true", or pass --mesh with the installed version of Istio',
  ]);
});

test('a Job that joins a mesh without a switch is told which version ends it', () => {
  const template = { metadata: { labels: { 'kuma.io/sidecar-injection': 'enabled' } }, spec: { restartPolicy: 'Never', containers: [{ name: 'work' }] } };
  const job = PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } });

  expect(says(injectorKeepsJobAlive, job)).toEqual([
    'NS402 the Job joins Kuma, which has no switch for a single workload: unless the installation makes the proxy native, it never exits and the Job never completes: '
    + 'use Kuma 2.14 or newer, which makes it native by default, or pass --mesh with the installed version of Kuma',
  ]);
  expect(offenses(injectorKeepsJobAlive, job)).toMatchObject([
    { severity: Severity.INFO, at: { path: ['spec', 'template', 'metadata', 'labels', 'kuma.io/sidecar-injection'] } },
  ]);
});

test('a Job that requests an ordinary proxy offends where it does', () => {
  const job = annotatedJob({ 'sidecar.istio.io/nativeSidecar': 'false' });

  expect(offensesInMesh(injectorKeepsJobAlive, ISTIO_LEGACY, job)).toMatchObject([
    { at: { path: ['spec', 'template', 'metadata', 'annotations', 'sidecar.istio.io/nativeSidecar'] } },
  ]);
});

test('a Namespace in the input joins its Jobs to the mesh, as a label of the pod does', () => {
  const enabled = { kind: 'Namespace', metadata: { name: 'default', labels: { 'istio-injection': 'enabled' } } };

  expect(says(injectorKeepsJobAlive, annotatedJob({}), { beside: [enabled] })).toEqual(says(injectorKeepsJobAlive, annotatedJob({ 'sidecar.istio.io/inject': 'true' })));
});

test("where a workaround ends Vault's agent, the Job completes, so it is a warning", () => {
  const killing = PodModel.fromManifest({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'rotate' },
    spec: {
      template: {
        metadata: { annotations: VAULT },
        spec: { shareProcessNamespace: true, containers: [{ name: 'work', image: 'ghcr.io/acme/work:1', command: ['sh', '-c', '/work; pkill -TERM vault'] }] },
      },
    },
  });

  expect(offenses(injectorKeepsJobAlive, killing)).toEqual([expect.objectContaining({
    severity: Severity.WARNING,
    message: "Vault's injector adds 'vault-agent' to the Job as an ordinary container that never exits: only 'work' makes it exit (pkill -TERM vault)",
  })]);
});
