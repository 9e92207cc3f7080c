import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from './run';
import { main } from '../../src/cli/main';

/** A name that ends the line, moves the cursor, turns the text around, and is Markdown, HTML and a command of a workflow. */
const EVIL = 'x\n# INJECTED\n::error::INJECTED\r\u001b[31mred\u009b1m\u202eturned\u2066\u2028INJECTED<img src=x>[link](http://evil)`code`';
const FILE = 'a\n# INJECTED\u001b[2J\u202e[l](u)`.yaml';
const UNSAFE = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

const POD = `${JSON.stringify({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: EVIL, namespace: EVIL },
  spec: {
    template: {
      spec: {
        restartPolicy: 'Never',
        containers: [
          { name: EVIL, image: 'ghcr.io/acme/app:1', command: ['sh', '-c', `./work; curl localhost:9091/quitquitquit # ${EVIL}`], resources: { requests: { [EVIL]: '1' } } },
          { name: `db${EVIL}`, image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--quitquitquit', 'a:b:c'] },
        ],
      },
    },
  },
})}\n`;

function expectSafe(text: string): void {
  expect(text).not.toMatch(UNSAFE);
  expect(text.split('\n').filter(line => /^(# |::error::)?INJECTED/.test(line))).toEqual([]);
}

test.each([
  ['check', []],
  ['check', ['--format', 'json']],
  ['check', ['--format', 'sarif']],
  ['check', ['--format', 'github']],
  ['migrate', ['--format', 'json']],
  ['migrate', ['--out', 'OUT']],
  ['migrate', ['--format', 'html']],
  ['report', []],
  ['explain', []],
  ['explain', ['--format', 'json']],
  ['explain', ['--workload', `Job/${EVIL}x`]],
])('nothing of a manifest acts on what reads the output of %s %j', async (command, options) => {
  await inFolder({ [FILE]: POD }, async folder => {
    const { out, err } = await run([command, join(folder, FILE), ...options.map(option => option === 'OUT' ? join(folder, 'out') : option)]);

    expect((out + err).length).toBeGreaterThan(100);
    expectSafe(out);
    expectSafe(err);
  });
});

test('nor what cannot be read', async () => {
  await inFolder({ [FILE]: `kind: ${JSON.stringify(EVIL)}: x\n`, 'b.yaml': `kind: Pod\nspec: {containers: ${JSON.stringify(EVIL)}}\nmetadata: {name: ${JSON.stringify(EVIL)}}\n` }, async folder => {
    for (const format of ['human', 'github', 'sarif']) {
      const { out, err } = await run(['check', folder, '--format', format]);

      expectSafe(out);
      expectSafe(err);
    }
  });
});

test.each([
  ['explain', []], ['check', ['--config', EVIL]], ['check', ['--baseline', EVIL]], ['rules', [EVIL]],
])('nor a name that a message of %s begins with: %#', async (command, options) => {
  await inFolder({ [FILE]: 'kind: Pod\nmetadata: {name: web}\nspec: {containers: 1}\n' }, async folder => {
    const { code, err } = await run([command, ...(command === 'rules' ? [] : [join(folder, FILE)]), ...options]);

    expect(code).toBeGreaterThan(1);
    expectSafe(err);
  });
});

test('a report as Markdown has no link, tag or heading of a manifest', async () => {
  await inFolder({ [FILE]: POD }, async folder => {
    await run(['migrate', join(folder, FILE), '--report', join(folder, 'report.md')]);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    const outsideOfCode = report.replace(/^```[^]*?^```$/gm, '').replace(/(`+).*?[^`]\1(?!`)/g, '');

    expectSafe(report);
    // The only tag of the report itself is its picture.
    const withoutPicture = outsideOfCode.replace(/^<img src="report-pictures\/[a-z0-9-]+\.svg" width="800" alt="The pod before and after">$/m, '');
    expect(withoutPicture).not.toBe(outsideOfCode);
    expect(withoutPicture).not.toMatch(/(?<!\\)(<img|\[link|`code)/);
  });
});

test('a diff on a terminal does not act on it, and in a file is exact', async () => {
  await inFolder({ 'a.yaml': POD.replace('{', '{"x": "\u202e", ') }, async folder => {
    const { out: piped } = await run(['migrate', join(folder, 'a.yaml')]);

    expect(piped).toContain('\u202e');
    let shown = '';
    await main(['migrate', join(folder, 'a.yaml')], { out: text => { shown += text; }, err: () => {}, stdin: async () => new Uint8Array(), terminal: true });
    expect(shown).toContain('+++ b/');
    expect(shown).not.toMatch(UNSAFE);
  });
});
