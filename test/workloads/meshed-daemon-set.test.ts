import { Duration, Testing } from 'cdk8s';
import { Mesh, MeshedDaemonSet, PodLifecycle } from '../../src';
import { chartIn } from '../sidecars/support';

test('a whole manifest, without anything that Kuma would not read', () => {
  const app = Testing.app();

  const agent = new MeshedDaemonSet(chartIn(app), 'agent', {
    mesh: Mesh.kuma({ version: '2.13' }),
    containers: [{ name: 'agent', image: 'ghcr.io/acme/agent:1.0.0' }],
    shutdown: Duration.seconds(10),
  });

  expect(app.synthYaml()).toMatchSnapshot();
  expect(PodLifecycle.of(agent).clusterNeeds).toEqual([
    'the Namespace must have the label kuma.io/sidecar-injection: Kuma 2.13 ignores pods elsewhere',
    'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS) must be true: '
    + 'Kuma has no switch for a single workload, and 2.13 is not native by default',
  ]);
});
