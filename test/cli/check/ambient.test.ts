import { run } from '../run';

const APP = { name: 'export', image: 'ghcr.io/acme/export:1.0.0' };
const AMBIENT = { 'istio.io/dataplane-mode': 'ambient' };
const MESH = ['--mesh', 'istio@1.26'];

function job(labels: object): object {
  const template = { metadata: { labels }, spec: { restartPolicy: 'Never', containers: [APP] } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export', namespace: 'shop' }, spec: { activeDeadlineSeconds: 600, template } };
}

async function rules(objects: readonly object[], ...options: string[]): Promise<string[]> {
  const { out, err } = await run(['check', '-', '--format', 'json', ...options], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  expect(err).toBe('');
  return JSON.parse(out).findings.map(({ rule }: any) => rule);
}

const namespace = (labels: object) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } });

test('an ambient Job has no sidecar that keeps it alive, and need not explain itself', async () => {
  expect(await rules([job(AMBIENT)])).toEqual([]);
  expect(await rules([job(AMBIENT)], ...MESH)).toEqual([]);
  expect(await rules([namespace(AMBIENT), job({})], ...MESH)).toEqual([]);
});

test('a Job that asks for a sidecar in an ambient Namespace gets one', async () => {
  expect(await rules([namespace(AMBIENT), job({ 'sidecar.istio.io/inject': 'true' })], ...MESH)).toContain('NS402');
  expect(await rules([job({ ...AMBIENT, 'sidecar.istio.io/inject': 'true' })], ...MESH)).toContain('NS402');
});

test('explain says why no proxy is added', async () => {
  const { out } = await run(['explain', '-', ...MESH], JSON.stringify(job(AMBIENT)));

  expect(out.replace(/\s+/g, ' ')).toContain('Istio adds no proxy to the pod: the pod joins without a sidecar (istio.io/dataplane-mode: "ambient")');
});

test.each([['cilium@1.18', 'Cilium'], ['istio-ambient@1.29', 'the ambient mode of Istio']])('--mesh %s: there is no sidecar to order', async (mesh, name) => {
  expect((await run(['check', '-', '--mesh', mesh], '')).err).toContain(`'${mesh}' names ${name}, which adds no sidecar to pods: omit --mesh`);
});

test('a Job that turns its native proxy off is told that it hangs, whatever the version', async () => {
  const off = (annotations: object) => {
    const manifest: any = job({});
    manifest.spec.template.metadata.annotations = annotations;
    return JSON.stringify(manifest);
  };
  const istio = await run(['check', '-', '--format', 'json'], off({ 'sidecar.istio.io/inject': 'true', 'sidecar.istio.io/nativeSidecar': 'false' }));
  const linkerd = await run(['check', '-', '--format', 'json'], off({ 'linkerd.io/inject': 'enabled', 'config.alpha.linkerd.io/proxy-enable-native-sidecar': 'false' }));
  const wrapped = JSON.parse(off({ 'sidecar.istio.io/inject': 'true', 'sidecar.istio.io/nativeSidecar': 'false' }));
  wrapped.spec.template.spec.containers[0].command = ['sh', '-c', './work; curl -X POST http://localhost:15020/quitquitquit'];
  const ended = await run(['check', '-', '--format', 'json'], JSON.stringify(wrapped));

  const ns402 = ({ out }: { out: string }) => JSON.parse(out).findings.filter(({ rule }: any) => rule === 'NS402');
  expect(ns402(istio)).toMatchObject([{
    severity: 'error',
    message: "the Job joins Istio and turns the native proxy off (sidecar.istio.io/nativeSidecar: \"false\"): 'istio-proxy' is then an ordinary container that never exits, "
      + 'so the Job never completes',
    fix: 'set sidecar.istio.io/nativeSidecar: "true"',
  }]);
  expect(ns402(linkerd)).toMatchObject([{ severity: 'error', message: expect.stringContaining('config.alpha.linkerd.io/proxy-enable-native-sidecar: "false"') }]);
  expect(ns402(ended)).toMatchObject([{ severity: 'warning', message: expect.stringContaining('only a workaround ends') }]);
});
