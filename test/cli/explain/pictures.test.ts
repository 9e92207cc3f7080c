import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/cli/main';
import { find, parseXml } from '../../drawing/xml';
import { inFolder, MANIFESTS, run } from '../run';

const WEB = `${MANIFESTS}/web.yaml`;
const OLD = `
kind: Deployment
metadata: { name: web }
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web }, { name: proxy }]
`;
const NEW = `
kind: Deployment
metadata: { name: web }
spec:
  template:
    metadata: { labels: { app: web } }
    spec:
      initContainers: [{ name: proxy, restartPolicy: Always, startupProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 } }]
      containers: [{ name: web }]
---
kind: Service
metadata: { name: web }
spec: { selector: { app: web } }
`;
const JOB = 'kind: Job\nmetadata: { name: report }\nspec: { template: { spec: { restartPolicy: Never, containers: [{ name: report }] } } }\n';
const LATE = JOB.replace('spec: {', 'spec: { activeDeadlineSeconds: 20,').replace('{ name: report }] }', '{ name: report, command: [sleep, infinity] }] }');
const STUCK = 'kind: Pod\nmetadata: { name: web }\nspec: { initContainers: [{ name: wait, command: [sleep, infinity] }], containers: [{ name: web }] }\n';
const LOOP = 'kind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web }] }\n';

test('as a picture', async () => {
  const { code, out, err } = await run(['explain', WEB, '--format', 'svg']);

  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(find(parseXml(out.trimEnd()), 'title')[0].text).toBe('Deployment/web');
});

test('as a chart for Markdown', async () => {
  expect((await run(['explain', WEB, '--format', 'mermaid'])).out).toContain('\ngantt\n  title Deployment/web\n');
});

test('as a page that loads nothing', async () => {
  const { out } = await run(['explain', WEB, '--format', 'html']);

  expect(out).toMatch(/^<!doctype html>/);
  expect(out).toContain("default-src 'none'");
  expect(out.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|<link|src=/);
  expect(out).toContain('<h2>Assumed</h2>');
});

test('names cannot act in a page', async () => {
  const pod = 'kind: Pod\nmetadata: { name: "<script>alert(1)</script>" }\nspec: { containers: [{ name: "<img src=x>" }] }\n';
  const { out } = await run(['explain', '-', '--format', 'html'], pod);

  expect(out).not.toMatch(/<script|<img/);
});

test('text as wide as asked for, in ASCII', async () => {
  const { out } = await run(['explain', WEB, '--width', '80', '--ascii']);

  expect(out.split('\n').filter(line => line.length > 80 && !line.includes('kubectl'))).toEqual([]);
  // eslint-disable-next-line no-control-regex
  expect(out).toMatch(/^[\x00-\x7f]*$/);
});

test('before and after', async () => inFolder({ 'old.yaml': OLD, 'new.yaml': NEW }, async folder => {
  const compare = ['explain', join(folder, 'old.yaml'), '--compare', join(folder, 'new.yaml')];
  const { code, out } = await run(compare);
  const data = JSON.parse((await run([...compare, '--format', 'json'])).out);
  const picture = parseXml((await run([...compare, '--format', 'svg'])).out.trimEnd());

  expect(code).toBe(0);
  expect(out).toContain("  - 'proxy' is a native sidecar (before: main container), is up before 'web' starts, outlives 'web'");
  expect(data).toMatchObject({ before: { outcome: 'deleted' }, after: { outcome: 'deleted' }, differences: expect.arrayContaining([expect.stringContaining("'proxy' is a native sidecar")]) });
  expect(find(picture, 'rect', 'rq').length).toBe(2); // a Service sends requests only in the second file; and the legend
  expect((await run([...compare, '--format', 'mermaid'])).out).toContain('section before web (main)');
  expect((await run([...compare, '--format', 'html'])).out).toContain('<h2>What differs</h2>');
}));

test('a comparison tells what is known and assumed, and that assumptions differ', async () => inFolder({ 'old.yaml': OLD, 'new.yaml': NEW }, async folder => {
  const [old, now] = [join(folder, 'old.yaml'), join(folder, 'new.yaml')];
  const { out } = await run(['explain', old, '--compare', now, '--drain', 'web=9s']);
  const { out: same } = await run(['explain', old, '--compare', old]);

  expect(out.slice(out.indexOf('Known:'))).toBe([
    'Known:',
    "  - you asked: after SIGTERM 'web' needs 9 s",
    '',
    'Assumed:',
    '  - the pod is deleted 60 s after its start',
    '',
    'Assumed (only before):',
    "  - after SIGTERM 'proxy' needs 30 s",
    '',
    'Assumed (only after):',
    "  - 'proxy' is up 1 s after the start, and the startup probe passes at its next check",
    "  - after SIGTERM 'proxy' needs 5 s",
    '',
    'The assumptions differ, so a difference in time may come from them.',
    '',
  ].join('\n'));
  expect(same).toContain("Assumed:\n  - the pod is deleted 60 s after its start\n  - after SIGTERM 'web' and 'proxy' each need 30 s\n");
  expect(same).not.toContain('only ');
  expect(same).not.toContain('assumptions differ');
}));

