import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const TEXT = readFileSync('test/fixtures/check/flawed.yaml', 'utf8');
const CONTAINER = '      - name: cache\n';

/** The rules that offend, of those that tests here are about. */
async function offending(text: string, ...options: string[]): Promise<string[]> {
  const { out } = await run(['check', '-', '--format', 'json', ...options], text);
  return JSON.parse(out).findings.map((finding: any) => finding.rule).filter((rule: string) => ['NS101', 'NS302', 'NS304'].includes(rule));
}

test('nothing is accepted unless somebody says so', async () => {
  expect(await offending(TEXT)).toEqual(['NS101', 'NS302', 'NS304']);
});

test.each<[string, string, string[]]>([
  ['above the container', `      # cdk8s-sidecars: ignore NS302 it never takes that long\n${CONTAINER}`, ['NS101', 'NS304']],
  ['at the end of its first line', '      - name: cache # cdk8s-sidecars: ignore NS302 it never takes that long\n', ['NS101', 'NS304']],
  ['without a space', `      # cdk8s-sidecars:ignore NS302 it never takes that long\n${CONTAINER}`, ['NS101', 'NS304']],
  ['several rules', `      # cdk8s-sidecars: ignore NS302, NS304 NS101 - it never takes that long\n${CONTAINER}`, []],
  ['several comments', `      # cdk8s-sidecars: ignore NS302 short\n      # more words\n      # cdk8s-sidecars: ignore ns304: long\n${CONTAINER}`, ['NS101']],
  ['with Windows line breaks', `      # cdk8s-sidecars: ignore NS302 it never takes that long\r\n${CONTAINER}`, ['NS101', 'NS304']],
])('a comment accepts a finding of its container: %s', async (_where, comment, left) => {
  expect(await offending(TEXT.replace(CONTAINER, comment))).toEqual(left);
});

const HOOK = '              seconds: 20\n';

test.each<[string, string]>([
  ['at the end of the line', HOOK.replace('\n', ' # cdk8s-sidecars: ignore NS302 it never takes that long\n')],
  ['directly above the line', `              # cdk8s-sidecars: ignore NS302 it never takes that long\n${HOOK}`],
])('a comment accepts the finding that points to its line: %s', async (_where, comment) => {
  const text = TEXT.replace(HOOK, comment);

  expect(await offending(text)).toEqual(['NS101', 'NS304']);
  expect((await run(['check', '-'], text)).err).toBe('');
});

test('a comment accepts the finding that is below its line in the container', async () => {
  const text = TEXT.replace('          preStop:\n', '          preStop: # cdk8s-sidecars: ignore NS302 it never takes that long\n');

  expect(await offending(text)).toEqual(['NS101', 'NS304']);
  expect((await run(['check', '-'], text)).err).toBe('');
});

test('a comment on such a line that gives no reason is told, and accepts nothing', async () => {
  const text = TEXT.replace(HOOK, HOOK.replace('\n', ' # cdk8s-sidecars: ignore NS302\n'));

  expect(await offending(text)).toEqual(['NS101', 'NS302', 'NS304']);
  expect((await run(['check', '-'], text)).err).toMatch(/^<stdin>:34:27: this comment has no effect because it gives no reason: /);
});

test('a comment concerns no other container', async () => {
  expect(await offending(TEXT.replace('      - name: app\n', '      - name: app # cdk8s-sidecars: ignore NS302 why not\n'))).toEqual(['NS101', 'NS302', 'NS304']);
});

