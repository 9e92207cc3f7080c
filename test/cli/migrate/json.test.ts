import { run } from '../run';

const DEPLOYMENT = (namespace: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          { name: 'web', image: 'ghcr.io/acme/web:1' },
          { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['acme:eu:db'] },
        ],
      },
    },
  },
});

const LIST = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [DEPLOYMENT('a'), DEPLOYMENT('b')] }, undefined, 2);

test('workloads of one name in a List are told apart by their namespace, in JSON and in the text', async () => {
  const { out } = await run(['migrate', '-', '--format', 'json'], LIST);
  const { err } = await run(['migrate', '-'], LIST);

  expect(JSON.parse(out).pods).toMatchObject([{ document: 0, kind: 'Deployment', namespace: 'a', name: 'web' }, { document: 0, kind: 'Deployment', namespace: 'b', name: 'web' }]);
  expect(err).toContain("<stdin>: Deployment/web in namespace a: migrated, 'sql' moved\n");
  expect(err).toContain("<stdin>: Deployment/web in namespace b: migrated, 'sql' moved\n");
});

test('the namespace is null if the manifest names none, also in a patch', async () => {
  const { out } = await run(['migrate', '-', '--format', 'json'], 'kind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web}]}}}\n');

  expect(JSON.parse(out).pods).toMatchObject([{ namespace: null, name: 'web', verdict: 'refused' }]);
});
