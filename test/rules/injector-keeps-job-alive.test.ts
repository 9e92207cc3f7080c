import { says, saysInMesh } from './check';
import { annotated, annotatedJob, CONSUL, CONSUL_LEGACY, DAPR, DAPR_LEGACY, ISTIO, ISTIO_LEGACY, KUMA, LINKERD, LINKERD_LEGACY } from './meshes';
import { injectorKeepsJobAlive } from '../../src/rules/injector-keeps-job-alive';
import { jobOf, podOf } from '../lifecycle/pods';

const JOB = jobOf([{ name: 'work' }]);
const VAULT = { 'vault.hashicorp.com/agent-inject': 'true' };

test.each([
  ['Linkerd', LINKERD_LEGACY, 'linkerd-proxy'],
  ['Istio', ISTIO_LEGACY, 'istio-proxy'],
  ['Consul', CONSUL_LEGACY, 'consul-dataplane'],
  ['Dapr', DAPR_LEGACY, 'daprd'],
])('%s without its native switch offends in a Job', (name, mesh, proxy) => {
  expect(saysInMesh(injectorKeepsJobAlive, mesh, JOB)).toEqual([
    `NS402 ${name} adds '${proxy}' to the Job as an ordinary container that never ends, so the Job never completes: leave 'nativeSidecar' of the mesh switched on`,
  ]);
});

test("Vault's injector offends in a Job, in a mesh or not", () => {
  const message = "NS402 Vault's injector adds 'vault-agent' to the Job as an ordinary container that never ends, so the Job never completes: "
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

test('pods that are meant to run for ever are no concern', () => {
  expect([...saysInMesh(injectorKeepsJobAlive, ISTIO_LEGACY, podOf([{ name: 'web' }])), ...says(injectorKeepsJobAlive, annotated(VAULT))]).toEqual([]);
});
