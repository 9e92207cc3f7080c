import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const FLAWED = 'test/fixtures/check/flawed.yaml';
const TEXT = readFileSync(FLAWED, 'utf8');
/** The object with findings alone, as data. */
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    template: {
      spec: {
        containers: [{ name: 'app', image: 'ghcr.io/acme/web:1.4.2', lifecycle: { preStop: { sleep: { seconds: 40 } } } }],
      },
    },
    selector: {},
  },
};
const JOB = `apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  activeDeadlineSeconds: 600
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: export
        image: ghcr.io/acme/export:1.0.0
      - name: db
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
`;

/** What a run finds, without the findings that tests here are not about. */
async function found(args: readonly string[], stdin: string | Uint8Array = ''): Promise<any[]> {
  const { out } = await run(['check', '--format', 'json', ...args], stdin);
  return JSON.parse(out).findings.filter((finding: any) => ['NS302', 'NS401'].includes(finding.rule));
}

test('a finding tells where it stands, as the contract says', async () => {
  expect(await found([FLAWED])).toEqual([{
    rule: 'NS302',
    severity: 'error',
    file: FLAWED,
    line: 34,
    column: 15,
    endLine: 34,
    endColumn: 26,
    document: 1,
    kind: 'Deployment',
    namespace: 'shop',
    name: 'web',
    container: 'cache',
    path: 'spec.template.spec.initContainers[0].lifecycle.preStop.sleep.seconds',
    message: expect.stringContaining("the preStop hook of 'cache' sleeps 20 s"),
    fix: expect.any(String),
  }]);
});

test('a grace period on line 27 is reported on line 27, with its column', async () => {
  const text = `${TEXT.slice(0, TEXT.indexOf('---'))}---\n# one more line\n${TEXT.slice(TEXT.indexOf('---') + 4)}`.replace('Seconds: 20', 'Seconds: 2');

  const { out } = await run(['check', '-'], text);

  expect(text.split('\n')[26]).toBe('      terminationGracePeriodSeconds: 2');
  expect(out).toMatch(/^ {2}<stdin>:27:7: \w+ NS301 /m);
});

test('what is wrong with one of several pod templates is reported in that template', async () => {
  const text = `apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata: { name: train }
spec:
  mpiReplicaSpecs:
    Launcher:
      template:
        spec:
          containers:
          - name: launcher
            image: ghcr.io/acme/train:1.0.0
    Worker:
      template:
        spec:
          terminationGracePeriodSeconds: 20
          containers:
          - name: worker
            image: ghcr.io/acme/train:1.0.0
            lifecycle: { preStop: { sleep: { seconds: 20 } } }
`;

  expect(await found(['-'], text)).toMatchObject([
    { rule: 'NS302', line: 19, column: 46, endColumn: 57, path: 'spec.mpiReplicaSpecs.Worker.template.spec.containers[0].lifecycle.preStop.sleep.seconds' },
  ]);
});

test('the summary counts files, documents, pods and findings', async () => {
  const { out } = await run(['check', FLAWED, 'test/fixtures/manifests/web.yaml', '--format', 'json']);

  expect(JSON.parse(out).summary).toMatchObject({ files: 2, documents: 3, pods: 2, error: 1, warning: 2, info: expect.any(Number) });
});

test('folders, several paths, JSON, lists and standard input are read alike', async () => {
  const json = JSON.stringify(DEPLOYMENT, null, 2);
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ kind: 'Service' }, DEPLOYMENT] }, null, 2);
  await inFolder({ 'a/one.json': json, 'a/two.yml': `# a list\n${list}`, 'b.yaml': TEXT }, async folder => {
    const findings = await found([join(folder, 'a'), join(folder, 'b.yaml'), '-'], TEXT);

    expect(findings.map(finding => [finding.file.replace(`${folder}/`, ''), finding.line, finding.document, finding.container])).toEqual([
      ['a/one.json', 17, 0, 'app'],
      ['a/two.yml', 25, 0, 'app'],
      ['b.yaml', 34, 1, 'cache'],
      ['<stdin>', 34, 1, 'cache'],
    ]);
  });
});

test('a workload with only a generateName has no name', async () => {
  const [finding] = await found(['-'], JOB.replace('name: export }', 'generateName: export- }'));

  expect(finding).toMatchObject({ rule: 'NS401', kind: 'Job', name: null, namespace: null, container: 'db' });
});

test('a person reads workload, place, finding, fix, and a summary', async () => {
  const { out, code } = await run(['check', '-'], JOB);

  expect(code).toBe(1);
  expect(out).toMatch(/^Job\/export\n {2}<stdin>:12:9: error NS401 .*\n {4}\S/m);
  expect(out).toMatch(/\n\n1 error, \d+ warnings?, \d+ infos? in 1 pod of 1 file\n$/);
});

