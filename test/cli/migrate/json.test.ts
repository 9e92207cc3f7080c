import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

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

const PATCH = 'kind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web}]}}}\n';
const LIST = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [DEPLOYMENT('a'), DEPLOYMENT('b')] }, undefined, 2);

test('workloads of one name in a List are told apart by their namespace, in JSON and in the text', async () => {
  const { out } = await run(['migrate', '-', '--format', 'json'], LIST);
  const { err } = await run(['migrate', '-'], LIST);

  expect(JSON.parse(out).pods).toMatchObject([{ document: 0, kind: 'Deployment', namespace: 'a', name: 'web' }, { document: 0, kind: 'Deployment', namespace: 'b', name: 'web' }]);
  expect(err).toContain("<stdin>: Deployment/web in namespace a: migrated, 'sql' moved\n");
  expect(err).toContain("<stdin>: Deployment/web in namespace b: migrated, 'sql' moved\n");
});

test('the namespace is null if the manifest names none, also in a patch', async () => {
  const { out } = await run(['migrate', '-', '--format', 'json'], PATCH);

  expect(JSON.parse(out).pods).toMatchObject([{ namespace: null, name: 'web', verdict: 'refused' }]);
});


test('the JSON form tells what could not be read, what was skipped, what has no effect, and how many patches there are', async () => {
  const commented = `# cdk8s-sidecars: disable NS201 we agreed\n${JSON.stringify(DEPLOYMENT('a'))}\n`;
  const files = { 'a.yaml': commented, 'broken.yaml': 'kind: Pod\nmetadata: *none\n', 'patch.yaml': PATCH, 'chart/web.yaml': 'kind: Pod\n{{ if .Values.on }}\n', 'flux.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n' };

  await inFolder(files, async folder => {
    const { out, code } = await run(['migrate', folder, '--format', 'json', '--report', join(folder, 'report.json')]);
    const { pods, ...rest } = JSON.parse(out);

    expect(code).toBe(3);
    expect(rest).toEqual({
      problems: [{ file: join(folder, 'broken.yaml'), line: 2, column: 16, message: expect.stringContaining('not valid YAML') }],
      notes: [{ file: join(folder, 'a.yaml'), line: 1, column: 1, message: expect.stringContaining("the word 'ignore' is missing") }],
      skipped: [{ what: 'template', paths: [join(folder, 'chart/web.yaml')] }],
      notRendered: [{ kind: 'HelmRelease', count: 1 }],
      summary: { 'files': 5, 'pods': 1, 'migrated': 1, 'already-native': 0, 'advice': 0, 'refused': 0, 'nothing-to-do': 0, 'patches': 1 },
    });
    expect(pods.map(({ verdict, patch }: { readonly verdict: string; readonly patch?: boolean }) => [verdict, patch])).toEqual([['migrated', undefined], ['refused', true]]);
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe(out);
  });
});
