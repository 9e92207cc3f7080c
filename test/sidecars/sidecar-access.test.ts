import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, synthPod } from './support';

const METRICS = { ports: [{ number: 9150, name: 'metrics' }, { number: 8125, protocol: kplus.Protocol.UDP }] };

const only = (chart: Chart, kind: string) => Testing.synth(chart).find(manifest => manifest.kind === kind);

describe.each<[string, (chart: Chart) => Construct]>([
  ['cdk8s-plus Deployment', chart => deploymentIn(chart)],
  ['imported Deployment', chart => kubeDeploymentIn(chart)],
])('a sidecar of a %s', (_name, make) => {
  test('is reached through a Service that selects what the workload selects', () => {
    const chart = chartIn();
    const { access } = addSidecar(make(chart), 'exporter', METRICS);

    access.exposeViaService();

    const { spec } = only(chart, 'Service');
    expect(spec).toMatchObject({ type: 'ClusterIP', ports: [{ port: 9150, targetPort: 9150 }] });
    expect(spec.selector).toEqual(synthPod(chart).manifest.spec.selector.matchLabels);
  });

  test('lets a peer in through a NetworkPolicy for the same pods', () => {
    const chart = chartIn();
    const { access } = addSidecar(make(chart), 'exporter', METRICS);

    access.allowFrom('scraping', kplus.Pods.select(chart, 'prometheus', { labels: { app: 'prometheus' } }));

    expect(only(chart, 'NetworkPolicy').spec).toEqual({
      podSelector: { matchLabels: synthPod(chart).manifest.spec.selector.matchLabels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'prometheus' } } }], ports: [{ port: 9150, protocol: 'TCP' }] }],
    });
  });
});

describe('a Service', () => {
  test('can be told its name, its port, its type, and which port of the sidecar', () => {
    const chart = chartIn();
    const { access } = addSidecar(deploymentIn(chart), 'exporter', METRICS);

    access.exposeViaService({ name: 'statsd', port: 125, targetPort: 8125, serviceType: kplus.ServiceType.NODE_PORT });

    expect(only(chart, 'Service')).toMatchObject({
      metadata: { name: 'statsd' },
      spec: { type: 'NodePort', ports: [{ port: 125, targetPort: 8125, protocol: 'UDP' }] },
    });
  });

  test('may stand beside another one for another port', () => {
    const chart = chartIn();
    const { access } = addSidecar(deploymentIn(chart), 'exporter', METRICS);

    access.exposeViaService();
    access.exposeViaService({ name: 'statsd', targetPort: 8125 });

    expect(Testing.synth(chart).filter(manifest => manifest.kind === 'Service').map(manifest => manifest.metadata.name)).toEqual(['shop-web-exporter-service', 'statsd']);
  });

  test('is in the namespace of the workload', () => {
    const chart = chartIn();
    const { access } = addSidecar(deploymentIn(chart, { metadata: { namespace: 'shop' } }), 'exporter', METRICS);

    access.exposeViaService();
    access.allowFrom('scraping', kplus.Pods.all(chart, 'everyone'));

    expect(['Service', 'NetworkPolicy'].map(kind => only(chart, kind).metadata.namespace)).toEqual(['shop', 'shop']);
  });

  test.each<[string, (chart: Chart) => Construct]>([
    ['Pod', chart => new kplus.Pod(chart, 'pod', { containers: [{ image: 'ghcr.io/acme/web:1.4.2' }] })],
    ['Job', chart => new kplus.Job(chart, 'job', { containers: [{ image: 'ghcr.io/acme/web:1.4.2' }] })],
  ])('selects the labels of the pod where there is no selector, in a %s', (_kind, make) => {
    const chart = chartIn();
    const { access } = addSidecar(make(chart), 'exporter', METRICS);

    access.exposeViaService();

    expect(only(chart, 'Service').spec.selector).toEqual(synthPod(chart).metadata.labels);
  });
});

test('a NetworkPolicy can be told which port', () => {
  const chart = chartIn();
  const { access } = addSidecar(deploymentIn(chart), 'exporter', METRICS);

  access.allowFrom('statsd', kplus.Pods.all(chart, 'everyone'), 8125);

  expect(only(chart, 'NetworkPolicy').spec.ingress[0].ports).toEqual([{ port: 8125, protocol: 'UDP' }]);
});

describe('refused', () => {
  test('a sidecar without ports', () => {
    const { access } = addSidecar(deploymentIn(chartIn()), 'exporter');

    expect(() => access.exposeViaService()).toThrow(new Error("sidecar 'exporter' declares no ports: set 'ports' to a list with a ContainerPort, for example with the number 8080"));
  });

  test('a port that the sidecar does not have', () => {
    const chart = chartIn();
    const { access } = addSidecar(deploymentIn(chart), 'exporter', METRICS);

    expect(() => access.allowFrom('web', kplus.Pods.all(chart, 'everyone'), 80)).toThrow(new Error("sidecar 'exporter' does not declare port 80: use one of its ports, 9150, 8125"));
  });

  test('pods that nothing can select', () => {
    const pod = new kplus.k8s.KubePod(chartIn(), 'pod', { spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] } });
    const { access } = addSidecar(pod, 'exporter', METRICS);

    expect(() => access.exposeViaService()).toThrow(new Error(
      "the pods of 'shop/pod' have no labels, so a Service or NetworkPolicy cannot select them: add labels to the pod template"));
  });
});