test('each format is printed to standard output', async () => {
  const [human, json, sarif, github] = await Promise.all(['human', 'json', 'sarif', 'github'].map(format => run(['check', FLAWED, '--format', format])));

  expect(human.out).toContain('error NS302');
  expect(JSON.parse(json.out).findings).not.toHaveLength(0);
  expect(JSON.parse(sarif.out)).toMatchObject({ version: '2.1.0' });
  expect(github.out).toMatch(new RegExp(`^::error file=${FLAWED},line=34,endLine=34,col=15,endColumn=26,title=NS302 Deployment/web::`, 'm'));
  expect([human, json, sarif, github].map(({ code, err }) => [code, err])).toEqual(Array(4).fill([1, '']));
});

const WARNING_ONLY = TEXT.replaceAll('seconds: 20', 'seconds: 2');
const FINE = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n  - { name: app, image: "ghcr.io/acme/web:1.4.2" }\n';
const BROKEN = 'kind: Pod\n spec: {}\n';

/** What is on standard input, the options, and the exit code. */
test.each<[string, string, string[], number]>([
  ['nothing wrong', FINE, [], 0],
  ['an error', TEXT, [], 1],
  ['an error, and never fail', TEXT, ['--fail-on', 'never'], 0],
  ['a warning', WARNING_ONLY, [], 0],
  ['a warning, and fail on it', WARNING_ONLY, ['--fail-on', 'warning'], 1],
  ['an error, and fail on warnings', TEXT, ['--fail-on', 'warning'], 1],
  ['no pod', 'kind: Service\n', [], 0],
  ['nothing at all', '', [], 3],
  ['what cannot be read', BROKEN, [], 3],
  ['an error and what cannot be read', `${TEXT}---\n${BROKEN}`, [], 3],
  ['what cannot be read, and never fail', BROKEN, ['--fail-on', 'never'], 3],
])('%s', async (_what, stdin, options, code) => {
  expect((await run(['check', '-', ...options], stdin)).code).toBe(code);
});

test('what can be read is checked although something else cannot', async () => {
  const { out, err } = await run(['check', '-', '--format', 'json'], `${TEXT}---\n${BROKEN}`);

  expect(err).toMatch(/^<stdin>:\d+:\d+: this is not valid YAML/);
  expect(JSON.parse(out).summary.error).toBe(1);
});

test('the objects beside a pod are known, also from other files', async () => {
  const sidecar = "  initContainers:\n  - { name: cache, image: 'ghcr.io/acme/cache:1', restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 } }\n";
  const pod = FINE.replace('{ name: web }', '{ name: web, labels: { app: web } }') + sidecar;
  const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: front }\nspec: { selector: { app: web } }\n';
  await inFolder({ 'pod.yaml': pod, 'service.yaml': service }, async folder => {
    const alone = await run(['check', '--min-severity', 'info', join(folder, 'pod.yaml')]);
    const together = await run(['check', '--min-severity', 'info', folder]);

    expect(alone.out).not.toContain('front');
    expect(together.out).toContain("'front'");
  });
});

test('a patch is not judged, and counted as such', async () => {
  const patches = ['kind: Deployment\nspec: { template: { spec: { containers: [{ name: app, image: a }] } } }\n',
    'apiVersion: batch/v1\nkind: Job\nspec: { template: { spec: { containers: [{ name: db, args: [x] }] } } }\n',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n'];

  expect(await run(['check', '-'], patches.join('---\n'))).toEqual({ code: 0, out: 'no findings in 0 pods of 1 file, 3 patches not checked\n', err: '' });
});

test('a version decides', async () => {
  const { out, code } = await run(['check', FLAWED, '--kubernetes-version', '1.27']);

  expect(out).toContain('NS601');
  expect(code).toBe(1);
});

/** Examples of what older versions lack: their README says it. */
const NEWER = ['restart-from-checkpoint', 'restart-with-sidecar'].map(name => join('examples', name, 'output'));

test('the examples of this library are clean', async () => {
  const outputs = readdirSync('examples').map(name => join('examples', name, 'output')).filter(existsSync);

  expect(outputs.length).toBeGreaterThan(3);
  // Each by itself: the Service of one example selects the pods of another.
  for (const output of outputs) {
    const { out, code } = await run(['check', output, '--fail-on', 'warning', '--format', 'json', ...(NEWER.includes(output) ? ['--kubernetes-version', '1.36'] : [])]);

    expect({ output, findings: JSON.parse(out).findings, code }).toEqual({ output, findings: [], code: 0 });
  }
});
