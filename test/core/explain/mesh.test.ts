import { check, explain } from '../../../src/core';

const APP = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', resources: { requests: { cpu: '250m', memory: '256Mi' } } };

function deployment(metadata: object, spec: object = {}, namespace?: string): object {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace }, spec: { selector: { matchLabels: { app: 'web' } }, template: { metadata, spec: { containers: [APP], ...spec } } } };
}

function source(...objects: object[]) {
  return [{ name: 'web.yaml', text: objects.map(object => JSON.stringify(object)).join('\n---\n') }];
}

const LINKERD = { annotations: { 'linkerd.io/inject': 'enabled' } };
const ISTIO = { labels: { 'sidecar.istio.io/inject': 'true' } };

describe('an ordinary proxy whose drain is not known', () => {
  const { timeline, assumptions } = explain(source(deployment(LINKERD)), { mesh: 'linkerd@2.19' });

  test('is assumed to stop like a sidecar, not like the app', () => {
    expect(timeline.events.filter(({ event, container }) => event === 'exited' && container !== 'linkerd-init').map(({ container, at }) => [container, at]))
      .toEqual([['linkerd-proxy', 65], ['web', 90]]);
    expect(assumptions).toEqual(expect.arrayContaining(["after SIGTERM 'web' needs 30 s", "after SIGTERM 'linkerd-proxy' needs 5 s"]));
  });
});

describe('the requests of a proxy', () => {
  test('count, native or not', () => {
    const requests = ['1.26', '1.29'].map(version => explain(source(deployment(ISTIO)), { mesh: `istio@${version}`, kubernetesVersion: '1.33' }).resources.requests);

    expect(requests).toEqual([{ cpu: '350m', memory: '384Mi' }, { cpu: '350m', memory: '384Mi' }]);
  });

  test('are enough for an autoscaler, as those of annotations are', () => {
    const scaler = { kind: 'HorizontalPodAutoscaler', metadata: { name: 'web' }, spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, targetCPUUtilizationPercentage: 80 } };
    const rules = (mesh: string, metadata: object) => check(source(deployment(metadata), scaler), { mesh }).findings.map(finding => finding.rule);

    expect(rules('istio@1.29', ISTIO)).not.toContain('NS609');
    expect(rules('istio@1.29', { ...ISTIO, annotations: { 'sidecar.istio.io/proxyMemory': '64Mi' } })).toContain('NS609');
    expect(rules('linkerd@2.20', LINKERD)).toContain('NS609');
    expect(rules('linkerd@2.20', { annotations: { ...LINKERD.annotations, 'config.linkerd.io/proxy-cpu-request': '50m' } })).not.toContain('NS609');
  });
});

describe('check reports an ordinary proxy that could be native (NS514)', () => {
  const found = (mesh: string, metadata: object) => check(source(deployment(metadata)), { mesh }).findings
    .filter(({ rule }) => rule === 'NS514').map(({ message, fix }) => `${message}: ${fix}`);

  test.each([
    ['dapr@1.18', { annotations: { 'dapr.io/enabled': 'true' } },
      "Dapr 1.18 adds 'daprd' as an ordinary container, which starts and stops with the app: set dapr.io/enable-native-sidecar: \"true\""],
    ['dapr@1.17', { annotations: { 'dapr.io/enabled': 'true' } },
      "Dapr 1.17 adds 'daprd' as an ordinary container, which starts and stops with the app: upgrade Dapr to 1.18 or newer, which can make it native"],
    ['consul@2.0', { annotations: { 'consul.hashicorp.com/connect-inject': 'true' } },
      "Consul 2.0 adds 'consul-dataplane' as an ordinary container, which starts and stops with the app: set consul.hashicorp.com/enable-consul-dataplane-as-sidecar: \"true\""],
    ['kuma@2.13', { labels: { 'kuma.io/sidecar-injection': 'enabled' } },
      "Kuma 2.13 adds 'kuma-sidecar' as an ordinary container, which starts and stops with the app: "
      + 'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS) must be true: Kuma has no switch for a single workload, and 2.13 is not native by default'],
  ])('%s', (mesh, metadata, expected) => {
    expect(found(mesh, metadata)).toEqual([expected]);
  });

  test.each([
    ['istio@1.29', ISTIO],
    ['linkerd@2.20', LINKERD],
    ['dapr@1.18', { annotations: { 'dapr.io/enabled': 'true', 'dapr.io/enable-native-sidecar': 'false' } }],
    ['dapr@1.18', { annotations: { 'dapr.io/enabled': 'false' } }],
  ])('not for a native one, a chosen one, or none: %s', (mesh, metadata) => {
    expect(found(mesh, metadata)).toEqual([]);
  });
});

