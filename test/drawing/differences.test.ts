import { DELETED, drawn, jobOf, ORDINARY, podOf, sidecar, WEB } from './pods';
import { find, parseXml } from './xml';
import { differencesBetween } from '../../src/drawing/differences';
import { drawComparison } from '../../src/drawing/svg-comparison';
import { Timeline } from '../../src/sidecars/timeline';
import { TimelineComparison } from '../../src/sidecars/timeline-comparison';

const BEFORE = drawn(ORDINARY, { deleteAt: 60, containers: { app: { shutdown: 20 }, proxy: { shutdown: 4 }, migrate: { exitsAfter: 2 } } });
const AFTER = drawn(WEB, DELETED);
const sentences = (before = BEFORE, after = AFTER) => differencesBetween(before, after).map(({ sentence }) => sentence);

test('a sidecar that becomes native starts first and stops last', () => {
  expect(sentences()).toEqual([
    "'proxy' is a native sidecar (before: main container), is up before 'app' starts, starts at 0 s (before: 2 s), outlives 'app', exits at 89 s (before: 64 s)",
    "'migrate' starts at 2 s (before: 0 s), exits at 4 s (before: 2 s)",
    "'app' starts at 4 s (before: 2 s), exits at 85 s (before: 80 s)",
    'the grace period is 40 s (before: 30 s)',
  ]);
});

test('a Job that completes', () => {
  const work = { exitsAfter: 30 };
  const before = drawn(jobOf([{ name: 'work' }, { name: 'proxy' }]), { containers: { work } });
  const after = drawn(jobOf([{ name: 'work' }], [sidecar('proxy')]), { containers: { work, proxy: { shutdown: 2 } } });

  expect(sentences(before, after)).toEqual([
    "'proxy' is a native sidecar (before: main container), is up before 'work' starts, exits at 33 s (before: never)",
    "'work' starts at 1 s (before: 0 s), exits at 31 s (before: 30 s)",
    'the Job completes (before: is stuck)',
  ]);
});

test('only a startup probe tells that a sidecar is up, and several containers start', () => {
  const mains = [{ name: 'backup' }, { name: 'uploader' }];
  const before = drawn(podOf([...mains, { name: 'metrics' }]), { deleteAt: 60 });
  const after = (more?: object) => drawn(podOf(mains, [sidecar('metrics', more)]), { deleteAt: 60 });

  expect(sentences(before, after({}))[0]).toMatch(/is started before 'backup', 'uploader' start(,|$)/);
  expect(sentences(before, after())[0]).toMatch(/is up before 'backup', 'uploader' start(,|$)/);
});

test('a regular init container exits before the app starts', () => {
  const hangs = drawn(podOf([{ name: 'app' }], [{ name: 'migrate' }]), { containers: { migrate: { neverExits: true } } });
  const ends = drawn(podOf([{ name: 'app' }], [{ name: 'migrate' }]), { deleteAt: 60, containers: { migrate: { exitsAfter: 2 } } });

  expect(sentences(hangs, ends)[0]).toBe("'migrate' exits before 'app' starts, exits at 2 s (before: never)");
});

test('containers that come and go, kills and restarts', () => {
  const before = drawn(podOf([{ name: 'app' }, { name: 'old' }]), { deleteAt: 60, containers: { app: { ignoresSigterm: true } } });
  const after = drawn(podOf([{ name: 'app' }, { name: 'new' }]), { deleteAt: 60, containers: { app: { crashesAt: [20] } } });

  expect(sentences(before, after)).toEqual([
    "'app' restarts 1 time (before: 0), is no longer killed, exits at 60 s (before: 90 s)",
    "'new' is new",
    "'old' is gone",
  ]);
});

test('the same timeline twice has no difference', () => {
  expect(sentences(AFTER, AFTER)).toEqual([]);
  expect(drawComparison(AFTER, AFTER)).toContain('No difference');
});

test('both are drawn on one axis, and what differs is numbered and underlined', () => {
  const root = parseXml(drawComparison(BEFORE, AFTER));
  const texts = find(root, 'text').map(({ text }) => text);

  expect(texts.filter(text => text === 'Before' || text === 'After')).toEqual(['Before', 'After']);
  expect(find(root, 'text', 'n').map(({ text }) => text)).toEqual(['migrate', 'app', 'proxy', 'proxy', 'migrate', 'app']);
  expect(texts.filter(text => text === '60')).toHaveLength(1);
  expect(find(root, 'text', 'dt').map(({ text }) => text).filter(text => text.length === 1)).toEqual(['1', '2', '3']);
  expect(find(root, 'rect', 'df').length).toBeGreaterThan(3);
});

test('through the API', () => {
  const comparison = TimelineComparison.of(Timeline.of(ORDINARY, { deleteAt: 60 }), Timeline.of(WEB, DELETED));

  expect(comparison.differences).toContain('the grace period is 40 s (before: 30 s)');
  expect(comparison.toText({ width: 80 })).toContain("  - 'proxy' is a native sidecar (before: main container)");
  expect(comparison.toSvg({ title: 'Web' })).toContain('>Web: before and after</title>');
  expect(comparison.toMermaid({ title: 'Web' })).toContain('title Web\n');
});
