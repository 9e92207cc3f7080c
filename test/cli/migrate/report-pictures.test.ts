import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { find, parseXml } from '../../drawing/xml';
import { inFolder, run } from '../run';

const job = (name: string) => `
apiVersion: batch/v1
kind: Job
metadata: { name: ${name} }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - { name: export, image: 'ghcr.io/acme/export:1.0.0' }
        - { name: sql, image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['--port=5432', 'acme:europe-west1:orders'] }
`;
const NASTY = job('"../../up/<b>"');

test('a report in Markdown has a picture of each changed pod beside it', async () => inFolder({ 'in/a.yaml': job('nightly'), 'in/b.yaml': job('nightly'), 'in/c.yaml': NASTY }, async folder => {
  await run(['migrate', join(folder, 'in'), '--report', join(folder, 'Migration.md')]);
  const report = readFileSync(join(folder, 'Migration.md'), 'utf8');
  const picture = parseXml(readFileSync(join(folder, 'migration-pictures/job-nightly.svg'), 'utf8').trimEnd());

  expect(report).toContain('<img src="migration-pictures/job-nightly.svg" width="800" alt="The pod before and after">');
  expect(readdirSync(join(folder, 'migration-pictures'))).toEqual(['job-nightly-2.svg', 'job-nightly.svg', 'job-up-b.svg']);
  expect(find(picture, 'text').map(({ text }) => text)).toEqual(expect.arrayContaining(['the Job never completes', 'the Job completes']));
}));

test('a report as a page is that of the command report, with its pictures inside', async () => inFolder({ 'in/a.yaml': job('nightly'), 'in/c.yaml': NASTY }, async folder => {
  await run(['migrate', join(folder, 'in'), '--report', join(folder, 'migration.html')]);

  expect(readFileSync(join(folder, 'migration.html'), 'utf8')).toContain('<title>Sidecar report: 2 workloads</title>');
  expect(readdirSync(folder).sort()).toEqual(['in', 'migration.html']);
}));

test('other reports have no pictures', async () => inFolder({ 'in/a.yaml': job('nightly') }, async folder => {
  await run(['migrate', join(folder, 'in'), '--report', join(folder, 'migration.json')]);

  expect(readFileSync(join(folder, 'migration.json'), 'utf8')).not.toContain('svg');
  expect(existsSync(join(folder, 'migration-pictures'))).toBe(false);
}));
