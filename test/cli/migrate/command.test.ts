import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATION_FILES, MIGRATION_FLAGS, MIGRATION_INPUT, MIGRATION_OUTPUT, migrationDiff, migrationReport } from '../../../generate/migrations';
import { expectCurrent } from '../../current-page';
import { inFolder, run } from '../run';

const FIXTURES = MIGRATION_INPUT;
const FLAGS = MIGRATION_FLAGS;

interface Entry {
  readonly verdict: string;
  readonly moved: string[];
  readonly edits: { rule: string; path: string; why: string }[];
  readonly manual: { rule: string; why: string }[];
  readonly name: string | null;
  readonly document: number;
}

describe.each(MIGRATION_FILES)('%s', file => {
  const args = ['migrate', join(FIXTURES, file), ...FLAGS[file] ?? []];

  test('the diff and the notes are current (if you meant the change: npx projen examples:update)', async () => {
    expectCurrent(await migrationDiff(file));
  });

  test('a second migration changes nothing', async () => {
    const { out: once } = await migratedText(file);

    await inFolder({ [file]: once }, async folder => {
      const again = JSON.parse((await run(['migrate', join(folder, file), '--format', 'json', ...FLAGS[file] ?? []])).out);

      expect(again.pods.flatMap((pod: Entry) => [...pod.edits, ...pod.moved])).toEqual([]);
    });
  });

  test('no error is left that was not there before', async () => {
    const { out: once } = await migratedText(file);
    const flags = FLAGS[file] ?? [];
    const before = await errorsOf(readFileSync(join(FIXTURES, file), 'utf8'), flags);
    const after = await errorsOf(once, flags);

    expect(after.filter(error => !before.includes(error))).toEqual([]);
  });

  test('the input file is not touched, and --out writes the result', async () => {
    const before = readFileSync(join(FIXTURES, file), 'utf8');

    await inFolder({}, async folder => {
      await run([...args, '--out', folder, '--format', 'json']);

      expect(readFileSync(join(folder, file), 'utf8')).toBe((await migratedText(file)).out);
    });
    expect(readFileSync(join(FIXTURES, file), 'utf8')).toBe(before);
  });
});

test('JSON has one entry for each pod, in the promised form', async () => {
  const { out } = await run(['migrate', join(FIXTURES, 'native-flawed.yaml'), join(FIXTURES, 'list.json'), '--format', 'json']);

  expect(JSON.parse(out).pods.map((pod: Entry) => ({ ...pod, edits: pod.edits.length }))).toEqual([
    {
      file: join(FIXTURES, 'native-flawed.yaml'),
      document: 0,
      kind: 'Deployment',
      namespace: null,
      name: 'orders',
      verdict: 'migrated',
      moved: [],
      edits: 3,
      removed: ["preStop hook of 'db'"],
      manual: [],
      minimumKubernetesVersion: '1.29',
      requests: { before: {}, after: {} },
    },
    {
      file: join(FIXTURES, 'list.json'),
      document: 0,
      kind: 'Job',
      namespace: null,
      name: null,
      verdict: 'migrated',
      moved: ['logs'],
      edits: 3,
      removed: [],
      manual: [],
      minimumKubernetesVersion: '1.29',
      requests: { before: {}, after: {} },
    },
  ]);
});

test('an edit inside of a moved container is told where it stands then', async () => {
  const { out } = await run(['migrate', join(FIXTURES, 'database-proxy.yaml'), '--format', 'json']);

  expect(JSON.parse(out).pods[0].edits.map((edit: { path: string }) => edit.path)).toContain('spec.template.spec.initContainers[0].startupProbe');
});

test('--write changes the files themselves, and only those with something to migrate', async () => {
  const [old, other] = ['quit-call.yaml', 'inbound.yaml'].map(file => readFileSync(join(FIXTURES, file), 'utf8'));

  await inFolder({ 'a/job.yaml': old, 'b.yaml': other }, async folder => {
    const { code, out } = await run(['migrate', folder, '--write']);

    expect(readFileSync(join(folder, 'a/job.yaml'), 'utf8')).toBe((await migratedText('quit-call.yaml')).out);
    expect(readFileSync(join(folder, 'b.yaml'), 'utf8')).toBe(other);
    expect([code, out, readdirSync(join(folder, 'a'))]).toEqual([0, '', ['job.yaml']]);
  });
});

