import { Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Mesh, MeshedStatefulSet } from '../../src';
import { chartIn, synthPod } from '../sidecars/support';

test('a whole manifest, with the wait behind its Service: 5 + 30 + 5, and 2 of margin', () => {
  const app = Testing.app();
  const chart = chartIn(app);
  const service = new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] });

  new MeshedStatefulSet(chart, 'store', {
    mesh: Mesh.consul({ version: '1.9' }),
    containers: [{ name: 'store', image: 'ghcr.io/acme/store:1.0.0', portNumber: 5432 }],
    service,
  });

  expect(app.synthYaml()).toMatchSnapshot();
  expect(synthPod(chart).gracePeriodSeconds).toBe(42);
});
