import { autoscalerWithoutRequests } from '../../../src/rules/platform/autoscaler-without-requests';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const REQUESTS = { resources: { requests: { cpu: '100m' } } };

function autoscaler(spec: object): object {
  return { kind: 'HorizontalPodAutoscaler', metadata: { name: 'scale' }, spec: { scaleTargetRef: { kind: 'Pod', name: 'web' }, ...spec } };
}

function metric(type: string, resource: string, target: string): object {
  const field = type === 'Resource' ? 'resource' : 'containerResource';
  return autoscaler({ metrics: [{ type, [field]: { name: resource, target: { type: target } } }] });
}

const POD = podOf([{ name: 'web', ...REQUESTS }], [sidecar('proxy'), { name: 'migrate' }]);

test('utilization with a sidecar that requests nothing offends', () => {
  expect(says(autoscalerWithoutRequests, POD, { beside: [metric('Resource', 'cpu', 'Utilization')] })).toEqual([
    "NS609 the HorizontalPodAutoscaler 'scale' scales by cpu utilization, but 'proxy' requests no cpu, so it cannot compute the utilization: "
    + 'set a cpu request on it, or use a ContainerResource metric for the app',
  ]);
});

test('so do older forms of it, and the default', () => {
  const old = autoscaler({ metrics: [{ type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 50 } }] });

  expect(says(autoscalerWithoutRequests, POD, { beside: [autoscaler({ targetCPUUtilizationPercentage: 80 })] })).toHaveLength(1);
  expect(says(autoscalerWithoutRequests, POD, { beside: [autoscaler({})] })).toHaveLength(1);
  expect(says(autoscalerWithoutRequests, POD, { beside: [old] })[0]).toContain("'proxy', 'web' request no memory");
});

test('other metrics do not, and neither do requests of all containers, or of the pod', () => {
  const beside = [metric('Resource', 'cpu', 'Utilization')];

  expect(says(autoscalerWithoutRequests, POD, { beside: [metric('Resource', 'cpu', 'AverageValue'), metric('ContainerResource', 'cpu', 'Utilization')] })).toEqual([]);
  expect(says(autoscalerWithoutRequests, podOf([{ name: 'web', ...REQUESTS }], [sidecar('proxy', { resources: { limits: { cpu: 1 } } })]), { beside })).toEqual([]);
  expect(says(autoscalerWithoutRequests, podOf([{ name: 'web' }], [sidecar('proxy')], REQUESTS), { beside })).toEqual([]);
});

test('a pod that nothing scales is no concern', () => {
  expect(says(autoscalerWithoutRequests, POD)).toEqual([]);
});
