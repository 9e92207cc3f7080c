import { readFileSync } from 'node:fs';
import { main } from '../../../src/cli/main';
import { inFolder } from '../run';

const JOB = readFileSync('test/fixtures/migrate/quit-call.yaml', 'utf8');

/** Runs the command on a folder, with a clock that goes on by so many milliseconds whenever it is read; tells what is written to standard error. */
async function errorsOf(milliseconds: number, isTerminal: boolean): Promise<string> {
  let now = 0;
  let err = '';
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += milliseconds));
  try {
    await inFolder({ 'a.yaml': JOB, 'b.yaml': JOB, 'c.yaml': JOB }, async folder => {
      const io = { out: () => {}, err: (text: string) => { err += text; }, stdin: async () => new Uint8Array(), progress: isTerminal };
      await main(['migrate', folder, '--format', 'json'], io);
    });
  } finally {
    clock.mockRestore();
  }
  return err;
}

test('a long run tells on a terminal how far it is, and clears the line at its end', async () => {
  const err = await errorsOf(600, true);

  expect(err).toMatch(/scanning: \d of 3 files/);
  expect(err).toContain('migrating: 2 of 3 files');
  expect(err.endsWith('\r\u001b[K')).toBe(true);
});

test('a short run shows nothing, and neither does one without a terminal', async () => {
  expect(await errorsOf(1, true)).toBe('');
  expect(await errorsOf(600, false)).toBe('');
});
