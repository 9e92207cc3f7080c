import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { MANIFESTS, run } from './run';

const BIN = 'bin/cdk8s-sidecars';

/** Runs the real command, as npx would. */
function spawn(args: readonly string[], input?: string) {
  if (!existsSync('lib/cli/main.js')) {
    throw new Error('lib/cli/main.js is missing: run npx projen compile first');
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { encoding: 'utf8', input });
  return { code: status, out: stdout, err: stderr };
}

test('the command prints what main prints, and ends with its exit code', async () => {
  const args = ['explain', `${MANIFESTS}/web.yaml`];

  expect(spawn(args)).toEqual(await run(args));
  expect(spawn(['explain', 'missing.yaml'])).toEqual({ code: 3, out: '', err: 'missing.yaml: no such file or folder: check the path\n' });
});

test('the command reads standard input to its end', () => {
  const manifest = `${readFileSync(`${MANIFESTS}/web.yaml`, 'utf8')}${'# a comment\n'.repeat(50_000)}`;

  expect(spawn(['explain', '-'], manifest)).toMatchObject({ code: 0, err: '' });
});

test('a reader that has seen enough is no error', () => {
  const { status, stderr } = spawnSync('sh', ['-c', `(sleep 0.3; "${process.execPath}" ${BIN} explain ${MANIFESTS}/web.yaml; echo "code $?" >&2) | true`], { encoding: 'utf8' });

  expect({ status, stderr }).toEqual({ status: 0, stderr: 'code 0\n' });
});

test('only what a run needs is loaded', () => {
  const script = `
    process.argv = ['node', '${BIN}', 'explain', '${MANIFESTS}/web.yaml'];
    process.on('exit', () => {
      const packages = Object.keys(require.cache).map(file => /(?:node_modules|lib\\/packages)\\/((@[^/]+\\/)?[^/]+)/.exec(file)).filter(Boolean).map(match => match[1]);
      process.stderr.write([...new Set(packages)].sort().join(' '));
    });
    require('./${BIN}');`;

  const { stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });

  expect(stderr).toBe('commander.js');
});

test('check ends with its exit code, reads standard input, and shows no colors outside of a terminal', () => {
  const { code, out, err } = spawn(['check', '-'], readFileSync('test/fixtures/check/flawed.yaml', 'utf8'));

  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain('<stdin>:34:15: error NS302');
});
