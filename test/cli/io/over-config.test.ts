import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workingIn } from '../../../generate/run-command';
import { inFolder, run } from '../run';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: acme/web:1 }] }\n';
const CONFIG = 'failOn: warning\n';

describe('an output that would replace the configuration is refused', () => {
  test.each([
    ['report -o', ['report', 'in', '-o', 'own.json', '--config', 'own.json'], '-o own.json', 'own.json'],
    ['check --write-baseline', ['check', 'in', '--write-baseline', 'own.json', '--config', 'own.json'], '--write-baseline own.json', 'own.json'],
    ['migrate --report', ['migrate', 'in', '--report', 'own.json', '--config', 'own.json'], '--report own.json', 'own.json'],
    ['migrate --out', ['migrate', 'in', '--out', 'out', '--config', 'out/web.yaml'], '--out out', 'out/web.yaml'],
    ['report -o, by default', ['report', 'in', '-o', '.cdk8s-sidecars.yaml'], '-o .cdk8s-sidecars.yaml', '.cdk8s-sidecars.yaml'],
    ['check --write-baseline, by default', ['check', 'in', '--write-baseline', './.cdk8s-sidecars.yaml'], '--write-baseline ./.cdk8s-sidecars.yaml', '.cdk8s-sidecars.yaml'],
  ])('%s', async (_, args, option, config) => {
    await inFolder({ 'in/web.yaml': POD, 'own.json': CONFIG, 'out/web.yaml': CONFIG, '.cdk8s-sidecars.yaml': CONFIG }, folder => workingIn(folder, async () => {
      expect(await run(args)).toEqual({ code: 2, out: '', err: `error: ${option} would overwrite ${config}, which is the configuration: pass another path\n` });
      expect(readFileSync(join(folder, config), 'utf8')).toBe(CONFIG);
    }));
  });
});

test('a baseline that is read may be replaced by the new one', async () => {
  await inFolder({ 'in/web.yaml': POD, 'base.json': '{ "version": 1, "findings": ["gone"] }' }, async folder => {
    const base = join(folder, 'base.json');

    expect((await run(['check', join(folder, 'in'), '--baseline', base, '--write-baseline', base])).code).toBe(0);
    expect(readFileSync(base, 'utf8')).not.toContain('gone');
  });
});