describe('a base that a Kustomization patches', () => {
  const job = `apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - { name: export, image: ghcr.io/acme/export:1.0.0 }
      - { name: db, image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3, args: [acme:europe-west1:orders] }
`;

  async function verdicts(files: { readonly [name: string]: string }): Promise<string[]> {
    return inFolder(files, async folder => JSON.parse((await run(['migrate', folder, '--format', 'json'])).out).pods.map(({ verdict }: any) => verdict));
  }

  test('is refused where the patch is inline and names the container', async () => {
    const patch = '{ kind: Job, metadata: { name: export }, spec: { template: { spec: { containers: [{ name: db, args: [acme:europe-west1:audit] }] } } } }';
    const kustomization = `kind: Kustomization\nresources: [job.yaml]\npatches:\n- { target: { kind: Job, name: export }, patch: '${patch}' }\n`;

    expect(await verdicts({ 'job.yaml': job, 'kustomization.yaml': kustomization })).toEqual(['refused']);
  });

  describe('by a JSON patch in a file', () => {
    const json = '[\n  { "op": "replace", "path": "/spec/template/spec/containers/1/args/0", "value": "acme:europe-west1:audit" }\n]\n';
    const overlay = (target: string, file = 'args.json') => `resources: [../../base]\npatches:\n- { target: ${target}, path: ./${file} }\n`;

    test.each([
      ['the target by name', '{ kind: Job, name: export }'],
      ['the target by kind', '{ kind: Job }'],
      ['the target by a pattern', '{ kind: Job, name: "exp.*" }'],
    ])('is refused, with %s', async (_, target) => {
      const files = { 'base/job.yaml': job, 'overlays/prod/kustomization.yaml': overlay(target), 'overlays/prod/args.json': json };

      expect(await verdicts(files)).toEqual(['refused']);
    });

    test('is refused where the patch is YAML behind a comment', async () => {
      const yaml = '# the audit database\n---\n- op: replace\n  path: /spec/template/spec/containers/1/args/0\n  value: acme:europe-west1:audit\n';
      const files = { 'base/job.yaml': job, 'overlays/prod/kustomization.yaml': overlay('{ kind: Job, name: export }', 'args.yaml'), 'overlays/prod/args.yaml': yaml };

      expect(await verdicts(files)).toEqual(['refused']);
    });

    test('is migrated where the patch is for another object, or does not count containers', async () => {
      const other = { 'base/job.yaml': job, 'overlays/prod/kustomization.yaml': overlay('{ kind: Job, name: import }'), 'overlays/prod/args.json': json };
      const elsewhere = { ...other, 'overlays/prod/kustomization.yaml': overlay('{ kind: Job, name: export }'), 'overlays/prod/args.json': json.replace('/template/spec/containers/1/args/0', '/backoffLimit') };

      expect([...await verdicts(other), ...await verdicts(elsewhere)]).toEqual(['migrated', 'migrated']);
    });
  });
});

test('--out refuses to overwrite an input, or one result by another, before anything is written', async () => {
  const old = readFileSync(join(FIXTURES, 'quit-call.yaml'), 'utf8');

  await inFolder({ 'a/job.yaml': old, 'b/job.yaml': old }, async folder => {
    const [a, b, out] = ['a', 'b', 'out'].map(name => join(folder, name));

    expect(await run(['migrate', a, '--out', a])).toEqual({
      code: 2, out: '', err: `error: --out ${a} would overwrite ${join(a, 'job.yaml')}: pass another folder, or use --write to change the files in place\n`,
    });
    expect(await run(['migrate', a, b, '--out', out])).toEqual({
      code: 2,
      out: '',
      err: `error: ${join(a, 'job.yaml')} and ${join(b, 'job.yaml')} would both be written to ${join(out, 'job.yaml')}: pass their parent folder, or migrate them one at a time\n`,
    });
    expect([readFileSync(join(a, 'job.yaml'), 'utf8'), readdirSync(folder)]).toEqual([old, ['a', 'b']]);
  });
});

