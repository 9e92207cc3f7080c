import { Chart, Testing } from 'cdk8s';
import * as kplus33 from 'cdk8s-plus-33';
import { chartIn } from './support';
import { catalog, Mesh, NativeSidecar, PodLifecycle, StartupGate } from '../../src';

// Type-checked: an app of another cdk8s-plus than that of the package passes its own values, without a cast.

const deploymentOf = (chart: Chart, id = 'web') => new kplus33.Deployment(chart, id, {
  containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.0.0', portNumber: 8080, resources: { cpu: { request: kplus33.Cpu.millis(100) } } }],
});

function metricsOf(web: kplus33.Deployment): NativeSidecar {
  return new NativeSidecar(web, 'metrics', {
    image: 'ghcr.io/acme/metrics:1.0.0',
    ports: [{ number: 9102, protocol: kplus33.Protocol.TCP }],
    imagePullPolicy: kplus33.ImagePullPolicy.ALWAYS,
    resources: { cpu: { request: kplus33.Cpu.millis(20) } },
    envVariables: { MODE: kplus33.EnvValue.fromValue('fast') },
    securityContext: { readOnlyRootFilesystem: true },
    startup: StartupGate.fromProbe(kplus33.Probe.fromHttpGet('/ready', { port: 9102 })),
  });
}

const only = (chart: Chart, kind: string) => Testing.synth(chart).find(manifest => manifest.kind === kind);
const sidecarIn = (chart: Chart) => only(chart, 'Deployment').spec.template.spec.initContainers[0];

test('its probe is a gate, and its enums and amounts are settings', () => {
  const chart = chartIn();
  metricsOf(deploymentOf(chart));

  expect(sidecarIn(chart)).toMatchObject({
    startupProbe: { httpGet: { path: '/ready', port: 9102 } }, imagePullPolicy: 'Always', resources: { requests: { cpu: '20m' } }, env: [{ name: 'MODE', value: 'fast' }],
  });
});

test('its volume is mounted by name', () => {
  const chart = chartIn();
  const web = deploymentOf(chart);
  const data = kplus33.Volume.fromEmptyDir(chart, 'data', 'data');
  web.containers[0].mount('/data', data);
  metricsOf(web).mountExisting(data.name, '/data', { readOnly: true });

  expect(sidecarIn(chart).volumeMounts).toEqual([{ mountPath: '/data', name: 'data', readOnly: true }]);
  expect(only(chart, 'Deployment').spec.template.spec.volumes).toEqual([{ emptyDir: {}, name: 'data' }]);
});

test('its ConfigMaps and Secrets are sources of the environment, with a prefix if wanted', () => {
  const chart = chartIn();
  const sidecar = metricsOf(deploymentOf(chart));
  sidecar.addEnvFrom(new kplus33.ConfigMap(chart, 'settings', { metadata: { name: 'settings' } }));
  sidecar.addEnvFrom(kplus33.Secret.fromSecretName(chart, 'login', 'web-login'), 'LOGIN_');

  expect(sidecarIn(chart).envFrom).toEqual([{ configMapRef: { name: 'settings' } }, { prefix: 'LOGIN_', secretRef: { name: 'web-login' } }]);
});

test('what is no source of an environment is refused', () => {
  const chart = chartIn();
  const web = deploymentOf(chart);

  expect(() => metricsOf(web).addEnvFrom(web)).toThrow(new Error(
    "'metrics' cannot take its environment from a Deployment: pass a ConfigMap or a Secret, for example kplus.Secret.fromSecretName(chart, 'login', 'web-login')"));
});

test('its container is connected, as an object or by name', () => {
  const chart = chartIn();
  const web = deploymentOf(chart);
  const credentials = kplus33.Secret.fromSecretName(chart, 'key', 'sql-key');
  new catalog.CloudSqlProxy(web, 'db', { instance: 'acme:europe-west1:orders', credentials }).connect(web.containers[0]);
  new catalog.RedisCache(web, 'cache').connect('web');

  const [{ env }] = only(chart, 'Deployment').spec.template.spec.containers;
  expect(env.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['DB_HOST', 'DB_PORT']));
});

test('its workloads, namespaces and IP blocks are peers', () => {
  const chart = chartIn();
  const { access } = metricsOf(deploymentOf(chart));
  const peers = [deploymentOf(chart, 'client'), kplus33.Namespaces.select(chart, 'monitoring', { labels: { team: 'monitoring' } }), kplus33.NetworkPolicyIpBlock.ipv4(chart, 'office', '10.0.0.0/8')];
  peers.forEach((peer, index) => access.allowFrom(`allow-${index}`, peer));

  const policies = Testing.synth(chart).filter(({ kind }) => kind === 'NetworkPolicy');
  expect(policies.flatMap(({ spec: { ingress: [{ from, ports }] } }) => [from, ports])).toEqual([
    [{ podSelector: { matchLabels: { 'cdk8s.io/metadata.addr': expect.stringContaining('client') } } }], [{ port: 9102, protocol: 'TCP' }],
    [{ namespaceSelector: { matchLabels: { team: 'monitoring' } }, podSelector: {} }], [{ port: 9102, protocol: 'TCP' }],
    [{ ipBlock: { cidr: '10.0.0.0/8' } }], [{ port: 9102, protocol: 'TCP' }],
  ]);
});

test('its autoscalers, Services and policies take its workload, which joins the mesh without a class of the package', () => {
  const chart = chartIn();
  const web = deploymentOf(chart);
  metricsOf(web);
  PodLifecycle.of(web).joinMesh(Mesh.linkerd({ version: '2.20' }));
  new kplus33.HorizontalPodAutoscaler(chart, 'scaling', { target: web, maxReplicas: 4, metrics: [kplus33.Metric.resourceCpu(kplus33.MetricTarget.averageUtilization(70))] });
  web.exposeViaService();

  expect(only(chart, 'HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: web.name });
  expect(only(chart, 'Service').spec.selector).toEqual(only(chart, 'Deployment').spec.selector.matchLabels);
  expect(only(chart, 'Deployment').spec.template.metadata.annotations).toMatchObject({ 'linkerd.io/inject': 'enabled' });
});

test('probes that are no gates are written as fields', () => {
  const chart = chartIn();
  metricsOf(deploymentOf(chart)).addOverlay({ readinessProbe: { httpGet: { path: '/ready', port: 9102 } } });

  expect(sidecarIn(chart).readinessProbe).toEqual({ httpGet: { path: '/ready', port: 9102 } });
});
