import { controlsOf } from '../../site/browser/playground/analysis/controls';
import { findingsIn } from '../../site/browser/playground/analysis/findings';
import { migrationOf } from '../../site/browser/playground/analysis/migration';
import { pictureOf } from '../../site/browser/playground/analysis/picture';
import { applyWhatIf } from '../../site/browser/playground/analysis/what-if';
import { kubernetesChoices, meshChoices } from '../../site/browser/playground/choices';
import { readMesh } from '../../src/core/mesh-option';
import { PodModel } from '../../src/kubernetes/pod';

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

test('what a person changes overrides what is expected, and nothing else', () => {
  const proxy = { shutdown: 5 };
  const expected = { deleteAt: 60, containers: { app: { shutdown: 30, gateOpens: 1 }, proxy } };

  const changed = applyWhatIf(expected, { deletion: 'never', containers: { app: { gate: 'never', crash: 7 }, gone: { drain: 1 } } });

  expect(changed).toEqual({ deleteAt: undefined, containers: { app: { shutdown: 30, gateNeverOpens: true, crashesAt: [7] }, proxy } });
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
