import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isDescriptor, isStandardOutput } from '../../../src/cli/io/file-kind';
import { inFolder, run } from '../run';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: acme/web:1 }] }\n';

describe('an output path that is a FIFO', () => {
  test.each([
    ['report', 'page', ['-o'], '<!doctype html>'],
    ['check', 'base', ['--write-baseline'], '{\n  "version": 1,'],
    ['migrate', 'r.json', ['--report'], '{\n  "pods": ['],
  ])('gets the text of %s and stays a FIFO', async (command, name, option, start) => {
    await inFolder({ 'web.yaml': POD }, async folder => {
      const fifo = join(folder, name);
      execFileSync('mkfifo', [fifo]);
      // Into a file: this process writes, so it cannot read meanwhile.
      const reader = spawn('timeout', ['20', 'dd', `if=${fifo}`, `of=${join(folder, 'got')}`, 'status=none']);
      const ended = new Promise(done => reader.on('close', done));

      const { code, err } = await run([command, join(folder, 'web.yaml'), ...option, fifo]);
      if (!lstatSync(fifo).isFIFO()) {
        reader.kill();
      }
      await ended;
      const got = readFileSync(join(folder, 'got'), 'utf8');

      expect([code, got.slice(0, start.length), lstatSync(fifo).isFIFO()]).toEqual([0, start, true]);
      expect(err).not.toContain('cannot write');
    });
  }, 30_000);
});

test('a socket is refused with a sentence', async () => {
  await inFolder({ 'web.yaml': POD }, async folder => {
    const path = join(folder, 's');
    const server = createServer();
    await new Promise<void>(done => server.listen(path, done));
    try {
      expect(await run(['report', join(folder, 'web.yaml'), '-o', path])).toEqual({
        code: 2, out: '', err: `error: cannot write ${path}: it is a socket, not a regular file: choose another path\n`,
      });
      expect(lstatSync(path).isSocket()).toBe(true);
    } finally {
      server.close();
    }
  });
});

test('the names of standard output and of descriptors are known', () => {
  expect(['-', '/dev/stdout', '/dev/fd/1', './-', '/dev/stderr'].map(isStandardOutput)).toEqual([true, true, true, false, false]);
  expect(['/dev/stderr', '/dev/fd/63', '/proc/self/fd/1', '/dev/fd/', 'dev/stdout'].map(isDescriptor)).toEqual([true, true, true, false, false]);
});
