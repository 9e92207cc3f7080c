import { ApiObject, Chart, Testing } from 'cdk8s';
import { addSidecar } from './support';
import { PodLifecycle } from '../../src';

const app = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };
const proxy = { name: 'proxy', image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', restartPolicy: 'Never' };

test('checkAll checks every pod template of an object and names the one that is wrong', () => {
  const chart = Testing.chart();
  cluster(chart, { initContainers: [proxy], containers: [app] });

  PodLifecycle.checkAll(chart);

  expect(() => Testing.synth(chart)).toThrow(/ray-cluster.*: spec\.workerGroupSpecs\[0\]\.template: NS205 init container 'proxy' has restartPolicy: Never/);
});

test('a sidecar cannot be added to an object with several pod templates, and the error names them', () => {
  const chart = Testing.chart();
  const object = cluster(chart, { containers: [app] });

  addSidecar(object);

  expect(() => Testing.synth(chart)).toThrow("RayCluster 'demo' has 2 pod templates, at 'spec.headGroupSpec.template', 'spec.workerGroupSpecs[0].template': sidecars, meshes and lifecycle "
    + 'options need a workload with one pod template');
});

function cluster(chart: Chart, worker: object): ApiObject {
  return new ApiObject(chart, 'ray-cluster', {
    apiVersion: 'ray.io/v1',
    kind: 'RayCluster',
    metadata: { name: 'demo' },
    spec: { headGroupSpec: { template: { spec: { containers: [app] } } }, workerGroupSpecs: [{ groupName: 'small', template: { spec: worker } }] },
  });
}
