import { undeclaredProbePort } from '../../../src/rules/start/undeclared-probe-port';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { CONSUL, ISTIO, KUMA } from '../meshes';

const IMAGE = 'ghcr.io/acme/web:1.4.2';
const probe = (port: string | number) => ({ httpGet: { path: '/live', port } });
const web = (rest: object) => podOf([{ name: 'web', image: IMAGE, ...rest }]);

test('a name that the container does not declare offends: the kubelet cannot resolve it', () => {
  const pod = podOf([{ name: 'web', image: IMAGE, ports: [{ name: 'health', containerPort: 80 }] }], [
    sidecar('proxy', { image: IMAGE, ports: [{ name: 'http', containerPort: 8080 }], startupProbe: probe('health') }),
  ]);

  expect(says(undeclaredProbePort, pod)).toEqual([
    "NS115 the startupProbe of 'proxy' checks the port 'health', which 'proxy' does not declare, so the probe never passes: use 'http', add the name to ports, or write the number of the port",
  ]);
});

test('without any ports, the names are those to add; a liveness probe without a result restarts nothing', () => {
  expect(offenses(undeclaredProbePort, web({ readinessProbe: probe('http'), livenessProbe: probe('http') }))).toMatchObject([
    { severity: 'error', message: expect.stringMatching(/never passes, so the pod is never ready$/), fix: 'add the name to ports, or write the number of the port' },
    { severity: 'warning', message: expect.stringMatching(/so the probe never checks anything$/) },
  ]);
});

test('a number that nothing mentions is worth a question', () => {
  expect(offenses(undeclaredProbePort, web({ livenessProbe: probe(80) }))).toMatchObject([{
    severity: 'info', message: "the livenessProbe of 'web' checks port 80, and nothing in the manifest shows that 'web' listens there",
  }]);
  expect(says(undeclaredProbePort, web({ ports: [{ containerPort: 8080 }], livenessProbe: probe(8081) }))).toHaveLength(1);
});

test.each<[string, object]>([
  ['a declared name', { ports: [{ name: 'http', containerPort: 8080 }], livenessProbe: probe('http') }],
  ['a declared number', { ports: [{ containerPort: 8080 }], livenessProbe: probe(8080) }],
  ['a number in a flag', { ports: [{ containerPort: 8080 }], args: ['--health-address=:8081'], livenessProbe: probe(8081) }],
  ['a number in a variable', { ports: [{ containerPort: 8080 }], env: [{ name: 'HEALTH', value: '8081' }], livenessProbe: probe(8081) }],
  ['a number that a Secret may hold', { ports: [{ containerPort: 8080 }], envFrom: [{ secretRef: { name: 'web' } }], livenessProbe: probe(8081) }],
  ['the default port of a known image', { image: 'nginx:1.28', livenessProbe: probe(80) }],
  ['a known program', { image: 'envoyproxy/envoy:v1.39.0', ports: [{ containerPort: 8080 }], readinessProbe: probe(9901) }],
  ['a container that declares nothing', { livenessProbe: probe(8080) }],
])('%s does not offend', (_what, container) => {
  expect(says(undeclaredProbePort, web(container))).toEqual([]);
});

test('a ConfigMap counts once it is part of the input', () => {
  const pod = podOf([{
    name: 'web', image: IMAGE, ports: [{ containerPort: 8080 }], volumeMounts: [{ name: 'conf', mountPath: '/etc/web' }], livenessProbe: probe(8081),
  }], [], { volumes: [{ name: 'conf', configMap: { name: 'web' } }] });
  const configMap = (text: string) => ({ kind: 'ConfigMap', metadata: { name: 'web' }, data: { 'web.yaml': text } });

  expect(says(undeclaredProbePort, pod)).toEqual([]);
  expect(says(undeclaredProbePort, pod, { beside: [configMap('health: 8081')] })).toEqual([]);
  expect(says(undeclaredProbePort, pod, { beside: [configMap('health: 9000')] })).toHaveLength(1);
});

test('a pod without network probes is no concern', () => {
  expect(says(undeclaredProbePort, web({ livenessProbe: { exec: { command: ['true'] } } }))).toEqual([]);
});

test('neither does a port of the proxy to which the mesh sends the probes of the app', () => {
  const pod = () => web({ ports: [{ containerPort: 8080 }], startupProbe: { tcpSocket: { port: 8080 } }, readinessProbe: probe(8080) });
  const atOtherPort = pod();
  Object.assign(atOtherPort.manifest, { metadata: { ...atOtherPort.manifest.metadata, annotations: { 'kuma.io/application-probe-proxy-port': '9100' } } });

  expect([KUMA, CONSUL, ISTIO].flatMap(mesh => saysInMesh(undeclaredProbePort, mesh, pod()))).toEqual([]);
  expect(saysInMesh(undeclaredProbePort, KUMA, atOtherPort)).toEqual([]);
});