test('a comparison of different workloads is noted', async () => inFolder({ 'old.yaml': OLD, 'api.yaml': NEW.replace('name: web }', 'name: api }') }, async folder => {
  const api = join(folder, 'api.yaml');
  const { code, out, err } = await run(['explain', join(folder, 'old.yaml'), '--compare', api, '--format', 'json']);
  const note = 'Deployment/api is compared with Deployment/web, which is another workload';

  expect({ code, err, notes: JSON.parse(out).after.notes }).toEqual({ code: 0, err: `note: ${api}: ${note}\n`, notes: [note] });
}));

test('an injected proxy is drawn as such', async () => {
  const { out } = await run(['explain', WEB, '--mesh', 'istio@1.29', '--format', 'svg']);

  expect(find(parseXml(out.trimEnd()), 'text').map(({ text }) => text)).toContain('sidecar, injected');
});

describe('what if', () => {
  test('it starts late, crashes, ignores SIGTERM and is deleted later', async () => {
    const { code, out } = await run(['explain', WEB, '--slow', 'proxy=2.5s', '--crash', 'proxy@1m30s', '--delete', '120s', '--ignore-sigterm', 'web', '--drain', 'proxy=500ms']);

    expect(code).toBe(0);
    expect(out).toContain('3 s  proxy    is up: its startup probe passes');
    expect(out).toContain(' 90 s  proxy    exits with code 1');
    expect(out).toContain('120 s  web      preStop hook starts');
    expect(out).toContain('160 s  web      is killed with SIGKILL');
    expect(out.slice(out.indexOf('Known:'), out.indexOf('Resources'))).toBe([
      'Known:',
      "  - you asked: 'proxy' is up 2.5 s after its start",
      "  - you asked: 'proxy' crashes at 90 s",
      "  - you asked: after SIGTERM 'proxy' needs 0.5 s",
      "  - you asked: 'web' ignores SIGTERM",
      '  - you asked: the pod is deleted 120 s after its start',
      '',
      'Assumed:',
      "  - 'migrate' takes 1 s and succeeds",
      '',
      '',
    ].join('\n'));
  });

  test('also on top of a scenario', async () => inFolder({ 'scenario.yaml': 'deleteAt: 10\ncontainers: { web: { shutdown: 3 } }\n' }, async folder => {
    const { out } = await run(['explain', WEB, '--scenario', join(folder, 'scenario.yaml'), '--drain', 'web=7', '--format', 'json']);

    expect(JSON.parse(out).events).toContainEqual({ at: 22, container: 'web', event: 'exited', code: 0 });
  }));

  test.each([
    [['--slow', 'proxy'], "error: --slow 'proxy' is invalid: write a container and a time, for example --slow proxy=20s\n"],
    [['--crash', 'proxy@soon'], "error: --crash: 'soon' is not a time of at most a year: write it like 20s, 1m30s or 500ms, for example --crash proxy@30s\n"],
    [['--delete', '99999999999s'], "error: --delete: '99999999999s' is not a time of at most a year: write it like 20s, 1m30s or 500ms, for example --delete 60s\n"],
    [['--ignore-sigterm', 'nobody'], "error: Deployment/web has no container 'nobody': it has 'proxy', 'migrate', 'web'\n"],
    [['--drain', 'web=3s', '--ignore-sigterm', 'web'], "error: container 'web' cannot ignore SIGTERM and exit 3 s after it: pass --ignore-sigterm or --drain, not both\n"],
    [['--slow', 'web=3s'], "error: container 'web' has no startup probe, so no container waits for it and a slow start changes nothing: give it a startup probe\n"],
  ] as [string[], string][])('%j is a mistake', async (options, message) => {
    expect(await run(['explain', WEB, ...options])).toEqual({ code: 2, out: '', err: message });
  });

  test.each([
    [['--crash', 'web@200s'], WEB, "'web' crashes at 200 s, which has no effect: 'web' exits for good at 95 s"],
    [['--slow', 'proxy=20s', '--crash', 'proxy@90s'], WEB, "'proxy' crashes at 90 s, which has no effect: the timeline ends at 70 s, when 'proxy' waits for another restart"],
    [['--crash', 'web@1s'], WEB, "'web' crashes at 1 s, which has no effect: 'web' starts at 2 s"],
    [['--crash', 'migrate@0.5s'], WEB, "'migrate' crashes at 0.5 s, which has no effect: 'migrate' starts at 1 s"],
    [['--drain', 'migrate=3s'], WEB, "after SIGTERM 'migrate' needs 3 s, which has no effect: 'migrate' never receives SIGTERM"],
    [['--ignore-sigterm', 'migrate'], WEB, "'migrate' ignores SIGTERM, which has no effect: 'migrate' never receives SIGTERM"],
    [['--delete', '100s'], JOB, 'the pod is deleted 100 s after its start, which has no effect: the pod ends at 60 s'],
    [['--crash', 'web@9s'], STUCK, "'web' crashes at 9 s, which has no effect: 'web' never starts"],
    [['--crash', 'web@15s', '--crash', 'web@12s', '--crash', 'web@10s'], LOOP, "'web' crashes at 15 s, which has no effect: 'web' does not run then"],
    [['--delete', '25s', '--drain', 'report=10s'], LATE, 'the pod is deleted 25 s after its start, which has no effect: the pod stops at 20 s already'],
  ] as [string[], string, string][])('%j has no effect', async (options, input, note) => {
    const { code, out, err } = await run(['explain', ...(input.endsWith('.yaml') ? [input] : ['-']), ...options, '--format', 'json'], input);

    expect({ code, err }).toEqual({ code: 0, err: `note: you asked: ${note}\n` });
    expect(JSON.parse(out).notes).toEqual([`you asked: ${note}`]);
    expect(JSON.parse(out).known).not.toContain(`you asked: ${note.split(',')[0]}`);
  });

  test('it applies to each of two pods that it fits', async () => inFolder({ 'old.yaml': OLD, 'new.yaml': NEW }, async folder => {
    const old = join(folder, 'old.yaml');
    const { code, out, err } = await run(['explain', old, '--compare', join(folder, 'new.yaml'), '--slow', 'proxy=2s', '--drain', 'web=2s', '--format', 'json']);
    const { before, after } = JSON.parse(out);
    const note = "you asked: 'proxy' is up 2 s after its start, which has no effect: container 'proxy' has no startup probe, so no container waits for it and a slow start changes nothing: give it a startup probe";

    expect({ code, err, notes: before.notes }).toEqual({ code: 0, err: `note: ${old}: ${note}\n`, notes: [note] });
    expect(before.known).toEqual(["you asked: after SIGTERM 'web' needs 2 s"]);
    expect(after.known).toEqual(["you asked: 'proxy' is up 2 s after its start", "you asked: after SIGTERM 'web' needs 2 s"]);
    expect(after.events).toContainEqual({ at: 2, container: 'proxy', event: 'gate-open' });
  }));

  test('it must fit one of two pods', async () => inFolder({ 'old.yaml': OLD, 'new.yaml': NEW }, async folder => {
    expect(await run(['explain', join(folder, 'old.yaml'), '--compare', join(folder, 'new.yaml'), '--drain', 'nobody=2s'])).toEqual({
      code: 2, out: '', err: "error: Deployment/web has no container 'nobody': it has 'web', 'proxy'; Deployment/web has no container 'nobody': it has 'proxy', 'web'\n",
    });
  }));

  test('the width has limits', async () => {
    expect((await run(['explain', WEB, '--width', '5'])).err).toContain("'5' is not a whole number from 60 to 500.");
  });
});

