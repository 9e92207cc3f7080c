import { DELETED, drawn, ORDINARY, podOf, sidecar, WEB } from './pods';
import { drawMermaid, drawMermaidComparison } from '../../src/drawing/mermaid';
import { PodModel } from '../../src/kubernetes/pod';

test('a section for each container, the grace period and the end', () => {
  expect(drawMermaid(drawn(WEB, DELETED, { injected: ['proxy'] })).split('\n')).toEqual([
    '%%{init: {"gantt": {"leftPadding": 175}}}%%',
    'gantt',
    '  title Pod/web',
    '  dateFormat x',
    '  axisFormat %s s',
    '  section proxy (sidecar, injected)',
    '  starting 2 s :active, 0, 2000ms',
    '  up 83 s :2000, 83000ms',
    '  stopping 4 s :done, 85000, 4000ms',
    '  section migrate (init)',
    '  up 2 s :2000, 2000ms',
    '  section app (main)',
    '  up 56 s :4000, 56000ms',
    '  preStop hook 5 s :done, 60000, 5000ms',
    '  stopping 20 s :done, 65000, 20000ms',
    '  section grace period 40 s',
    '  preStop hook of app 5 s :done, 60000, 5000ms',
    '  shutdown of app 20 s :done, 65000, 20000ms',
    '  shutdown of proxy 4 s :done, 85000, 4000ms',
    '  11 s left :89000, 11000ms',
    '  section pod',
    '  the pod is deleted :milestone, 60000, 0ms',
  ]);
});

test('kills, failures and what never starts are marked', () => {
  const killed = drawMermaid(drawn(WEB, { ...DELETED, containers: { ...DELETED.containers, app: { ignoresSigterm: true } } }));
  const stuck = drawMermaid(drawn(WEB, { containers: { proxy: { gateNeverOpens: true } } }));

  expect(killed).toContain('  killed with 137 :crit, milestone, 100000, 0ms');
  expect(stuck).toContain('  section app (main)\n  never starts :milestone, 9900, 0ms');
  expect(stuck).toContain('  the pod is stuck :crit, milestone, 9900, 0ms');
});

test('before and after share one axis', () => {
  const sections = drawMermaidComparison(drawn(ORDINARY, { deleteAt: 60 }), drawn(WEB, DELETED)).split('\n').filter(line => line.startsWith('  section'));

  expect(sections.map(line => line.slice('  section '.length))).toEqual([
    'before migrate (init)', 'before app (main)', 'before proxy (main)', 'before grace period 30 s', 'before pod',
    'after proxy (sidecar)', 'after migrate (init)', 'after app (main)', 'after grace period 40 s', 'after pod',
  ]);
});

test('text of the input cannot add a line, a task or a directive', () => {
  const name = 'a:b\n  x :crit, 0, 1ms;%%{init: {}}%% <b>#quot;';
  const chart = drawMermaid(drawn(PodModel.fromManifest({ kind: 'Pod', metadata: { name }, spec: { containers: [{ name }] } }), { deleteAt: 5 }));

  expect(chart.split('\n')[2]).toBe('  title Pod/a_b x _crit_ 0_ 1ms____init_ _____ _b__quot_');
  expect(chart).not.toMatch(/\n {2}x :crit/);
});

test('each row begins with a word of the chart, because Mermaid reads a row that begins with a name such as these as a statement', () => {
  const names = ['click', 'call', 'href', 'title', 'includes', 'excludes', 'todaymarker', 'weekday', '2024-01-01'];
  const app = { lifecycle: { preStop: { sleep: { seconds: 1 } } } };
  const rows = drawMermaid(drawn(podOf([{ name: 'section', ...app }], names.map(name => sidecar(name, {}))), {
    deleteAt: 5, containers: Object.fromEntries(['section', ...names].map(name => [name, { shutdown: 2 }])),
  })).split('\n').slice(5);

  expect(rows).toEqual(expect.arrayContaining(['  preStop hook of section 1 s :done, 5000, 1000ms', '  shutdown of 2024-01-01 2 s :done, 8000, 2000ms']));
  expect(rows.filter(row => !/^ {2}(?:section \S|up |stopping |preStop hook |shutdown of |\d+ s left |the pod )/.test(row))).toEqual([]);
});

test('a blank title is left out, because Mermaid refuses an empty one', () => {
  expect(drawMermaid(drawn(WEB, DELETED), ' ').split('\n').slice(1, 3)).toEqual(['gantt', '  dateFormat x']);
});

test('the rest of a crash loop is left out', () => {
  const chart = drawMermaid(drawn(podOf([{ name: 'app' }], [sidecar('proxy')]), { deleteAt: 90_000, containers: { app: { exitsAfter: 1, exitCode: 1 } } }));

  expect(chart.split('\n').length).toBeLessThan(70);
});
