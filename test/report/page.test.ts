import { sampleData } from './sample-data';
import { detailsHtml } from '../../src/report/html/details';
import { html } from '../../src/report/html/html';
import { reportPage } from '../../src/report/html/page';
import { rowHtml } from '../../src/report/html/row';
import { ReportSummary } from '../../src/report/summary';

const EVIL = '</script><img src=x onerror=alert(1)>"\'&\u2028\u202e\u001b[2J';
const SUMMARY: ReportSummary = { version: '1.2.3', kubernetes: '1.34', files: 2, requests: [], owned: 0, problems: [] };
const PARTS = { script: 'run()', hashOf: (text: string) => `sha256-${text.length}` };
const DATA = sampleData([
  { name: 'web', namespace: 'shop', findings: [['NS303', 'warning'], ['NS101', 'error'], ['NS303', 'info', 'x', 'it is known']], verdict: 'migrated' },
  { name: 'api', verdict: 'advice' },
]);

test('text is escaped wherever it gets into HTML', () => {
  expect(html`<b title="${'"><i>'}">${['<', html`<i>`, undefined, 1]}</b>`.toString()).toBe('<b title="&#34;&#62;&#60;i&#62;">&#60;<i>1</b>');
});

test('the policy of a page allows its own script and style, and nothing else', () => {
  const page = reportPage(DATA, SUMMARY, PARTS);
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page)!;

  expect(policy.replaceAll('&#39;', "'")).toMatch(/^default-src 'none'; script-src 'sha256-5'; style-src 'sha256-\d+'; base-uri 'none'; form-action 'none'$/);
  expect(page).toContain('<script>run()</script>');
  expect(page).not.toMatch(/ style=| on\w+=|https?:\/\/(?!www\.w3\.org)/);
});

test('a page tells its totals, and how many workloads each filter finds', () => {
  const page = reportPage(DATA, { ...SUMMARY, mesh: 'Istio 1.29', requests: [{ resource: 'cpu', before: '1', after: '1500m' }], problems: ['a.yaml:1: broken'], owned: 2 }, PARTS);

  expect(page).toContain('2 workloads in 2 files, for Kubernetes 1.34 with Istio 1.29. Made by cdk8s-sidecars 1.2.3.');
  expect(page).toContain('<div class="tile error"><dt>error</dt><dd>1</dd></div>');
  expect(page).toContain('<option value="NS303">NS303 (1) title of NS303</option>');
  expect(page).toContain('<tr><th scope="row">cpu</th><td>1</td><td class="changed">1500m</td></tr>');
  expect(page).toContain('2 objects left out: another object of the input creates them.');
  expect(page).toContain('<li>a.yaml:1: broken</li>');
});

test('findings are shown with their rule, place and fix, the most severe first, and accepted ones with their reason', () => {
  const details = detailsHtml(0, DATA).toString();

  expect([...details.matchAll(/<b>(NS\d+)<\/b>/g)].map(([, rule]) => rule)).toEqual(['NS101', 'NS303', 'NS303']);
  expect(details).toContain('<span class="rule">title of NS101</span>');
  expect(details).toContain('<code>a.yaml:2:3</code>');
  expect(details).toContain('<b>Fix:</b> a fix');
  expect(details).toContain('Accepted: it is known');
  expect(rowHtml(0, DATA).toString()).toContain('shop · 1 error, 1 warning');
});

test('nothing of the input acts on a page', () => {
  const data = sampleData([{ kind: EVIL, name: EVIL, namespace: EVIL, file: EVIL, findings: [['NS303', 'error', EVIL, EVIL]], verdict: 'migrated' }]);
  const hostile = { ...data, workloads: data.workloads.map(workload => ({ ...workload, migration: { verdict: 'migrated' as const, diff: 0, steps: [{ why: workload.name }], moved: [workload.name] } })), diffs: [[0]] };
  const page = reportPage(hostile, { ...SUMMARY, problems: [EVIL], requests: [{ resource: EVIL, before: EVIL, after: EVIL }] }, PARTS);

  for (const text of [page, rowHtml(0, hostile).toString(), detailsHtml(0, hostile).toString()]) {
    expect(text).not.toContain('<img');
    expect(text).not.toMatch(/[\u2028\u202e\u001b]/);
  }
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;');
});
