import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectedOf } from '../../e2e/features/expected';
import { FeatureRecord } from '../../e2e/features/record';
import { samples, samplesFor } from '../../e2e/features/samples';
import { Feature } from '../../src/kubernetes/feature';
import { FEATURES } from '../../src/kubernetes/features';
import { KubernetesFeature } from '../../src/kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { compareReleases, parseRelease } from '../../src/kubernetes/release';
import { storedPod } from '../../src/kubernetes/stored-pod';
import { podOf } from '../simulator/pods';

const FIXTURES = join(__dirname, '..', 'fixtures', 'features');
const RECORDS = readdirSync(FIXTURES).map(file => JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as FeatureRecord);

test('an API server before and one after the newest features were asked', () => {
  expect(RECORDS.map(({ kubernetes }) => kubernetes)).toEqual(['1.33.13', '1.36.3']);
});

test.each(RECORDS)('the API server of $kubernetes did with every field what the table predicts', ({ kubernetes, fields }) => {
  const version = KubernetesVersion.of(kubernetes);
  const predicted = samplesFor(version).map(sample => ({ feature: sample.feature, field: sample.name, ...expectedOf(sample, version) }));

  expect(fields.map(({ why: _, ...answer }) => answer)).toEqual(predicted);
});

test.each(Object.entries<Feature>(FEATURES))('%s comes in order, and its fields have a gate', (_id, { gate, alpha, beta, onByDefault, stable, fields }) => {
  const come = [alpha, beta, onByDefault, stable].filter(version => version !== undefined).map(parseRelease);

  expect(come.slice(1).every((version, index) => compareReleases(come[index], version) <= 0)).toBe(true);
  expect(fields === undefined || (gate !== undefined && alpha !== undefined)).toBe(true);
});

test('a dropped field has a consequence, unless another rule reports it', () => {
  const silent = samples().filter(({ field }) => field.without === 'dropped' && !field.then && !field.reportedBy);

  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('1.34 knows the restart policy of an ordinary container, and drops it with its rules', () => {
  const rules = { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }] };
  const stored = (version: string) => storedPod(podOf([{ name: 'web', ...rules }]), KubernetesVersion.of(version)).container('web').spec;

  expect(stored('1.34')).not.toMatchObject({ restartPolicy: 'Never' });
  expect(stored('1.34').restartPolicyRules).toBeUndefined();
  expect(stored('1.35')).toMatchObject(rules);
});

test('a version supports hostUsers: false by default long after it knows it', () => {
  expect(FEATURES[KubernetesFeature.USER_NAMESPACES]).toMatchObject({ alpha: '1.25', beta: '1.30', onByDefault: '1.33', stable: '1.36' });
  expect(storedPod(PodModel.fromManifest(pod({ hostUsers: false })), KubernetesVersion.of('1.32')).spec.hostUsers).toBeUndefined();
  expect(storedPod(PodModel.fromManifest(pod({ hostUsers: true })), KubernetesVersion.of('1.32')).spec.hostUsers).toBe(true);
});

function pod(spec: object): object {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { ...spec, containers: [{ name: 'web' }] } };
}
