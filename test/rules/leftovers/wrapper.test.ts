import { Severity } from '../../../src/rules/engine/finding';
import { wrapper } from '../../../src/rules/leftovers/wrapper';
import { jobOf, podOf } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { ISTIO, LINKERD, LINKERD_LEGACY } from '../meshes';

const KUBEXIT = { command: ['/kubexit/kubexit', './run'] };

test.each([
  ['Linkerd', LINKERD, { command: ['/linkerd-await', '--shutdown', '--', './export'] }, 'linkerd-await', 'linkerd-proxy'],
  ['Istio', ISTIO, { command: ['scuttle', './export'] }, 'scuttle', 'istio-proxy'],
  ['Istio', ISTIO, { command: ['/usr/bin/envoy-preflight', './export'] }, 'envoy-preflight', 'istio-proxy'],
  ['Istio', ISTIO, { command: ['sh', '-c'], args: ['pilot-agent wait && ./export'] }, 'pilot-agent wait', 'istio-proxy'],
])('a wrapper beside a native proxy of %s offends: %s %j', (_name, mesh, rest, found, proxy) => {
  expect(saysInMesh(wrapper, mesh, jobOf([{ name: 'work', ...rest }]))).toEqual([
    `NS502 'work' runs behind a wrapper (${found}) that waits for '${proxy}': the kubelet already starts it after the native sidecar and stops it first: run the real command`,
  ]);
});

test('proa offends wherever it stands', () => {
  const work = (...flags: string[]) => ({ name: 'work', command: ['proa', ...flags, '--', './export'] });
  const server = { name: 'server', ports: [{ containerPort: 8080 }] };

  expect(says(wrapper, jobOf([work('--shutdown-http-get=http://localhost:8080/quit'), server]))).toEqual([
    "NS502 'work' runs behind a wrapper (proa), which a native sidecar makes unnecessary: make 'server' a native sidecar, and run the real command",
  ]);
  expect(says(wrapper, jobOf([work()]))).toEqual([
    "NS502 'work' runs behind a wrapper (proa), which a native sidecar makes unnecessary: run the real command when the sidecar is native",
  ]);
});

test('kubexit offends wherever it stands', () => {
  const pod = jobOf([
    { name: 'work', ...KUBEXIT, env: [{ name: 'KUBEXIT_BIRTH_DEPS', value: 'server' }] },
    { name: 'server', ...KUBEXIT, env: [{ name: 'KUBEXIT_DEATH_DEPS', value: 'work' }] },
  ]);
  const rest = "runs behind a wrapper (kubexit), which a native sidecar makes unnecessary: make 'server' a native sidecar, and run the real command";

  expect(says(wrapper, pod)).toEqual([`NS502 'work' ${rest}`, `NS502 'server' ${rest}`]);
  expect(offenses(wrapper, pod).map(offense => offense.severity)).toEqual([undefined, undefined]);
});

test('a wrapper for a proxy that is not in the manifest is worth knowing', () => {
  expect(offenses(wrapper, jobOf([{ name: 'work', command: ['linkerd-await', '--', './export'] }])).map(({ fix, severity }) => [fix, severity]))
    .toEqual([['run the real command when the sidecar is native', Severity.INFO]]);
});

test("it does not offend where somebody chose an ordinary proxy, nor does the mesh's own hook", () => {
  expect(saysInMesh(wrapper, LINKERD_LEGACY, jobOf([{ name: 'work', command: ['sh', '-c', 'linkerd-await -- ./export'] }]))).toEqual([]);
  expect(saysInMesh(wrapper, LINKERD_LEGACY, podOf([{ name: 'web' }]))).toEqual([]);
});

test('a pod without one is no concern', () => {
  expect(says(wrapper, jobOf([{ name: 'work', command: ['./export'] }]))).toEqual([]);
});
