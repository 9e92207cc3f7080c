import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Mesh, MeshedDeployment, PodLifecycle, SidecarJob } from '../../src';
import { addSidecar, chartIn, refusals } from '../sidecars/support';

const WITHOUT: [string, (chart: Chart) => kplus.Workload][] = [
  ['a SidecarJob', chart => new SidecarJob(chart, 'web', { activeDeadline: Duration.hours(1) })],
  ['a MeshedDeployment', chart => new MeshedDeployment(chart, 'web', { mesh: Mesh.linkerd({ version: '2.20' }) })],
  ['a Deployment with a sidecar', chart => withSidecar(new kplus.Deployment(chart, 'web'))],
];
const SENTENCE = "'shop/web' has no containers: set 'containers', or call 'addContainer'";

function withSidecar<T extends Construct>(workload: T): T {
  addSidecar(workload);
  return workload;
}

test.each(WITHOUT)('%s without containers is refused with a sentence', (_, make) => {
  const chart = chartIn();
  const workload = make(chart);

  expect(refusals(chart)).toEqual([`[shop/web] ${SENTENCE}`]);
  expect(() => PodLifecycle.of(workload).findings).toThrow(new Error(SENTENCE));
});

test.each(WITHOUT)('%s may get its containers later', (_, make) => {
  const chart = chartIn();

  make(chart).addContainer({ name: 'web', image: 'ghcr.io/acme/web:1.4.2' });

  expect(refusals(chart)).toEqual([]);
});
