import { controlsOf } from '../../site/browser/playground/analysis/controls';
import { findingsIn } from '../../site/browser/playground/analysis/findings';
import { lifeOf } from '../../site/browser/playground/analysis/life';
import { migrationOf } from '../../site/browser/playground/analysis/migration';
import { pictureOf } from '../../site/browser/playground/analysis/picture';
import { readText } from '../../site/browser/playground/analysis/source';
import { kubernetesChoices, meshChoices } from '../../site/browser/playground/choices';
import { explain } from '../../src/core';
import { readMesh } from '../../src/core/mesh-option';
import { PodModel } from '../../src/kubernetes/pod';
import { WhatIf } from '../../src/simulator/what-if';

const CLUSTER = { kubernetes: '1.33', mesh: '' };
const JOB = `apiVersion: batch/v1
kind: Job
metadata: { name: a }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - { name: work, image: work }
`;
const TWO = `${JOB}---\n${JOB.replace('name: a', 'name: b')}`;

test('findings have the offsets of their place, also after lines that end in CR LF', () => {
  const text = `${JOB}        - name: proxy\n          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3\n`;
  const placesIn = (source: string) => findingsIn(source, CLUSTER).map(({ rule, from, to }) => [rule, source.slice(from, to)]);

  expect(placesIn(text)).toContainEqual(['NS401', 'name: proxy']);
  expect(placesIn(text.replaceAll('\n', '\r\n'))).toEqual(placesIn(text));
});

test('what cannot be read comes first, with the rest of its line', () => {
  const [problem] = findingsIn('kind: Pod\nspec: [\n', CLUSTER);

  expect(problem.severity).toBe('error');
  expect(problem.rule).toBeUndefined();
});

test('a workload is drawn by its position, or by the line of the cursor', () => {
  const choices = [{ position: 0 }, { position: 1 }, { position: 9 }, { line: 3 }, { line: 12 }];
  const drawn = choices.map(choice => pictureOf(TWO, CLUSTER, choice, { containers: {} }).workload);

  expect(drawn).toEqual([0, 1, 1, 0, 1]);
});

test('a text without a pod, and a mesh that does not fit, give a sentence instead of a picture', () => {
  const why = (text: string, cluster = CLUSTER) => pictureOf(text, cluster, { position: 0 }, { containers: {} }).why;

  expect(why('kind: ConfigMap\n')).toBe('Paste a Pod, or a workload with a pod template, such as a Deployment or a Job.');
  expect(why(JOB, { kubernetes: '1.33', mesh: 'nomesh@1.0' })).toContain('is not a supported mesh');
});

test('the same changes have the same effect as in explain, and are no longer assumed', () => {
  const whatIf = { deletion: 30, containers: { work: { work: 'never' as const, drain: 3 } } };
  const read = readText(JOB, CLUSTER);

  const life = lifeOf(read, read.pods[0].pod, whatIf);
  const { timeline, assumptions } = explain([{ name: 'job.yaml', text: JOB }], { kubernetesVersion: '1.33', whatIf });

  expect(life.drawn.result.events.map(({ event, at }) => [event, at])).toEqual([['started', 0], ['sigterm', 30], ['exited', 33]]);
  expect(life.drawn.result.events).toEqual(timeline.events);
  expect(life.assumptions).toEqual(assumptions);
});

test('what goes well with little time to spare is listed, as in explain', () => {
  const text = JOB.replace('spec:\n', 'spec:\n  activeDeadlineSeconds: 20\n');
  const whatIf = { containers: { work: { work: 19 } } };

  const { picture } = pictureOf(text, CLUSTER, { position: 0 }, whatIf);

  expect(picture!.closeCalls).toEqual(['the pod ends 1 s before the deadline of the Job']);
  expect(picture!.closeCalls).toEqual(explain([{ name: 'job.yaml', text }], { whatIf }).closeCalls);
});

test('a change of a container that the text no longer has, or that cannot have an effect, is left out', () => {
  const read = readText(JOB, CLUSTER);
  const lifeWith = (containers: WhatIf['containers']) => lifeOf(read, read.pods[0].pod, { containers }).scenario;

  expect(lifeWith({ gone: { drain: 1 }, work: { gate: 9, crashes: [7] } })).toEqual(lifeWith({ work: { crashes: [7] } }));
});

test('a container called constructor has its own controls', () => {
  const pod = PodModel.fromManifest({ kind: 'Pod', spec: { containers: [{ name: 'constructor', image: 'a' }] } });

  const { containers: [controls] } = controlsOf(pod, { containers: {} }, { containers: {} });

  expect(controls).toMatchObject({ name: 'constructor', isChanged: false, sliders: [{ kind: 'drain', value: 0 }, { kind: 'crash', value: 'never' }] });
});

test('a version without ordered sidecars gets a reason instead of a migration', () => {
  expect(migrationOf(JOB, { kubernetes: '1.28', mesh: '' })).toMatchObject({
    text: JOB,
    diff: [],
    refusal: 'Kubernetes 1.28 does not start and stop native sidecars in order: migrate for 1.29 or later',
  });
});

test('every version and mesh that can be chosen is supported', () => {
  const meshes = meshChoices().flatMap(({ choices }) => choices.map(({ value }) => value));

  expect(kubernetesChoices().map(({ value }) => value)).toEqual(expect.arrayContaining(['1.20', '1.33']));
  expect(meshes.map(mesh => readMesh(mesh).facts.name.toLowerCase())).toEqual(meshes.map(mesh => mesh.split('@')[0]));
});