test('--out refuses to overwrite an input that is reached by a link', async () => {
  const old = readFileSync(join(FIXTURES, 'quit-call.yaml'), 'utf8');

  await inFolder({ 'a/job.yaml': old }, async folder => {
    symlinkSync(join(folder, 'a'), join(folder, 'link'));

    expect((await run(['migrate', join(folder, 'link'), '--out', join(folder, 'a')])).code).toBe(2);
    expect(readFileSync(join(folder, 'a/job.yaml'), 'utf8')).toBe(old);
  });
});

test('results of an earlier run in an output folder within the input are no input', async () => {
  await inFolder({ 'job.yaml': readFileSync(join(FIXTURES, 'quit-call.yaml'), 'utf8') }, async folder => {
    const args = ['migrate', folder, '--out', join(folder, 'out')];
    await run(args);

    expect((await run(args)).err).toContain('1 pod in 1 file: 1 migrated\n');
    expect(readdirSync(join(folder, 'out'))).toEqual(['job.yaml']);
  });
});

test.each(['', '\n', '# nothing\n'])('standard input that is empty is an error: %j', async text => {
  expect(await run(['migrate', '-'], text)).toMatchObject({
    code: 3, out: '', err: expect.stringMatching(/^<stdin>: empty, so nothing was migrated: see why the command before it printed nothing\n/),
  });
});

test.each<[string, string]>([
  ['folder.md', 'it is a folder: pass the path of a file'],
  ['job.yaml/report.md', 'a file exists where a folder is needed: choose another path'],
])('a report that cannot be written as %s is refused before anything is written', async (report, why) => {
  const old = readFileSync(join(FIXTURES, 'quit-call.yaml'), 'utf8');

  await inFolder({ 'job.yaml': old, 'folder.md/x': '' }, async folder => {
    const { code, err } = await run(['migrate', join(folder, 'job.yaml'), '--write', '--report', join(folder, report)]);

    expect([code, err]).toEqual([2, `error: cannot write ${join(folder, report)}: ${why}\n`]);
    expect(readFileSync(join(folder, 'job.yaml'), 'utf8')).toBe(old);
  });
});

test('of standard input the migrated text is shown, so that it can be piped on', async () => {
  const { out, err } = await run(['migrate', '-'], readFileSync(join(FIXTURES, 'quit-call.yaml')));

  expect(out).toBe((await migratedText('quit-call.yaml')).out);
  expect(err).toContain("CronJob/report: migrated, 'sql' moved");
  expect(err).not.toContain('dry run');
});

test('a ConfigMap of another file of the same input is read, and stays as it is', async () => {
  const [configMap, job] = readFileSync(join(FIXTURES, 'shared-pid-kill.yaml'), 'utf8').split('---\n');

  await inFolder({ 'config.yaml': configMap, 'job.yaml': job }, async folder => {
    const { out } = await run(['migrate', folder, '--write', '--format', 'json']);

    expect(JSON.parse(out).pods.map((pod: Entry) => pod.verdict)).toEqual(['migrated']);
    expect(readFileSync(join(folder, 'job.yaml'), 'utf8')).not.toContain('watcher');
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe(configMap);
  });
});

