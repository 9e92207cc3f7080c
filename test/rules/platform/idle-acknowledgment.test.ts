import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { findingText } from '../../../src/rules/engine/finding';
import { questionFrom } from '../../../src/rules/engine/own-rule';
import { checkPod } from '../../../src/rules/rule-book';
import { podManifest, sidecar } from '../../simulator/pods';

const OWN = questionFrom({ id: 'ACME1', severity: 'info' as any, title: 'Own', check: () => [] });

function told(annotations: object, own = [OWN]): string[] {
  const manifest = podManifest([{ name: 'web', image: 'ghcr.io/acme/web:1' }], [sidecar('proxy', { image: 'ghcr.io/acme/proxy:1' })]);
  manifest.metadata.annotations = annotations;
  const pod = PodModel.fromManifest(manifest);
  return checkPod({ pod, kubernetes: KubernetesVersion.DEFAULT, stops: {}, recognition: new Recognition(pod) }, own)
    .filter(finding => finding.rule === 'NS614').map(finding => `${finding.severity} ${findingText(finding)}`);
}

test('the acknowledgment of a rule that finds nothing is told', () => {
  expect(told({ 'acknowledge.cdk8s-sidecars/NS302': 'it is fine' })).toEqual([
    "info NS614 the annotation 'acknowledge.cdk8s-sidecars/NS302' has no effect because NS302 finds nothing here: remove it, or check with the Kubernetes version and the mesh that it is meant for",
  ]);
  expect(told({ 'acknowledge.cdk8s-sidecars/ACME1': 'no team yet' })).toEqual([expect.stringContaining('ACME1 finds nothing here')]);
});

test('so is that of a rule that does not exist, and one without a reason', () => {
  expect(told({ 'acknowledge.cdk8s-sidecars/NS999': 'it is fine', 'acknowledge.cdk8s-sidecars/NS101': '' })).toEqual([
    "warning NS614 the annotation 'acknowledge.cdk8s-sidecars/NS999' has no effect because there is no such rule: run 'cdk8s-sidecars rules' to list all rules",
    "warning NS614 the annotation 'acknowledge.cdk8s-sidecars/NS101' has no effect because its value is empty: set it to the reason for accepting the finding",
  ]);
});

test('the acknowledgment of a finding is not, nor that of a rule that is not known here', () => {
  expect(told({ 'acknowledge.cdk8s-sidecars/NS101': 'it starts at once' })).toEqual([]);
  expect(told({ 'acknowledge.cdk8s-sidecars/ACME1': 'no team yet' }, [])).toEqual([]);
  expect(told({ 'acknowledge.cdk8s-sidecars/NS203': 'x', 'acknowledge.cdk8s-sidecars/NS604': 'x' })).toEqual([]);
});

test('so is one on the pod template, also where the object has other pods', () => {
  const template = (annotations: object) => ({ metadata: { annotations }, spec: { containers: [{ name: 'ray', image: 'rayproject/ray:2.9.0' }] } });
  const manifest = {
    apiVersion: 'ray.io/v1',
    kind: 'RayCluster',
    metadata: { name: 'demo', annotations: { 'acknowledge.cdk8s-sidecars/NS303': 'of one of the pods' } },
    spec: { headGroupSpec: { template: template({ 'acknowledge.cdk8s-sidecars/NS302': 'it is fine' }) }, workerGroupSpecs: [{ template: template({}) }] },
  };
  const kubernetes = KubernetesVersion.DEFAULT;
  const contexts = PodModel.allIn(manifest).map(pod => ({ pod, kubernetes, stops: {}, recognition: new Recognition(pod) }));
  const found = contexts.flatMap(context => checkPod(context, [])).filter(({ rule }) => rule === 'NS614');

  expect(found.map(({ path }) => path)).toEqual(["spec.headGroupSpec.template.metadata.annotations['acknowledge.cdk8s-sidecars/NS302']"]);
});

test('other annotations are no concern', () => {
  expect(told({ team: 'shop' })).toEqual([]);
});