describe('explain tells', () => {
  const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'istio-injection': 'disabled' } } };
  const told = (mesh: string | undefined, ...objects: object[]) => {
    const { known, assumptions } = explain(source(...objects), { mesh, workload: 'Deployment/web' });
    return [...known, ...assumptions].filter(sentence => sentence.includes('proxy to the pod') || sentence.includes('no mesh'));
  };

  test('which opt-in has no effect without the version of a mesh', () => {
    expect(told(undefined, deployment(ISTIO))).toEqual([
      'no mesh adds a proxy, although the pod opts in to Istio with sidecar.istio.io/inject: "true": pass --mesh istio@VERSION to include it',
    ]);
    expect(told('istio@1.29', deployment(ISTIO))).toEqual([]);
    expect(told(undefined, deployment({}))).toEqual([]);
    expect(told(undefined, deployment(ISTIO, { containers: [APP, { name: 'istio-proxy', image: 'istio/proxyv2:1.29.1' }] }))).toEqual([]);
  });

  const job = (metadata: object) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template: { metadata, spec: { restartPolicy: 'Never', containers: [APP] } } } });

  test('that an ordinary proxy of an unknown version would keep the Job from completing', () => {
    const { timeline, assumptions } = explain(source(job({ annotations: { 'consul.hashicorp.com/connect-inject': 'true' } })));

    expect(timeline.outcome).toBe('completed');
    expect(assumptions[0]).toBe('no mesh adds a proxy, although the pod opts in to Consul with consul.hashicorp.com/connect-inject: "true", and an ordinary proxy would keep the Job '
      + 'from completing (NS402): pass --mesh consul@VERSION to include it');
  });

  test('that it shows the proxy of an unknown version where the Job turns native sidecars off', () => {
    const off = job({ ...ISTIO, annotations: { 'sidecar.istio.io/nativeSidecar': 'false' } });
    const { timeline, assumptions } = explain(source(off));

    expect(timeline.outcome).toBe('stuck');
    expect(timeline.events.some(({ container, event }) => container === 'istio-proxy' && event === 'started')).toBe(true);
    expect(assumptions[0]).toBe("Istio adds 'istio-proxy' as an ordinary container, as sidecar.istio.io/nativeSidecar: \"false\" requests, and in everything else as Istio 1.31 does: "
      + 'pass --mesh istio@VERSION for another version');
    expect(check(source(off)).findings.filter(({ rule }) => rule === 'NS402')).toMatchObject([{ severity: 'error' }]);
  });

  test('nothing about a proxy that the Job requests to be native but that it opts in', () => {
    const native = job({ ...ISTIO, annotations: { 'sidecar.istio.io/nativeSidecar': 'true' } });

    expect(explain(source(native)).assumptions[0])
      .toBe('no mesh adds a proxy, although the pod opts in to Istio with sidecar.istio.io/inject: "true": pass --mesh istio@VERSION to include it');
  });

  test.each<[string, object[], string]>([
    ['the pod opts out', [deployment({ labels: { 'sidecar.istio.io/inject': 'false' } })], 'the pod opts out with sidecar.istio.io/inject: "false"'],
    ['it is on the network of its node', [deployment({}, { hostNetwork: true })], 'it skips pods on the network of the node (hostNetwork)'],
    ['its Namespace opts out', [NAMESPACE, deployment({}, {}, 'shop')], "Namespace 'shop' opts out"],
    ['only others opt in', [deployment({}), { ...deployment(ISTIO), metadata: { name: 'other' } }], "neither the pod nor Namespace 'default' opts in, but others in the input do"],
  ])('why the mesh adds no proxy: %s', (_why, objects, reason) => {
    expect(told('istio@1.29', ...objects)).toEqual([`Istio adds no proxy to the pod: ${reason}`]);
  });
});