test.each<[string, string, string]>([
  ['no reason', '# cdk8s-sidecars: ignore NS302', "<stdin>:28:21: this comment has no effect because it gives no reason: write '# cdk8s-sidecars: ignore NS302 <reason>'\n"],
  ['no rule', '# cdk8s-sidecars: ignore because', "<stdin>:28:21: this comment has no effect because it names no rule: write '# cdk8s-sidecars: ignore NS304 <reason>'\n"],
  ['another word', '# cdk8s-sidecars: disable NS302 because', "<stdin>:28:21: this comment has no effect because the word 'ignore' is missing: write '# cdk8s-sidecars: ignore NS302 <reason>'\n"],
  ['an unknown rule', '# cdk8s-sidecars: ignore NS999 because', "<stdin>:28:21: unknown rule NS999: run 'cdk8s-sidecars rules' to list all rules\n"],
])('a comment with %s is told, and accepts nothing', async (_what, comment, said) => {
  const text = TEXT.replace('- name: cache', `- name: cache ${comment}`);

  expect(await offending(text)).toEqual(['NS101', 'NS302', 'NS304']);
  expect((await run(['check', '-'], text)).err).toBe(said);
});

test('a comment that stands at no container is told', async () => {
  const { err } = await run(['check', '-'], TEXT.replace('    spec:\n', '    spec: # cdk8s-sidecars: ignore NS302 x\n'));

  expect(err).toBe('<stdin>:25:11: this comment has no effect here: put it at the end of the line that the finding points to, or of the first line of its container, or directly above one of them\n');
});

test('there, an unknown rule is told first', async () => {
  const { err } = await run(['check', '-'], TEXT.replace('    spec:\n', '    spec: # cdk8s-sidecars: ignore NS999 x\n'));

  expect(err).toBe("<stdin>:25:11: unknown rule NS999: run 'cdk8s-sidecars rules' to list all rules\n");
});

test('the annotation of a workload accepts its findings', async () => {
  const annotated = (reason: string) => TEXT.replace('  namespace: shop\n', `  namespace: shop\n  annotations:\n    acknowledge.cdk8s-sidecars/NS302: ${reason}\n`);

  expect(await offending(annotated('it is fine'))).toEqual(['NS101', 'NS304']);
  expect(await offending(annotated('""'))).toEqual(['NS101', 'NS302', 'NS304']);
});

test.each<[string, string, string[]]>([
  ['an unknown rule', 'NS999: x', ["NS614 the annotation 'acknowledge.cdk8s-sidecars/NS999' has no effect because there is no such rule"]],
  ['no reason', 'NS302: ""', ["NS614 the annotation 'acknowledge.cdk8s-sidecars/NS302' has no effect because its value is empty"]],
  ['a rule that finds nothing', 'NS401: x', ["NS614 the annotation 'acknowledge.cdk8s-sidecars/NS401' has no effect because NS401 finds nothing here"]],
  ['a rule that finds something', 'NS302: it is fine', []],
  ["a rule of the user's own", 'ACME1: no team yet', []],
])('an annotation with %s', async (_what, annotation, said) => {
  const text = TEXT.replace('  namespace: shop\n', `  namespace: shop\n  annotations:\n    acknowledge.cdk8s-sidecars/${annotation}\n`);

  const { findings } = JSON.parse((await run(['check', '-', '--format', 'json'], text)).out);

  const found = findings.filter((finding: any) => finding.rule === 'NS614');
  expect(found.map((finding: any) => `${finding.rule} ${finding.message}`)).toEqual(said);
  expect(found.every((finding: any) => finding.line === 18)).toBe(true);
});

test('a comment about a rule that finds nothing is told', async () => {
  const told = async (comment: string) => (await run(['check', '-'], TEXT.replace('- name: cache', `- name: cache # cdk8s-sidecars: ignore ${comment}`))).err;

  expect(await told('NS401 because')).toBe('<stdin>:28:21: this comment has no effect because NS401 finds nothing here: remove it\n');
  expect(await told('NS302, NS401 because')).toBe('<stdin>:28:21: this comment has no effect because NS401 finds nothing here: remove NS401\n');
});

