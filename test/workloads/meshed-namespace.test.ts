import { Testing } from 'cdk8s';
import { Mesh, MeshedDeployment, MeshedNamespace } from '../../src';
import { chartIn, refusals } from '../sidecars/support';

const KUMA = Mesh.kuma({ version: '2.14' });
const WEB = { mesh: KUMA, containers: [{ image: 'ghcr.io/acme/web:1.4.2' }] };

test('a Namespace gets the labels that its mesh demands, and keeps its own', () => {
  const chart = chartIn();

  new MeshedNamespace(chart, 'shop', { mesh: KUMA, metadata: { name: 'shop', labels: { team: 'shop' } } });

  expect(Testing.synth(chart)[0].metadata).toEqual({ name: 'shop', labels: { 'team': 'shop', 'kuma.io/sidecar-injection': 'disabled' } });
});

test('a label that is there stays: it may let all pods join', () => {
  const chart = chartIn();

  new MeshedNamespace(chart, 'shop', { mesh: KUMA, metadata: { name: 'shop', labels: { 'kuma.io/sidecar-injection': 'enabled' } } });

  expect(Testing.synth(chart)[0].metadata.labels).toEqual({ 'kuma.io/sidecar-injection': 'enabled' });
});

test('a workload in a Namespace of the same app is judged by it', () => {
  const [accepted, refused] = [chartIn(undefined, 'shop', 'shop'), chartIn(undefined, 'shop', 'shop')];
  new MeshedNamespace(accepted, 'namespace', { mesh: KUMA, metadata: { name: 'shop' } });
  new MeshedNamespace(refused, 'namespace', { mesh: Mesh.linkerd({ version: '2.20' }), metadata: { name: 'shop' } });

  [accepted, refused].forEach(chart => new MeshedDeployment(chart, 'web', WEB));

  expect(refusals(accepted)).toEqual([]);
  expect(refusals(refused)).toEqual([expect.stringContaining("NS620 the pod joins Kuma, but its Namespace 'shop' has no label kuma.io/sidecar-injection")]);
});

test('without a mesh it is refused', () => {
  expect(() => new MeshedNamespace(chartIn(), 'shop', {} as any)).toThrow("'mesh' of Namespace 'shop' is missing");
});
