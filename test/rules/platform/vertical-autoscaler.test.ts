import { verticalAutoscaler } from '../../../src/rules/platform/vertical-autoscaler';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const BESIDE = { beside: [{ kind: 'VerticalPodAutoscaler', metadata: { name: 'fit' }, spec: { targetRef: { kind: 'Pod', name: 'web' } } }] };

test('a vertical autoscaler of a pod whose sidecar requests nothing offends', () => {
  expect(says(verticalAutoscaler, podOf([{ name: 'web' }], [sidecar('proxy')]), BESIDE)).toEqual([
    "NS610 the VerticalPodAutoscaler 'fit' ignores native sidecars, so it sets no requests on 'proxy': set requests on 'proxy' by hand",
  ]);
});

test('one of a pod whose sidecars say what they need does not', () => {
  expect(says(verticalAutoscaler, podOf([{ name: 'web' }], [sidecar('proxy', { resources: { requests: { cpu: '50m' } } })]), BESIDE)).toEqual([]);
});

test('pods without sidecars are no concern, nor those without an autoscaler', () => {
  expect(says(verticalAutoscaler, podOf([{ name: 'web' }]), BESIDE)).toEqual([]);
  expect(says(verticalAutoscaler, podOf([{ name: 'web' }], [sidecar('proxy')]))).toEqual([]);
});
