import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { finding } from '../../../src/rules/engine/rule';
import { unknownField } from '../../../src/rules/platform/unknown-field';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

test('a field of a container that does not exist offends', () => {
  expect(says(unknownField, podOf([{ name: 'web' }], [sidecar('proxy', { terminationGracePeriodSeconds: 10 })]))).toEqual([
    "NS623 'proxy' has the field 'terminationGracePeriodSeconds', which no Kubernetes version up to 1.37 has: kubectl refuses it, other clients lose it silently: "
    + 'remove it, or move it to where it belongs',
  ]);
});

test('a mistyped field names the right one', () => {
  expect(says(unknownField, podOf([{ name: 'web', startupProbe: { httpGet: { port: 1, shceme: 'HTTPS' } } }]))).toEqual([
    "NS623 'web' has the field 'startupProbe.httpGet.shceme', which no Kubernetes version up to 1.37 has: kubectl refuses it, other clients lose it silently: write 'scheme'",
  ]);
});

test('for a version that is newer than every known one, the field may be there', () => {
  const found = offenses(unknownField, podOf([{ name: 'web', lifecycle: { restartSignal: 'SIGHUP' } }]), { kubernetes: '1.41' });

  expect(found).toMatchObject([{
    severity: Severity.INFO,
    message: "'web' has the field 'lifecycle.restartSignal', which Kubernetes 1.37 does not have: if 1.41 has it, it may change what happens",
  }]);
});

test('so do fields of the pod and of the workload, each at its place', () => {
  const template = { spec: { gracePeriod: 5, containers: [{ name: 'web' }] } };
  const pod = PodModel.fromManifest({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { podReplacementPolicy: 'TerminationStarted', template } });

  expect(offenses(unknownField, pod).map(offense => finding(unknownField, offense)).map(({ message, path }) => [message.split(',')[0], path])).toEqual([
    ["the pod has the field 'gracePeriod'", 'spec.template.spec.gracePeriod'],
    ["the Deployment has the field 'podReplacementPolicy'", 'spec.podReplacementPolicy'],
  ]);
});

test('known fields, fields of the table of features, and fields that a template leaves open do not', () => {
  const hook = { preStop: { httpGet: { port: 1, protocol: 'H2C' } }, stopSignal: 'SIGINT' };

  expect(says(unknownField, jobOf([{ name: 'work', image: 'a', lifecycle: hook, resizePolicy: [], ['{{ x }}']: 1, $patch: 'merge', broken: null }], [], {}, { successPolicy: {} }))).toEqual([]);
});

test('kinds of other projects are no concern: they have fields of their own', () => {
  const spec = { containerConcurrency: 5, containers: [{ image: 'a', madeup: 1 }] };

  expect(says(unknownField, PodModel.fromManifest({ apiVersion: 'serving.knative.dev/v1', kind: 'Service', metadata: { name: 'web' }, spec: { template: { spec } } }))).toEqual([]);
});
