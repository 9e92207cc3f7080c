import { targetTooOld } from '../../../src/rules/platform/target-too-old';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const POD = podOf([{ name: 'web' }], [sidecar('proxy'), sidecar('cache')]);

test.each(['1.27', '1.28'])('sidecars on Kubernetes %s offend', kubernetes => {
  expect(says(targetTooOld, POD, { kubernetes })).toEqual([
    `NS601 'proxy', 'cache' cannot be native on Kubernetes ${kubernetes}: it does not support native sidecars, or does not stop them in order: `
    + 'target 1.29 or newer; native sidecars are stable from 1.33',
  ]);
});

test('from 1.29 on they do not', () => {
  expect(['1.29', '1.33', '1.36'].flatMap(kubernetes => says(targetTooOld, POD, { kubernetes }))).toEqual([]);
});

test('pods without sidecars are no concern', () => {
  expect(says(targetTooOld, podOf([{ name: 'web' }], [{ name: 'migrate' }]), { kubernetes: '1.27' })).toEqual([]);
});
