import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transpileModule, ModuleKind } from 'typescript';
import { ChangedMeanwhile, writeAtomically } from '../../../src/cli/io/write';

/** The module itself: what `import` gives is a copy. */
const fs = jest.requireActual<typeof import('node:fs')>('node:fs');

let folder: string;

beforeEach(() => folder = mkdtempSync(join(tmpdir(), 'write-')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('writes a file, keeps its permissions, and leaves nothing else', () => {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'old');
  chmodSync(file, 0o666);

  writeAtomically(file, 'new\ufeff\r\n');

  expect(readFileSync(file, 'utf8')).toBe('new\ufeff\r\n');
  expect(statSync(file).mode % 0o1000).toBe(0o666);
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

test('makes a file that is new', () => {
  writeAtomically(join(folder, 'a.yaml'), 'new');

  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('new');
});

test('writes the file that a link leads to', () => {
  mkdirSync(join(folder, 'real'));
  const real = join(folder, 'real', 'a.yaml');
  writeFileSync(real, 'old');
  symlinkSync(real, join(folder, 'link.yaml'));

  writeAtomically(join(folder, 'link.yaml'), 'new');

  expect(readFileSync(real, 'utf8')).toBe('new');
  expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
  expect(readdirSync(join(folder, 'real'))).toEqual(['a.yaml']);
});

test('cleans up when it fails', () => {
  mkdirSync(join(folder, 'a.yaml'));

  expect(() => writeAtomically(join(folder, 'a.yaml'), 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

test('does not touch what stands where its temporary file would', () => {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'old');
  writeFileSync(join(folder, `.a.yaml.${process.pid}.tmp`), 'somebody\'s');

  writeAtomically(file, 'new');

  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readFileSync(join(folder, `.a.yaml.${process.pid}.tmp`), 'utf8')).toBe('somebody\'s');
});

test('killed at any moment, every file is old or new', async () => {
  const [old, fresh] = ['o', 'n'].map(letter => letter.repeat(300_000));
  const files = Array.from({ length: 20 }, (_, index) => join(folder, `${index}.yaml`));
  const script = join(folder, 'writer.js');
  const transpiled = (name: string) => transpileModule(readFileSync(join(__dirname, `../../../src/cli/io/${name}.ts`), 'utf8'), { compilerOptions: { module: ModuleKind.CommonJS } }).outputText;
  writeFileSync(join(folder, 'file-kind.js'), transpiled('file-kind'));
  writeFileSync(script, `${transpiled('write')}
    console.log('ready');
    for (;;) { for (const letter of 'no') { for (const file of ${JSON.stringify(files)}) { exports.writeAtomically(file, letter.repeat(300000)); } } }`);
  files.forEach(file => writeFileSync(file, old));

  for (let round = 0; round < 8; round++) {
    expect(await killedAfter(script, Math.random() * 40)).toBe('SIGKILL');

    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(text === old || text === fresh).toBe(true);
    }
  }
}, 60_000);

/** Runs a script, and kills it some milliseconds after it has begun to write. */
function killedAfter(script: string, milliseconds: number): Promise<NodeJS.Signals | null> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [script]);
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

test('a change by another program is not lost', () => {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'by an editor');

  expect(() => writeAtomically(file, 'new', 'as it was read')).toThrow(ChangedMeanwhile);
  expect(readFileSync(file, 'utf8')).toBe('by an editor');
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

test('the next run removes what a killed one left, and nothing else', () => {
  const { pid } = spawnSync('true');
  const dead = `.a.yaml.cdk8s-sidecars-${pid}.tmp`;
  const alive = `.b.yaml.cdk8s-sidecars-${process.pid}.tmp`;
  [dead, alive, '.a.yaml.swp'].forEach(name => writeFileSync(join(folder, name), 'half'));

  writeAtomically(join(folder, 'a.yaml'), 'new');

  expect(readdirSync(folder).sort()).toEqual(['.a.yaml.swp', alive, 'a.yaml'].sort());
});

test('a link out of the folder that has taken the place of a file is not followed', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  writeFileSync(join(outside, 'a.yaml'), 'old');
  symlinkSync(join(outside, 'a.yaml'), join(folder, 'a.yaml'));

  expect(() => writeAtomically(join(folder, 'a.yaml'), 'new', 'old', folder)).toThrow(ChangedMeanwhile);
  expect([readFileSync(join(outside, 'a.yaml'), 'utf8'), readdirSync(outside)]).toEqual(['old', ['a.yaml']]);
  rmSync(outside, { recursive: true });
});

test('what only has the name of a temporary file and cannot be removed is no reason to write nothing', () => {
  const { pid } = spawnSync('true');
  const planted = `.a.yaml.cdk8s-sidecars-${pid}.tmp`;
  mkdirSync(join(folder, planted));

  writeAtomically(join(folder, 'a.yaml'), 'new');

  expect(readdirSync(folder).sort()).toEqual([planted, 'a.yaml']);
});

test('a link that takes the place of the temporary file does not change the permissions of its target', () => {
  const file = join(folder, 'a.yaml');
  const victim = join(folder, 'victim');
  writeFileSync(file, 'old');
  chmodSync(file, 0o666);
  writeFileSync(victim, 'secret', { mode: 0o600 });
  const { closeSync } = fs;
  const spy = jest.spyOn(fs, 'closeSync').mockImplementation(handle => {
    closeSync(handle);
    const temporary = join(folder, readdirSync(folder).find(name => name.endsWith('.tmp'))!);
    fs.unlinkSync(temporary);
    symlinkSync(victim, temporary);
  });

  writeAtomically(file, 'new');
  spy.mockRestore();

  expect(statSync(victim).mode % 0o1000).toBe(0o600);
});

(process.getuid?.() === 0 ? test : test.skip)('a file that root changes still belongs to its owner', () => {
  const file = join(folder, 'a.yaml');
  writeFileSync(file, 'old');
  chownSync(file, 1234, 2345);

  writeAtomically(file, 'new');

  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 2345 });
});