test('what is accepted neither fails nor is listed, it is counted, and suppressed in SARIF', async () => {
  const text = TEXT.replace(CONTAINER, `      # cdk8s-sidecars: ignore NS302 it never takes that long\n${CONTAINER}`);

  const human = await run(['check', '-'], text);
  const sarif = JSON.parse((await run(['check', '-', '--format', 'sarif'], text)).out);

  expect(human).toMatchObject({ code: 0, out: expect.stringMatching(/^0 errors, .*, 1 acknowledged$/m) });
  expect(sarif.runs[0].results.find((result: any) => result.ruleId === 'NS302')).toMatchObject({ suppressions: [{ justification: 'it never takes that long' }] });
});

test('what a baseline holds is not reported, also when lines move', async () => {
  await inFolder({ 'web.yaml': TEXT }, async folder => {
    const baseline = join(folder, 'baseline.json');

    const written = await run(['check', join(folder, 'web.yaml'), '--write-baseline', baseline]);
    const moved = await run(['check', '-', '--baseline', baseline], `# moved\n\n${TEXT}`);
    const added = await run(['check', '-', '--baseline', baseline], TEXT.replaceAll('cache', 'store'));

    expect(written).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/baseline\.json: saved \d findings\n$/) });
    expect(JSON.parse(readFileSync(baseline, 'utf8')).findings).toContain('NS302 Deployment shop/web cache');
    expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^no findings in 1 pod of 1 file, \d in the baseline\n$/) });
    expect(added).toMatchObject({ code: 1, out: expect.stringMatching(/NS302[^]*\d baseline findings? no longer present/) });
  });
});

test('two equal findings are told apart, and a third one is new', async () => {
  await inFolder({}, async folder => {
    const baseline = join(folder, 'baseline.json');
    await run(['check', '-', '--write-baseline', baseline], `${TEXT}---\n${TEXT}`);

    expect(await offending(`${TEXT}---\n${TEXT}`, '--baseline', baseline)).toEqual([]);
    expect(await offending(`${TEXT}---\n${TEXT}---\n${TEXT}`, '--baseline', baseline)).toEqual(['NS101', 'NS302', 'NS304']);
  });
});

test.each<[string, string, string]>([
  ['no JSON', 'findings', ' is not a cdk8s-sidecars baseline: pass a file that --write-baseline wrote, or create one in a new file with --write-baseline\n'],
  ['another JSON', '{"findings": [1]}', ' is not a cdk8s-sidecars baseline: pass a file that --write-baseline wrote, or create one in a new file with --write-baseline\n'],
])('a baseline that is %s is refused', async (_what, content, said) => {
  await inFolder({ 'baseline.json': content }, async folder => {
    const { code, err } = await run(['check', '-', '--baseline', join(folder, 'baseline.json')], TEXT);

    expect(code).toBe(2);
    expect(err).toContain(said);
  });
});

test('a baseline replaces only a baseline, an empty file or nothing', async () => {
  await inFolder({ 'web.yaml': TEXT, 'empty.json': '\n' }, async folder => {
    const [other, empty, created] = ['web.yaml', 'empty.json', 'new.json'].map(name => join(folder, name));
    const write = (file: string) => run(['check', '-', '--write-baseline', file], TEXT);

    expect(await write(other)).toMatchObject({ code: 2, err: expect.stringContaining(`error: --write-baseline ${other} would overwrite a file that is not a baseline: pass another path, or delete the file first\n`) });
    expect(readFileSync(other, 'utf8')).toBe(TEXT);
    expect([(await write(empty)).code, (await write(created)).code, (await write(created)).code]).toEqual([0, 0, 0]);
    expect((await run(['check', '-', '--baseline', created], TEXT)).code).toBe(0);
  });
});

test('a baseline that is missing or cannot be written is refused', async () => {
  expect(await run(['check', '-', '--baseline', 'missing.json'], TEXT)).toEqual(
    { code: 2, out: '', err: 'missing.json: no such file or folder: check the path\n(create a baseline with --write-baseline missing.json)\n' });
  expect(await run(['check', '-', '--write-baseline', 'no/such/folder.json'], TEXT)).toMatchObject(
    { code: 2, err: 'error: cannot write no/such/folder.json: no such folder: create it, or check the path\n' });
});
