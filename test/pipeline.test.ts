import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { load } from 'js-yaml';
import { OWN_NAME, OWN_PLUS } from './own-package';

const ROOT = join(__dirname, '..');
const EXAMPLE = join(ROOT, 'examples', 'pipeline');

/** What `npm ci` would install for the example. */
const PACKAGES = ['@types', 'cdk8s', 'cdk8s-cli', OWN_PLUS, 'constructs', 'ts-node', 'typescript'];
const COMMANDS = ['cdk8s', 'ts-node'];

/** A Job that somebody adds to the app without a construct of this library, and that never ends. */
const JOB = `
  new kplus.k8s.KubeJob(chart, 'export', {
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            { name: 'export', image: 'ghcr.io/acme/export:1.0.0' },
            { name: 'proxy', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['--port=5432', 'acme:europe-west1:orders'] },
          ],
        },
      },
    },
  });
  return app;`;

/** The report as the README of the example shows it. */
const [, SHOWN] = /```\n([^]*?)```/.exec(readFileSync(join(EXAMPLE, 'README.md'), 'utf8'))!;

jest.setTimeout(240_000);

let folder: string;

beforeEach(() => {
  if (!existsSync(join(ROOT, 'lib', 'cli', 'validation.js'))) {
    throw new Error('lib/cli/validation.js is missing: run npx projen compile first');
  }
  folder = mkdtempSync(join(tmpdir(), 'pipeline-'));
  cpSync(EXAMPLE, folder, { recursive: true, filter: file => !file.startsWith(join(EXAMPLE, 'output')) });
  PACKAGES.forEach(name => link(join(ROOT, 'node_modules', name), join('node_modules', name)));
  COMMANDS.forEach(name => link(join(ROOT, 'node_modules', '.bin', name), join('node_modules', '.bin', name)));
  link(ROOT, `node_modules/${OWN_NAME}`);
  link(join(ROOT, 'bin', 'cdk8s-sidecars'), 'node_modules/.bin/cdk8s-sidecars');
});

afterEach(() => rmSync(folder, { recursive: true }));

function link(target: string, place: string): void {
  mkdirSync(dirname(join(folder, place)), { recursive: true });
  symlinkSync(target, join(folder, place));
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
}

/** Runs a line of a workflow. */
function run(line: string) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', line], { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_config_offline: 'true' } });
  return { status, out: stdout, err: stderr };
}

/** The lines that the workflow of the example runs, but for the installation. */
function workflow(): string[] {
  const { jobs }: any = load(readFileSync(join(folder, '.github/workflows/check.yaml'), 'utf8'));
  return jobs.sidecars.steps.map((step: any) => step.run).filter((line: string | undefined) => line !== undefined && line !== 'npm ci');
}

function sarif(): any {
  return JSON.parse(readFileSync(join(folder, 'sidecars.sarif'), 'utf8'));
}

test('the workflow of the example ends well, and writes what is committed beside it', () => {
  const [synth, check, ...rest] = workflow();

  const synthesized = run(synth);
  const checked = run(check);

  expect(rest).toEqual([]);
  expect({ ...synthesized, err: '' }).toEqual({ status: 0, err: '', out: expect.stringContaining('Validations ended succesfully') });
  expect({ status: checked.status, out: checked.out }).toEqual({ status: 0, out: '' });
  expect(sarif().runs[0].results).toEqual([]);
  const [file] = readdirSync(join(EXAMPLE, 'output'));
  expect(readFileSync(join(folder, 'dist', file), 'utf8')).toBe(readFileSync(join(EXAMPLE, 'output', file), 'utf8'));
});

test('a manifest that offends fails synth with the path of its construct, and the code host is told', () => {
  change('main.ts', '\n  return app;', JOB);
  const [synth, check] = workflow();

  const synthesized = run(`${synth} --validation-reports-output-file reports.json`);
  const checked = run(check);

  const { reports: [{ violations, summary }] } = JSON.parse(readFileSync(join(folder, 'reports.json'), 'utf8'));
  const offense = violations.find(({ ruleName }: any) => ruleName === 'NS401 sidecar-keeps-job-alive (error)');
  expect(synthesized.status).toBe(2);
  expect(summary).toMatchObject({ status: 'failure', metadata: { pods: '2', error: '1' } });
  expect(offense.violatingConstructs).toEqual([{
    constructPath: 'shop/export',
    resourceName: 'shop-export',
    manifestPath: 'dist/shop.k8s.yaml',
    locations: [expect.stringMatching(/^line \d+, column \d+: Job\/shop-export, container 'proxy'$/)],
  }]);
  // Another cdk8s-plus may write more lines above the Job.
  expect(stripVTControlCharacters(synthesized.out)).toContain(SHOWN.replace(/line \d+, column \d+: .*/, offense.violatingConstructs[0].locations[0]));

  const results = sarif().runs[0].results.filter(({ ruleId }: any) => ruleId === 'NS401');
  expect(checked.status).toBe(0);
  expect(results.map(({ message }: any) => message.text)).toEqual([expect.stringContaining(offense.recommendation)]);
});

test('the plugin is found as a package too, in the folder of plugins', () => {
  link(ROOT, `plugins/${OWN_NAME}/0.1.0/node_modules/${OWN_NAME}`);
  change('cdk8s.yaml', `./node_modules/${OWN_NAME}`, OWN_NAME);
  change('cdk8s.yaml', 'npx ts-node main.ts', 'mkdir -p dist && cp legacy.yaml dist');
  const legacy = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] } };
  writeFileSync(join(folder, 'legacy.yaml'), JSON.stringify(legacy));

  const { status, out } = run('npx cdk8s synth --check-upgrade=false --plugins-dir "$PWD/plugins"');

  expect(status).toBe(0);
  expect(out).toContain(`Validation Report (${OWN_NAME}@0.1.0)`);
  expect(out).not.toContain('Installing validation plugin');
});
