import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataOf, diffOf, workloadIn } from './page-data';
import { clusterDump } from '../../../bench/report/cluster-dump';
import { main } from '../../../src/cli/main';
import { check, explain } from '../../../src/core/on-text';
import { pictureHtml } from '../../../src/report/html/picture';
import { drawnPod } from '../../../src/report/picture-data';
import { inFolder, run } from '../run';

const PROXIED = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - name: app
        image: ghcr.io/acme/app:1
        resources: {requests: {cpu: 100m}}
      - name: db
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: ["--port=5432", "a:b:c"]
        resources: {requests: {cpu: 50m}}
`;

async function dataFor(yaml: string, ...options: string[]) {
  return dataOf((await run(['report', '-', ...options], yaml)).out);
}

test('writes the page to a file, and tells what is in it', async () => {
  await inFolder({ 'a.yaml': PROXIED('web') }, async folder => {
    const page = join(folder, 'report.html');
    const { code, out, err } = await run(['report', folder, '-o', page]);

    expect([code, out, err]).toEqual([0, '', `${page}: 1 workload in 1 file: 0 errors, 1 warning, 0 infos\n`]);
    expect(readFileSync(page, 'utf8')).toContain('<title>Sidecar report: 1 workload</title>');
  });
});

test('holds the findings that check reports, at their places', async () => {
  const yaml = `${PROXIED('web')}---\n${PROXIED('api')}`;
  const data = await dataFor(yaml);
  const expected = check([{ name: '<stdin>', text: yaml }]).findings;

  const found = data.workloads.flatMap(({ file, findings }) => findings.map(({ rule, severity, line, column, message, fix }) =>
    ({ rule, severity, file: data.texts[file], line, column, message: data.texts[message], fix: data.texts[fix] })));
  const shown = expected.map(({ rule, severity, file, region: { line, column }, message, fix }) =>
    ({ rule, severity, file, line, column, message, fix }));
  expect(found).toEqual(shown);
});

test('a workload has the diff of its own object, with the lines of the file', async () => {
  const items = ['web', 'api'].map(name => PROXIED(name).replace(/^(?=.)/gm, '  ').replace(/^ /, '-')).join('');
  const data = await dataFor(`apiVersion: v1\nkind: List\nitems:\n${items}`);
  const [web, api] = [diffOf(data, 'web'), diffOf(data, 'api')];

  expect(web[0]).toMatch(/^@@ -\d,/);
  expect(api[0]).toMatch(/^@@ -2\d,/);
  for (const lines of [web, api]) {
    expect(lines.filter(line => /^[+-].*name: db$/.test(line)).map(line => line[0])).toEqual(['+', '-']);
  }
});

test('resources are those of the pod as a whole, before and after', async () => {
  const { resources, workloads: [{ resources: before, migration }] } = await dataFor(PROXIED('web'));

  expect(resources[before!].requests).toEqual({ cpu: '150m' });
  expect(resources[migration!.resources!].requests).toEqual({ cpu: '150m' });
});

test('a picture shows what that of explain does: proxies that were injected before, and requests that arrive late', async () => {
  const injected = readFileSync(join(__dirname, '../../fixtures/injected/istio-1.29.1-deployment-native.yaml'), 'utf8');
  const yaml = `${injected}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop}\nspec: {selector: {app: web}}\n`;
  const { workloads: [workload], pictures, texts } = await dataFor(yaml);
  const explained = explain([{ name: '<stdin>', text: yaml }]).timeline._drawn;

  const shown = drawnPod(pictures[workload.picture!], texts);
  expect(shown.injected).toContain('istio-proxy');
  expect(shown.requestsSeconds).toBeGreaterThan(0);
  expect([shown.injected, shown.requestsSeconds]).toEqual([explained.injected, explained.requestsSeconds]);
});

test('a page tells what both pictures assume, as explain does, and which of them assumes it', async () => {
  const yaml = PROXIED('web').replace('labels: {app: web}', 'labels: {app: web, sidecar.istio.io/inject: "true"}');
  const data = await dataFor(yaml);
  const [{ assumed, migration }] = data.workloads;
  const page = String(pictureHtml(0, data));

  expect(assumed!.map(text => data.texts[text])).toEqual(explain([{ name: '<stdin>', text: yaml }]).assumptions);
  expect(assumed!.map(text => data.texts[text])).toContainEqual(expect.stringContaining('opts in to Istio'));
  expect(migration!.assumed!.map(text => data.texts[text])).toContainEqual(expect.stringContaining("after SIGTERM 'app' needs 28 s"));
  expect(page).toContain('<li>the pod is deleted 60 s after its start</li>');
  expect(page).toMatch(/<li>before: after SIGTERM [^<]*<.li>/);
  expect(page).toMatch(/<li>after: after SIGTERM [^<]*<.li>/);
});

test('the options are those of check', async () => {
  const labelled = PROXIED('web').replace('labels: {app: web}', 'labels: {app: web, sidecar.istio.io/inject: "true"}');
  const { out } = await run(['report', '-', '--mesh', 'istio@1.29', '--kubernetes-version', '1.34'], labelled);
  const data = dataOf(out);
  const { picture } = data.workloads[0];

  expect(out).toContain('for Kubernetes 1.34 with Istio 1.29');
  expect(data.pictures[picture!].containers.filter(({ injected }) => injected).map(({ name }) => data.texts[name])).toContain('istio-proxy');
});

test('a version without ordered sidecars has no migration, and the page tells why', async () => {
  const { code, out } = await run(['report', '-', '--kubernetes-version', '1.28'], PROXIED('web'));

  expect(code).toBe(0);
  expect(out).toContain('Kubernetes 1.28 does not start and stop native sidecars in order: migrate for 1.29 or later');
  expect(dataOf(out).workloads[0]).not.toHaveProperty('migration');
});

test('a dump of a cluster with managed fields and status is read', async () => {
  const data = await dataFor(clusterDump(20));

  expect(data.workloads).toHaveLength(20);
  expect(data.workloads.filter(({ migration }) => migration?.verdict === 'migrated' && migration.diff === undefined)).toEqual([]);
  expect(workloadIn(data, 'web-4').line).toBeGreaterThan(workloadIn(data, 'api-3').line);
});

test('an object that another object of the input creates is left out', async () => {
  const owned = (kind: string, name: string, owner: string) => `---\napiVersion: batch/v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n`
    + `  ownerReferences: [{apiVersion: batch/v1, kind: CronJob, name: ${owner}, uid: u, controller: true}]\nspec: {template: {spec: {containers: [{name: a, image: b}]}}}\n`;
  const cron = 'apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: nightly}\nspec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a, image: b}]}}}}}\n';
  const { out } = await run(['report', '-'], cron + owned('Job', 'nightly-1', 'nightly') + owned('Job', 'other-1', 'other'));
  const { workloads, texts } = dataOf(out);

  expect(workloads.map(({ name }) => texts[name])).toEqual(['nightly', 'other-1']);
  expect(out).toContain('1 object left out: another object of the input creates it.');
});

test('what cannot be read is told in the page and on standard error, and the rest is shown', async () => {
  const { code, out, err } = await run(['report', '-'], `${PROXIED('web')}---\na: b: c\n`);

  expect(code).toBe(3);
  expect(err).toContain('<stdin>:18:5: this is not valid YAML');
  expect(out).toContain('1 problem with the input');
  expect(dataOf(out).workloads).toHaveLength(1);
});

test.each([
  [['report'], 'error: nothing to report: pass manifest files, folders of manifests, or - for standard input\n'],
  [['report', 'FOLDER', '-o', 'FOLDER'], 'error: cannot write FOLDER: it is a folder: pass the path of a file\n'],
  [['report', 'FOLDER', '-o', 'FOLDER/a.yaml'], 'error: -o FOLDER/a.yaml would overwrite FOLDER/a.yaml, which is an input: pass another path\n'],
])('%j is a usage error', async (args, message) => {
  await inFolder({ 'a.yaml': PROXIED('web') }, async folder => {
    const { code, err } = await run(args.map(arg => arg.replace('FOLDER', folder)));

    expect([code, err.replaceAll(folder, 'FOLDER')]).toEqual([2, message]);
  });
});

test('a terminal is not filled with a page', async () => {
  let err = '';
  const code = await main(['report', '-'], { out: () => {}, err: text => { err += text; }, stdin: async () => Buffer.from(PROXIED('web')), terminal: true });

  expect([code, err]).toEqual([2, 'error: the page would fill the terminal: pass -o report.html\n']);
});

test('empty input is told, because the command before it may have failed', async () => {
  const { code, err } = await run(['report', '-'], '');

  expect([code, err]).toEqual([3, '<stdin>: empty, so there is nothing to report: see why the command before it printed nothing\n']);
});

test('migrate gives the same page', async () => {
  const [reported, migrated] = [await run(['report', '-'], PROXIED('web')), await run(['migrate', '-', '--format', 'html'], PROXIED('web'))];

  expect(migrated).toEqual(reported);
});

test('a report of migrate may be a page', async () => {
  await inFolder({ 'a.yaml': PROXIED('web') }, async folder => {
    const page = join(folder, 'migration.html');
    const { code, out } = await run(['migrate', join(folder, 'a.yaml'), '--report', page]);

    expect([code, out.startsWith('--- a/')]).toEqual([0, true]);
    expect(diffOf(dataOf(readFileSync(page, 'utf8')), 'web')).toContain('+      initContainers:');
  });
});

test('a page and the migrated text do not both go to standard output', async () => {
  expect(await run(['migrate', '-', '--out', '-', '--format', 'html'], PROXIED('web'))).toMatchObject({
    code: 2, err: 'error: --out - and --format html both write to standard output: pass a folder to --out, or omit one of them\n',
  });
});
