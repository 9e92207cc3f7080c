import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What SECURITY.md promises, held by the permission model of Node.js: a process that may read and write nothing else, and start nothing. */
const [MAJOR, MINOR] = process.versions.node.split('.').map(Number);
const FLAG = MAJOR > 23 || (MAJOR === 23 && MINOR >= 5) ? '--permission' : '--experimental-permission';
const OWN = ['bin/*', 'lib/*', 'package.json'];

const JOB = `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - {name: app, image: "ghcr.io/acme/app:1", command: [sh, -c, "./work; curl localhost:9091/quitquitquit"]}
      - {name: db, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1", args: [--quitquitquit, "a:b:c"]}
`;

/** Everything through which Node.js reaches a network fails, and says so. */
const NO_NETWORK = `
for (const [name, methods] of Object.entries({ net: ['connect', 'createConnection', 'createServer'], dns: ['lookup', 'resolve'], dgram: ['createSocket'], http: ['request', 'get'], https: ['request', 'get'], tls: ['connect'] })) {
  for (const method of methods) {
    require(name)[method] = () => { process._rawDebug('NETWORK ' + name + '.' + method); process.exit(99); };
  }
}
globalThis.fetch = () => { process._rawDebug('NETWORK fetch'); process.exit(99); };
`;

let folder: string;
let work: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'permissions-')));
  work = join(folder, 'work');
  mkdirSync(work);
  writeFileSync(join(work, 'job.yaml'), JOB);
  writeFileSync(join(folder, 'no-network.cjs'), NO_NETWORK);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(args: readonly string[], writes: readonly string[] = []) {
  if (!existsSync('lib/cli/main.js')) {
    throw new Error('lib/cli/main.js is missing: run npx projen compile first');
  }
  // Node.js 20 crashes when one of the paths is the beginning of another.
  const reads = [...OWN.map(path => resolve(path)), `${folder}/*`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    FLAG, '--no-warnings', ...reads.map(path => `--allow-fs-read=${path}`), ...writes.map(path => `--allow-fs-write=${path}`),
    '--require', join(folder, 'no-network.cjs'), resolve('bin/cdk8s-sidecars'), ...args,
  ], { cwd: work, encoding: 'utf8', input: JOB, env: { PATH: '/nonexistent', TMPDIR: folder } });
  return { code: status, out: stdout, err: stderr };
}

test.each([
  ['check', ['check', '.'], 0],
  ['check of standard input', ['check', '-', '--format', 'json'], 0],
  ['a dry run of migrate', ['migrate', '.'], 0],
  ['explain', ['explain', 'job.yaml'], 0],
  ['rules', ['rules'], 0],
  ['help', ['--help'], 0],
])('%s only reads, starts nothing and sends nothing', (_name, args, code) => {
  const { code: ended, out, err } = run(args);

  expect({ ended, denied: /ERR_ACCESS_DENIED|NETWORK|unexpected failure/.exec(out + err)?.[0] }).toEqual({ ended: code, denied: undefined });
  expect(out.length).toBeGreaterThan(20);
  expect(readdirSync(folder).sort()).toEqual(['no-network.cjs', 'work']);
  expect(readFileSync(join(work, 'job.yaml'), 'utf8')).toBe(JOB);
});

test('migrate --write writes the file and nothing else', () => {
  const { code, err } = run(['migrate', 'job.yaml', '--write'], [`${work}/*`]);

  expect({ code, denied: /ERR_ACCESS_DENIED|NETWORK|unexpected failure/.exec(err)?.[0] }).toEqual({ code: 0, denied: undefined });
  expect(readFileSync(join(work, 'job.yaml'), 'utf8')).toContain('initContainers');
  expect([readdirSync(work), readdirSync(folder).sort()]).toEqual([['job.yaml'], ['no-network.cjs', 'work']]);
});

test('without the permission to write it does not', () => {
  const { code, err } = run(['migrate', 'job.yaml', '--write']);

  expect(code).toBe(3);
  expect(err).toContain('cannot write');
  expect(readFileSync(join(work, 'job.yaml'), 'utf8')).toBe(JOB);
});
