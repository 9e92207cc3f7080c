import { run } from '../run';

/** A Job that nothing is wrong with unless a proxy joins it that is not native. */
function job(name: string, metadata: object = {}, spec: object = {}, namespace = 'shop'): object {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace },
    spec: {
      activeDeadlineSeconds: 600,
      template: { metadata, spec: { restartPolicy: 'Never', containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }], ...spec } },
    },
  };
}

/** The workloads whose proxy keeps them alive. */
async function kept(mesh: string, objects: readonly object[], ...options: string[]): Promise<string[]> {
  const { out, err } = await run(['check', '-', '--mesh', mesh, '--format', 'json', ...options], objects.map(object => JSON.stringify(object)).join('\n---\n'));
  expect(err).toBe('');
  return JSON.parse(out).findings.filter((finding: any) => finding.rule === 'NS402').map((finding: any) => finding.name);
}

const IN = { labels: { 'sidecar.istio.io/inject': 'true' } };
const OUT = { labels: { 'sidecar.istio.io/inject': 'false' } };
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { 'istio-injection': 'enabled' } } };

test('without a word about a mesh no pod is in one', async () => {
  const { out } = await run(['check', '-', '--format', 'json'], JSON.stringify(job('a', IN)));

  expect(out).not.toContain('istio-proxy');
});

test('a pod says itself whether it is in the mesh', async () => {
  expect(await kept('istio@1.26', [job('in', IN), job('out', OUT), job('silent')])).toEqual(['in']);
});

test('a namespace says it for the pods that do not', async () => {
  expect(await kept('istio@1.26', [NAMESPACE, job('silent'), job('out', OUT), job('elsewhere', {}, {}, 'other')])).toEqual(['silent']);
});

test('a revision is a way to say it too', async () => {
  expect(await kept('istio@1.26', [job('in', { labels: { 'istio.io/rev': 'stable' } }), job('silent')])).toEqual(['in']);
});

test('where nobody in the input says it, the namespaces stand elsewhere and all pods count that do not say otherwise', async () => {
  expect(await kept('istio@1.26', [job('silent'), job('out', OUT)])).toEqual(['silent']);
});

test('a pod on the network of its node is passed by', async () => {
  expect(await kept('istio@1.26', [job('host', {}, { hostNetwork: true })])).toEqual([]);
});

test.each<[string, string, object, string[]]>([
  ['istio@1.26', '1.33', IN, ['job']],
  ['istio@1.29', '1.33', IN, []],
  ['istio@1.29', '1.32', IN, ['job']],
  ['istio@1.29', '1.33', { ...IN, annotations: { 'sidecar.istio.io/nativeSidecar': 'false' } }, ['job']],
  ['istio@1.26', '1.33', { ...IN, annotations: { 'sidecar.istio.io/nativeSidecar': 'true' } }, []],
  ['linkerd@2.20', '1.33', { annotations: { 'linkerd.io/inject': 'enabled' } }, []],
  ['linkerd@2.19', '1.33', { annotations: { 'linkerd.io/inject': 'enabled' } }, ['job']],
  ['kuma@2.14', '1.33', { labels: { 'kuma.io/sidecar-injection': 'enabled' } }, []],
  ['kuma@2.13', '1.33', { labels: { 'kuma.io/sidecar-injection': 'enabled' } }, ['job']],
  ['consul@1.9', '1.33', { annotations: { 'consul.hashicorp.com/connect-inject': 'true' } }, ['job']],
  ['dapr@1.18', '1.33', { annotations: { 'dapr.io/enabled': 'true', 'dapr.io/enable-native-sidecar': 'true' } }, []],
])('%s on Kubernetes %s makes its proxy native or not, as the pod and its own default say', async (mesh, kubernetes, metadata, found) => {
  expect(await kept(mesh, [job('job', metadata)], '--kubernetes-version', kubernetes)).toEqual(found);
});

test('a finding about an injected container stands at the label that asks for it', async () => {
  const text = `# a comment\n${JSON.stringify(job('a', IN), null, 2)}`;

  const { out } = await run(['check', '-', '--mesh', 'istio@1.26', '--format', 'json'], text);

  expect(JSON.parse(out).findings.find((finding: any) => finding.rule === 'NS402')).toMatchObject({ container: 'istio-proxy', line: 14 });
});

describe('a Namespace of Linkerd', () => {
  const namespace = (annotations: object) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', annotations: { 'linkerd.io/inject': 'enabled', ...annotations } } });
  const [ALPHA, BETA] = ['alpha', 'beta'].map(stage => `config.${stage}.linkerd.io/proxy-enable-native-sidecar`);

  test('makes the proxies of its pods native, unless a pod says otherwise', async () => {
    expect(await kept('linkerd@2.18', [namespace({ [ALPHA]: 'true' }), job('silent'), job('own', { annotations: { [ALPHA]: 'false' } })])).toEqual(['own']);
  });

  test('is asked by the beta name only before 2.20', async () => {
    expect(await kept('linkerd@2.19', [namespace({ [BETA]: 'true' }), job('silent')])).toEqual([]);
    expect(await kept('linkerd@2.20', [namespace({ [BETA]: 'false' }), job('silent')])).toEqual([]);
    expect(await kept('linkerd@2.20', [namespace({ [ALPHA]: 'false' }), job('silent')])).toEqual(['silent']);
  });

  test('sets the policy that its probes meet', async () => {
    const cache = { name: 'cache', image: 'ghcr.io/acme/cache:1.0.0', restartPolicy: 'Always', startupProbe: { grpc: { port: 9000 }, periodSeconds: 1 } };
    const objects = [namespace({ 'config.linkerd.io/default-inbound-policy': 'all-authenticated' }), job('silent', {}, { initContainers: [cache] })];

    const { out } = await run(['check', '-', '--mesh', 'linkerd@2.20'], objects.map(object => JSON.stringify(object)).join('\n---\n'));

    expect(out).toContain("NS121 the startupProbe of sidecar 'cache' is not authorized under the policy all-authenticated");
  });
});

test('where a pod says no drain, one that the proxy always takes whole counts, and a limit does not', async () => {
  const drained = async (annotations: object, mesh: string) => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', annotations }, spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }], terminationGracePeriodSeconds: 60 } };
    return (await run(['explain', '-', '--mesh', mesh], JSON.stringify(pod))).out;
  };
  const consul = { 'consul.hashicorp.com/connect-inject': 'true', 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar': 'true' };

  expect(await drained(consul, 'consul@2.0')).toContain("'consul-dataplane' (Consul 2.0) stops within 30 s");
  expect(await drained({ 'linkerd.io/inject': 'enabled' }, 'linkerd@2.20')).not.toContain('stops within');
});

test('the drain that a pod says counts', async () => {
  const linkerd = (drain: string) => job('job', { annotations: { 'linkerd.io/inject': 'enabled', 'config.linkerd.io/shutdown-grace-period': drain } }, { terminationGracePeriodSeconds: 30 });

  const [long, short] = await Promise.all(['90s', '5s'].map(drain => run(['check', '-', '--mesh', 'linkerd@2.20', '--format', 'json'], JSON.stringify(linkerd(drain)))));

  expect(long.out).toContain('"rule": "NS30');
  expect(short.out).not.toContain('"rule": "NS30');
});
