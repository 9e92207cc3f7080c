import { chmodSync, existsSync, linkSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as applying from '../../../src/yaml/edit/apply';
import { inFolder, run } from '../run';

const JOB = (script: string, extra = '') => `apiVersion: batch/v1
kind: Job
metadata: {name: job}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: app
        image: ghcr.io/acme/app:1
        command: [sh, -c, ${JSON.stringify(script)}]
${extra}      - {name: db, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1", args: [--port=5432, "a:b:c"]}
`;
const QUIT = 'curl localhost:9091/quitquitquit';
jest.setTimeout(60_000);

const GOOD = JOB('./work');

function isMigrated(file: string): boolean {
  return readFileSync(file, 'utf8').includes('initContainers');
}

test.each([
  ['a huge pause', JOB('./work', '        lifecycle: {preStop: {sleep: {seconds: 1e300}}}\n')],
  ['a script that ends in !', JOB(`./work; ${QUIT}; !`)],
  ['a script that ends in time', JOB(`./work; ${QUIT}; time`)],
  ['a variable that doubles', JOB(`A=aaaaaaaaaaaaaaaa; ${Array.from({ length: 40 }, () => 'A=$A$A').join('; ')}; ${QUIT}; curl localhost:$A`)],
  ['variables that double one another', JOB(`A=aaaaaaaaaaaaaaaa; ${Array.from({ length: 40 }, (_, n) => `A${n + 1}=$A${n === 0 ? '' : n}$A${n === 0 ? '' : n}`).join('; ')}; ${QUIT} $A40`)],
  ['a line separator in a comment', GOOD.replace(/\n/g, ' # one\u2028two\n')],
  ['a next line in a comment', GOOD.replace(/\n/g, ' # one\u0085two\n')],
  ['functions inside of functions', JOB(`${'f() { '.repeat(2000)}${QUIT}${' ; }'.repeat(2000)}`)],
  ['functions of functions', JOB(`${'f() '.repeat(20_000)}{ ${QUIT}; }`)],
  ['a deep subshell', JOB(`${'('.repeat(5000)}${QUIT}${')'.repeat(5000)}`)],
  ['a deep substitution', JOB(`${'$('.repeat(5000)}${QUIT}${')'.repeat(5000)}`)],
])('%s does not end the run, and the other files are done', async (_name, bad) => {
  await inFolder({ 'a.yaml': bad, 'b.yaml': GOOD }, async folder => {
    const { code, err } = await run(['migrate', folder, '--write', '--report', join(folder, 'report.md')]);

    expect(isMigrated(join(folder, 'b.yaml'))).toBe(true);
    expect(existsSync(join(folder, 'report.md'))).toBe(true);
    expect(err).not.toContain('unexpected failure');
    expect(code).toBe(0);
  });
});

test('a bug that one file shows is a problem of that file', async () => {
  const apply = applying.applyEdits;
  jest.spyOn(applying, 'applyEdits').mockImplementation((text, edits) => {
    if (text.includes('# poison')) {
      throw new RangeError('Invalid array length');
    }
    return apply(text, edits);
  });
  await inFolder({ 'a.yaml': `# poison\n${GOOD}`, 'b.yaml': GOOD }, async folder => {
    const { code, err } = await run(['migrate', folder, '--write']);

    expect({ code, first: err.split('\n')[0] }).toEqual({ code: 3, first: `${folder}/a.yaml: unexpected failure, please report it with your input: Invalid array length` });
    expect(isMigrated(join(folder, 'b.yaml'))).toBe(true);
  });
  jest.restoreAllMocks();
});

test('a folder that may not be written to is a problem of its files', async () => {
  await inFolder({ 'a/a.yaml': GOOD, 'b.yaml': GOOD, 'out/a': 'a file where a folder is needed' }, async folder => {
    const { code, err } = await run(['migrate', join(folder, 'a'), join(folder, 'b.yaml'), '--out', join(folder, 'out', 'a')]);

    expect(code).toBe(3);
    expect(err).toContain(`${folder}/a/a.yaml: cannot write ${folder}/out/a/a.yaml: a file exists where a folder is needed: choose another path`);
  });
});

(process.getuid?.() === 0 ? test.skip : test)('a read-only file does not end the run', async () => {
  await inFolder({ 'a.yaml': GOOD, 'b.yaml': GOOD }, async folder => {
    chmodSync(join(folder, 'a.yaml'), 0o444);

    expect((await run(['migrate', folder, '--write'])).code).toBe(3);
    expect(isMigrated(join(folder, 'b.yaml'))).toBe(true);
  });
});

test('links and hard links are told before they are written', async () => {
  await inFolder({ 'real/a.yaml': GOOD, 'b.yaml': GOOD }, async folder => {
    symlinkSync(join(folder, 'real', 'a.yaml'), join(folder, 'link.yaml'));
    linkSync(join(folder, 'b.yaml'), join(folder, 'twin'));

    const { err } = await run(['migrate', join(folder, 'link.yaml'), join(folder, 'b.yaml'), '--write']);

    expect(err).toContain(`${folder}/link.yaml: note: a link, so ${folder}/real/a.yaml is changed\n`);
    expect(err).toContain(`${folder}/b.yaml: note: 1 other hard link to it will keep the old content\n`);
  });
});

describe('no output replaces an input', () => {
  test('a report', async () => {
    await inFolder({ 'd/a.yaml': GOOD, 'd/b.json': '{"kind": "Pod"}' }, async folder => {
      const { code, err } = await run(['migrate', join(folder, 'd'), '--report', join(folder, 'd', 'b.json')]);

      expect({ code, err }).toEqual({ code: 2, err: `error: --report ${folder}/d/b.json would overwrite ${folder}/d/b.json, which is an input: pass another path\n` });
      expect(readFileSync(join(folder, 'd', 'b.json'), 'utf8')).toBe('{"kind": "Pod"}');
    });
  });

  test('nor a report a result', async () => {
    await inFolder({ 'd/b.json': '{"kind": "Pod"}' }, async folder => {
      const { code, err } = await run(['migrate', join(folder, 'd'), '--out', join(folder, 'out'), '--report', join(folder, 'out', 'b.json')]);

      expect({ code, err }).toEqual({ code: 2, err: `error: --report ${folder}/out/b.json would overwrite the result for ${folder}/d/b.json: pass another path\n` });
    });
  });

  test('but a report replaces the one of an earlier run', async () => {
    await inFolder({ 'd/a.yaml': GOOD }, async folder => {
      const args = ['migrate', join(folder, 'd'), '--report', join(folder, 'd', 'report.json')];

      expect([(await run(args)).code, (await run(args)).code]).toEqual([0, 0]);
    });
  });

  test('a baseline', async () => {
    await inFolder({ 'd/a.json': '{"kind": "Pod"}' }, async folder => {
      const args = ['check', join(folder, 'd'), '--write-baseline'];
      const { code, err } = await run([...args, join(folder, 'd', 'a.json')]);

      expect({ code, err: err.split('\n').at(-2) })
        .toEqual({ code: 2, err: `error: --write-baseline ${folder}/d/a.json would overwrite ${folder}/d/a.json, which is an input: pass another path` });
      expect(readFileSync(join(folder, 'd', 'a.json'), 'utf8')).toBe('{"kind": "Pod"}');
      expect([(await run([...args, join(folder, 'd', 'base.json')])).code, (await run([...args, join(folder, 'd', 'base.json')])).code]).toEqual([0, 0]);
    });
  });
});
