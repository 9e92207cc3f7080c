import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { transpileCommand } from './transpiled';
import { findFiles } from '../../../src/cli/io/files';
import { inFolder, run } from '../run';

const FILES = 80;
const ROUNDS = 4;
const OLD = readFileSync('test/fixtures/migrate/quit-call.yaml', 'utf8');

let command: { readonly folder: string; readonly script: string };
let migrated: string;

beforeAll(async () => {
  command = transpileCommand();
  migrated = (await run(['migrate', '-'], OLD)).out;
}, 60_000);

afterAll(() => rmSync(command.folder, { recursive: true }));

/** What became of the files of a folder; anything but an old or a new one is torn. */
function stateOf(folder: string): { readonly old: number; readonly migrated: number; readonly torn: string[]; readonly left: string[] } {
  const names = readdirSync(folder);
  const texts = names.filter(name => name.endsWith('.yaml')).map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  return {
    old: texts.filter(({ text }) => text === OLD).length,
    migrated: texts.filter(({ text }) => text === migrated).length,
    torn: texts.filter(({ text }) => text !== OLD && text !== migrated).map(({ name }) => name),
    left: names.filter(name => !name.endsWith('.yaml')),
  };
}

function files(count: number): { [name: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`job-${index}.yaml`, OLD]));
}

/** Starts a migration in place, and kills it when it has changed so many things in the folder, and a moment later. */
async function killAfter(folder: string, changes: number, milliseconds: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [command.script, 'migrate', folder, '--write'], { stdio: 'ignore' });
  let seen = 0;
  const watcher = watch(folder, () => {
    if (seen++ === changes) {
      setTimeout(() => child.kill('SIGKILL'), milliseconds);
    }
  });
  const signal = await new Promise<NodeJS.Signals | null>(resolve => child.once('exit', (_, name) => resolve(name)));
  watcher.close();
  return signal;
}

test('killed at a random moment, every file is old or new, and the next run does the rest', async () => {
  let caught = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await inFolder(files(FILES), async folder => {
      const signal = await killAfter(folder, Math.floor(Math.random() * FILES), Math.random() * 5);
      const { old, migrated: done, torn } = stateOf(folder);
      caught += Number(signal === 'SIGKILL' && old > 0 && done > 0);

      expect([torn, old + done]).toEqual([[], FILES]);

      await run(['migrate', folder, '--write']);

      expect(stateOf(folder)).toMatchObject({ old: 0, migrated: FILES, torn: [] });
    });
  }

  // Otherwise nothing was shown.
  expect(caught).toBeGreaterThan(0);
}, 120_000);

test.each(['openSync:3', 'writeFileSync:1', 'fsyncSync:1', 'renameSync:1'])('killed at %s of its calls, what is left over is no manifest', async crash => {
  await inFolder(files(4), async folder => {
    const { signal } = spawnSync(process.execPath, [command.script, 'migrate', folder, '--write'], { env: { ...process.env, CRASH: crash } });
    const { torn, old, migrated: done } = stateOf(folder);

    expect([signal, torn, old + done]).toEqual(['SIGKILL', [], 4]);
    expect(findFiles([folder]).files.map(({ relative }) => relative)).toEqual(['job-0.yaml', 'job-1.yaml', 'job-2.yaml', 'job-3.yaml']);
  });
}, 60_000);

test('half a file that is left over has a name that nobody takes for a manifest', async () => {
  await inFolder(files(2), async folder => {
    spawnSync(process.execPath, [command.script, 'migrate', folder, '--write'], { env: { ...process.env, CRASH: 'writeFileSync:1' } });

    expect(stateOf(folder)).toMatchObject({ old: 1, migrated: 1, left: [expect.stringMatching(/^\.job-1\.yaml\.cdk8s-sidecars-\d+\.tmp$/)] });
  });
}, 60_000);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s while a file is written ends the process behind that file, and leaves no temporary file', async signal => {
  await inFolder(files(3), folder => {
    const child = spawnSync(process.execPath, [command.script, 'migrate', folder, '--write'], { env: { ...process.env, CRASH: `fsyncSync:1:${signal}` } });

    expect(child.signal).toBe(signal);
    expect(stateOf(folder)).toEqual({ old: 1, migrated: 2, torn: [], left: [] });
  });
}, 60_000);
