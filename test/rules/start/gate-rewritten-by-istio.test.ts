import * as fs from 'fs';
import * as path from 'path';
import * as yaml from 'js-yaml';
import { PodModel } from '../../../src/kubernetes/pod';
import { gateRewrittenByIstio } from '../../../src/rules/start/gate-rewritten-by-istio';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says, saysInMesh } from '../check';
import { ISTIO, ISTIO_LEGACY, LINKERD_LEGACY } from '../meshes';

const WEB = { name: 'web' };
const HTTP = { httpGet: { path: '/', port: 2020 } };

const MESSAGE = "NS106 Istio redirects the startup probe of sidecar 'logs' to 'istio-proxy', an ordinary container that starts only after that probe passes, "
  + 'so the pod never starts: make the proxy native (sidecar.istio.io/nativeSidecar: "true"), use an exec probe, '
  + 'or set sidecar.istio.io/rewriteAppHTTPProbers: "false"';

test.each([
  ['HTTP', HTTP],
  ['TCP', { tcpSocket: { port: 2020 } }],
  ['gRPC', { grpc: { port: 2020 } }],
])('a gate by %s offends beside a proxy that is not native, with the three ways out', (_name, startupProbe) => {
  expect(saysInMesh(gateRewrittenByIstio, ISTIO_LEGACY, podOf([WEB], [sidecar('logs', { startupProbe })]))).toEqual([MESSAGE]);
  expect(saysInMesh(gateRewrittenByIstio, ISTIO_LEGACY, jobOf([WEB], [sidecar('logs', { startupProbe })]))).toEqual([MESSAGE]);
});

test('so does the pod that a real injector has made', () => {
  const file = path.join(__dirname, '..', '..', 'fixtures', 'injected', 'istio-1.29.1-job-legacy-DEADLOCK.yaml');
  const pod = PodModel.fromManifest(yaml.loadAll(fs.readFileSync(file, 'utf8'))[0]);

  expect(says(gateRewrittenByIstio, pod)).toEqual([MESSAGE]);
});

test('every way out is one', () => {
  const pod = podOf([WEB], [sidecar('logs', { startupProbe: HTTP })]);
  const kept = PodModel.fromManifest({ ...pod.manifest, metadata: { annotations: { 'sidecar.istio.io/rewriteAppHTTPProbers': 'false' } } });
  const command = podOf([WEB], [sidecar('logs', { startupProbe: { exec: { command: ['/ready'] } } })]);

  expect(saysInMesh(gateRewrittenByIstio, ISTIO, pod)).toEqual([]);
  expect(saysInMesh(gateRewrittenByIstio, ISTIO_LEGACY, command)).toEqual([]);
  expect(saysInMesh(gateRewrittenByIstio, ISTIO_LEGACY, kept)).toEqual([]);
});

test.each([
  ['sidecars without a gate', podOf([WEB], [sidecar('logs')])],
  ['probes that come after the start', podOf([WEB], [sidecar('logs', { readinessProbe: HTTP })])],
  ['gates of the app', podOf([{ ...WEB, startupProbe: HTTP }])],
])('%s are no concern', (_name, pod) => {
  expect(saysInMesh(gateRewrittenByIstio, ISTIO_LEGACY, pod)).toEqual([]);
});

test('other meshes, and pods in none, are no concern', () => {
  const pod = podOf([WEB], [sidecar('logs', { startupProbe: HTTP })]);

  expect([...saysInMesh(gateRewrittenByIstio, LINKERD_LEGACY, pod), ...says(gateRewrittenByIstio, pod)]).toEqual([]);
});
