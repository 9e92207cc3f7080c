import { Severity } from '../../../src/rules/engine/finding';
import { sidecarWithoutRequests } from '../../../src/rules/platform/sidecar-without-requests';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const EQUAL = { resources: { requests: { cpu: '100m' }, limits: { cpu: '100m', memory: '64Mi' } } };
const SOME = { resources: { requests: { cpu: '100m' } } };

test('a sidecar that requests nothing offends', () => {
  const pod = podOf([{ name: 'web', ...SOME }], [sidecar('proxy'), sidecar('cache', SOME)]);

  expect(says(sidecarWithoutRequests, pod)).toEqual([
    "NS608 sidecar 'proxy' has no cpu or memory requests, so the scheduler does not count it and it starves first on a busy node: set cpu and memory requests",
  ]);
  expect(offenses(sidecarWithoutRequests, pod)[0].severity).toBe(Severity.INFO);
});

test('more so where it takes Guaranteed from the pod', () => {
  const pod = podOf([{ name: 'web', ...EQUAL }], [sidecar('proxy', { resources: {} })]);

  expect(says(sidecarWithoutRequests, pod)).toEqual([
    "NS608 sidecar 'proxy' has no cpu or memory requests, so the pod loses the QoS class Guaranteed: "
    + 'set equal cpu and memory requests and limits',
  ]);
  expect(offenses(sidecarWithoutRequests, pod)[0].severity).toBe(Severity.WARNING);
});

test('one with a request or a limit does not, nor one whose pod requests for all', () => {
  expect(says(sidecarWithoutRequests, podOf([{ name: 'web' }], [sidecar('proxy', SOME), sidecar('cache', { resources: { limits: { memory: '1Gi' } } })]))).toEqual([]);
  expect(says(sidecarWithoutRequests, podOf([{ name: 'web' }], [sidecar('proxy')], SOME))).toEqual([]);
});

test('other containers are no concern', () => {
  expect(says(sidecarWithoutRequests, podOf([{ name: 'web' }], [{ name: 'migrate' }]))).toEqual([]);
});
