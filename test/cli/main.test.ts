import { readFileSync } from 'node:fs';
import { run } from './run';
import { main } from '../../src/cli/main';

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

  expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('the help shows commands, examples and exit codes', async () => {
  const { code, out, err } = await run(['--help']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Usage: cdk8s-sidecars /);
  expect(out).toMatch(/Commands:\n {2}check .*\n(?:.*\n)*? {2}explain /);
  for (const command of ['check', 'migrate', 'explain', 'rules']) {
    expect(out).toMatch(new RegExp(`Examples:\\n(?: .*\\n)*? {2}cdk8s-sidecars ${command} `));
  }
  expect(out).toMatch(/Exit codes:\n {2}0 {2}success\n {2}1 {2}check reported findings .*\n {2}2 {2}usage error\n {2}3 {2}some input could not be read; the rest was processed\n$/);
});

test('the help of a command shows its options, examples and exit codes', async () => {
  const { code, out } = await run(['explain', '--help']);

  expect(code).toBe(0);
  for (const part of ['--scenario <file>', '--format <format>', '--kubernetes-version <version>', '--workload <kind/name>', 'Examples:', 'Exit codes:']) {
    expect(out).toContain(part);
  }
});

test('nothing asked for is a usage error, and the help is shown', async () => {
  const { code, out, err } = await run([]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^Usage: cdk8s-sidecars /);
});

test.each<[string, string[], string]>([
  ['an unknown command', ['explian', 'a.yaml'], "error: unknown command 'explian'\n(Did you mean explain?)\n(add --help for usage)\n"],
  ['a command that is only inherited by every object', ['toString'], "error: unknown command 'toString'\n(add --help for usage)\n"],
  ['an unknown option', ['--verson'], "error: unknown option '--verson'\n(Did you mean --version?)\n(add --help for usage)\n"],
])('%s is a usage error', async (_what, args, err) => {
  expect(await run(args)).toEqual({ code: 2, out: '', err });
});

test('what nobody expected is told in a sentence, without a stack', async () => {
  let err = '';
  const io = { out: () => { throw new Error('the page is full'); }, err: (text: string) => { err += text; }, stdin: async () => Buffer.from('') };

  expect(await main(['explain', 'test/fixtures/manifests/web.yaml'], io)).toBe(3);
  expect(err).toBe('error: unexpected failure, please report it with your input: the page is full\n');
});

test.each(['check', 'migrate', 'explain'])('%s treats a version newer than the newest known as the newest known, and says so', async command => {
  const result = await run([command, 'test/fixtures/migrate/wait-loop.yaml', '--kubernetes-version', '1.99']);

  expect(result.err).toMatch(/^note: Kubernetes 1\.99 is newer than the newest known version, so it is treated as 1\.37\n/);
  expect(result.code).toBe(0);
});