test('Windows line ends stay, also in what is added', async () => {
  const text = readFileSync(join(FIXTURES, 'database-proxy.yaml'), 'utf8').replaceAll('\n', '\r\n');

  const { out } = await run(['migrate', '-'], text);

  expect(out.replaceAll('\r\n', '\n')).toBe((await migratedText('database-proxy.yaml')).out);
  expect(out.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

describe('a mesh that nobody names', () => {
  const JOB = `apiVersion: batch/v1
kind: Job
metadata:
  name: nightly
spec:
  template:
    metadata:
      labels:
        sidecar.istio.io/inject: "true"
    spec:
      restartPolicy: Never
      containers:
      - name: nightly
        image: ghcr.io/acme/nightly:1.0.0
        command: [sh, -c, "until curl -fsI http://localhost:15021/healthz/ready; do sleep 1; done; /run; curl -XPOST localhost:15020/quitquitquit"]
      - name: db
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: [acme:europe-west1:shop]
`;

  test('keeps what ends and awaits its proxy, and its Istio may not be native, so no network probe is added that it could rewrite', async () => {
    const { out } = await run(['migrate', '-'], JOB);

    expect(out).toContain('restartPolicy: Always');
    expect(out).toContain('localhost:15020/quitquitquit');
    expect(out).toContain('localhost:15021/healthz/ready');
    expect(out).not.toContain('startupProbe');
  });

  test('loses both when it is named and native', async () => {
    const { out } = await run(['migrate', '-', '--mesh', 'istio@1.29'], JOB);

    expect(out).toContain('command: [sh, -c, "/run"]');
    expect(out).toContain('startupProbe');
  });
});

test.each([
  ['an annotation', (text: string) => text.replace('name: web\nspec:\n  selector:\n    match', 'name: web\n  annotations:\n    acknowledge.cdk8s-sidecars/NS201: moved in June\nspec:\n  selector:\n    match')],
  ['a comment', (text: string) => text.replace('        - name: db', '        # cdk8s-sidecars: ignore NS201 moved in June\n        - name: db')],
])('what is accepted by %s stays an ordinary container', async (_, accept) => {
  const text = accept(readFileSync(join(FIXTURES, 'database-proxy.yaml'), 'utf8'));

  const { out, err } = await run(['migrate', '-'], text);

  expect(text).toContain('NS201');
  expect(out).toBe(text);
  expect(err).toContain("  accepted: 'db' stays an ordinary container, because NS201 is accepted for it: moved in June");
  expect(err).not.toContain('to do:');
});

test('optional helpers are moved on request', async () => {
  const { out } = await run(['migrate', join(FIXTURES, 'inbound.yaml'), '--include', 'optional', '--format', 'json']);

  expect(JSON.parse(out).pods[0]).toMatchObject({ verdict: 'migrated', moved: ['auth'] });
});

test('the report says what was done, what is left, and what the pod does before and after (if you meant the change: npx projen examples:update)', async () => {
  expectCurrent(await migrationReport());
});

test('every expected result belongs to a manifest', () => {
  expect(readdirSync(MIGRATION_OUTPUT).sort()).toEqual([...MIGRATION_FILES.map(file => `${file}.diff`), 'report.md'].sort());
});

test.each([
  [['migrate'], 'error: nothing to migrate: pass manifest files, folders of manifests, or - for standard input\n'],
  [['migrate', 'x.yaml', '--write', '--out', 'y'], 'error: --write changes the files in place and --out writes copies: pass only one of them\n'],
  [['migrate', '-', '--write'], 'error: standard input cannot be changed in place: omit --write, and the result goes to standard output\n'],
  [['migrate', 'x.yaml', '--out', '-', '--format', 'json'], 'error: --out - and --format json both write to standard output: pass a folder to --out, or omit one of them\n'],
  [['migrate', 'x.yaml', '--kubernetes-version', '1.28'], 'error: Kubernetes 1.28 does not start and stop native sidecars in order: migrate for 1.29 or later\n'],
])('a usage error is reported: %j', async (args, sentence) => {
  const { code, out, err } = await run(args);

  expect([code, out, err]).toEqual([2, '', sentence]);
});

test('what cannot be read is named, the rest is done, and the run ends with 3', async () => {
  const broken = 'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: [export\n';

  await inFolder({ 'broken.yaml': broken, 'job.yaml': readFileSync(join(FIXTURES, 'quit-call.yaml'), 'utf8') }, async folder => {
    const { code, err } = await run(['migrate', folder, '--write']);

    expect(code).toBe(3);
    expect(err).toContain(`${join(folder, 'broken.yaml')}:5`);
    expect(readFileSync(join(folder, 'broken.yaml'), 'utf8')).toBe(broken);
    expect(readFileSync(join(folder, 'job.yaml'), 'utf8')).toContain('restartPolicy: Always');
  });
});

async function migratedText(file: string): Promise<{ readonly out: string }> {
  return run(['migrate', join(FIXTURES, file), '--out', '-', ...FLAGS[file] ?? []]);
}

async function errorsOf(text: string, flags: readonly string[]): Promise<string[]> {
  const { out } = await run(['check', '-', '--format', 'json', ...flags], text);
  return JSON.parse(out).findings.filter((one: { severity: string }) => one.severity === 'error').map((one: { rule: string }) => one.rule);
}
