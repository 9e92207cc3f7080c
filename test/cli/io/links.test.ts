import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: acme/web:1 }] }\n';

describe('a .gitignore that is no regular file ignores nothing', () => {
  test('a FIFO is not waited for', async () => {
    await inFolder({ 'in/web.yaml': POD }, async folder => {
      execFileSync('mkfifo', [join(folder, 'in/.gitignore')]);

      expect((await run(['check', join(folder, 'in')])).out).toContain('in 1 pod of 1 file');
    });
  });

  test('a link out of the folder is not followed, as git does not', async () => {
    await inFolder({ 'in/web.yaml': POD, 'all': '*\n' }, async folder => {
      symlinkSync('../all', join(folder, 'in/.gitignore'));

      expect((await run(['check', join(folder, 'in')])).out).toContain('in 1 pod of 1 file');
    });
  });
});

test.each(['--config', '--baseline'])('a device is not read as %s, also through a link', async option => {
  await inFolder({ 'in/web.yaml': POD }, async folder => {
    const link = join(folder, 'link.yaml');
    symlinkSync('/dev/zero', link);

    expect(await run(['check', join(folder, 'in'), option, link])).toEqual({ code: 2, out: '', err: expect.stringContaining(`${link}: a device, not a regular file`) });
    expect((await run(['check', join(folder, 'in'), '--config', '/dev/null'])).code).toBe(0);
  });
});

describe('a path through a linked folder is the same path', () => {
  test('a second run does not take the results of the first for input', async () => {
    await inFolder({ 'in/web.yaml': POD }, async folder => {
      symlinkSync('in', join(folder, 'link'));
      const migrate = () => run(['migrate', join(folder, 'in'), '--out', join(folder, 'link/out')]);

      expect([(await migrate()).code, (await migrate()).code]).toEqual([0, 0]);
      expect(readdirSync(join(folder, 'in/out'))).toEqual(['web.yaml']);
    });
  });

  test('a report that would replace a result is refused before either exists', async () => {
    await inFolder({ 'in/web.json': '{}' }, async folder => {
      mkdirSync(join(folder, 'out'));
      symlinkSync('out', join(folder, 'link'));
      const report = join(folder, 'link/web.json');
      const { code, err } = await run(['migrate', join(folder, 'in'), '--out', join(folder, 'out'), '--report', report]);

      expect([code, err]).toEqual([2, `error: --report ${report} would overwrite the result for ${join(folder, 'in/web.json')}: pass another path\n`]);
      expect(existsSync(report)).toBe(false);
    });
  });
});

test('a link whose target does not exist yet stays a link', async () => {
  await inFolder({ 'in/web.yaml': POD }, async folder => {
    symlinkSync('report.json', join(folder, 'link.json'));

    expect((await run(['migrate', join(folder, 'in'), '--report', join(folder, 'link.json')])).code).toBe(0);
    expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toHaveProperty('pods');
  });
});

test('links that form a circle are refused', async () => {
  await inFolder({ 'in/web.yaml': POD }, async folder => {
    symlinkSync('b.json', join(folder, 'a.json'));
    symlinkSync('a.json', join(folder, 'b.json'));
    const { code, err } = await run(['migrate', join(folder, 'in'), '--report', join(folder, 'a.json')]);

    expect([code, err]).toEqual([2, expect.stringContaining('a.json')]);
  });
});
