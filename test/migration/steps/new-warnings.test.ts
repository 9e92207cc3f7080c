import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { planMigration } from '../../../src/migration/migrate';
import { Recognition } from '../../../src/recognition/recognition';

function planOfJob(restartPolicy: string) {
  return planMigration(new Recognition(PodModel.fromManifest({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'export' },
    spec: {
      backoffLimit: 0,
      template: {
        spec: {
          restartPolicy,
          containers: [
            { name: 'export', image: 'acme/export:1', env: [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }] },
            { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'] },
          ],
        },
      },
    },
  })), { kubernetes: KubernetesVersion.of('1.33') });
}

function planAgain(manifest: object) {
  return planMigration(new Recognition(PodModel.fromManifest(manifest)), { kubernetes: KubernetesVersion.of('1.33') });
}

test('a warning that the migration causes is a manual step', () => {
  const rules = (restartPolicy: string) => planOfJob(restartPolicy).manual.map(({ rule }) => rule);

  expect(rules('OnFailure')).toContain('NS403');
  expect(rules('Never')).not.toContain('NS403');
});

test('a second migration repeats that restarts of the sidecar may fail the Job', () => {
  const [first, again] = [planOfJob('OnFailure'), planAgain(planOfJob('OnFailure').result as object)];
  const advice = (plan: typeof first) => plan.manual.filter(({ rule }) => rule === 'NS403');

  expect(again).toMatchObject({ verdict: 'already-native', edits: [] });
  expect(advice(first)).toHaveLength(1);
  expect(advice(again)).toEqual(advice(first));
});

test('a sidecar that an init container calls starts before that one, and behind those that were before it', () => {
  const { manual, result } = planAgain({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: {
      initContainers: [{ name: 'certs', image: 'acme/certs:1' }, { name: 'schema', image: 'acme/schema:1', args: ['--db=localhost:5432'] }],
      containers: [{ name: 'web', image: 'acme/web:1' }, { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', 'a:b:c'] }],
    },
  });

  expect(manual.filter(({ rule }) => rule === 'NS204')).toEqual([]);
  expect((result as { spec: { initContainers: { name: string }[] } }).spec.initContainers.map(({ name }) => name)).toEqual(['certs', 'db', 'schema']);
});