test('only one input comes from standard input', async () => {
  expect((await run(['explain', '-', '--compare', '-'], NEW)).err).toBe('error: the manifests cannot both come from standard input: pass one of them as a file\n');
  expect((await run(['explain', '-', '--watch'], NEW)).err).toBe('error: --watch cannot follow standard input: pass a file or a folder\n');
});

test.each([['nope.yaml', 3, 'nope.yaml: no such file or folder: check the path\n'], [WEB, 2, 'nope.yaml: no such file or folder: check the path\n']])(
  '--watch of %s ends if a file is missing', async (path, code, err) => {
    expect(await run(['explain', path, '--watch', ...(path === WEB ? ['--scenario', 'nope.yaml'] : [])])).toEqual({ code, out: '', err });
  });

test('--watch draws again when the file changes, also after a mistake', async () => inFolder({ 'pod.yaml': OLD }, async folder => {
  const file = join(folder, 'pod.yaml');
  const end = new AbortController();
  let [out, err] = ['', ''];
  const watching = main(['explain', '--watch', file, '--format', 'mermaid'], {
    out: text => { out += text; },
    err: text => { err += text; },
    stdin: async () => Buffer.from(''),
    terminal: true,
    stop: end.signal,
  });
  const until = async (test: () => boolean) => {
    for (let tries = 0; tries < 200 && !test(); tries++) {
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };

  await until(() => out.includes('proxy (main)'));
  writeFileSync(file, 'kind: Deployment\nspec: {');
  await until(() => err !== '');
  writeFileSync(file, NEW);
  await until(() => out.includes('proxy (sidecar)'));
  end.abort();

  expect(await watching).toBe(0);
  expect(out.split('\u001b[2J')).toHaveLength(4);
  expect(err).toContain('pod.yaml');
}));
