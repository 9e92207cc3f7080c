import { expectCurrent } from './current-page';
import { find, parseXml } from './drawing/xml';
import { read } from '../generate/page';
import { picturePages } from '../generate/pictures';
import { NOT_DRAWN, RULE_STORIES } from '../generate/rule-stories/all-stories';
import { Life, livesOf, manifestOf, Story } from '../generate/rule-stories/life';
import { check } from '../src/core/on-text';
import { differencesBetween } from '../src/drawing/differences';
import { FAMILIES } from '../src/rules/all-rules';
import { Severity } from '../src/rules/engine/finding';

test('the pictures of the pages are current (if you meant the change: npx projen examples:update)', async () => {
  const pages = await picturePages();

  pages.forEach(expectCurrent);
  expect(pages.filter(({ text }) => text.length > 15_000).map(({ file }) => file)).toEqual([]);
});

test.each(Object.keys(RULE_STORIES))('the wrong and the right timeline of %s differ', id => {
  const [wrong, right] = livesOf(RULE_STORIES[id]);

  expect(FAMILIES.flatMap(({ rules }) => rules).some(rule => rule.id === id)).toBe(true);
  expect(differencesBetween(wrong, right)).not.toEqual([]);
});

test.each(Object.entries(RULE_STORIES))('check finds the wrong life of %s, and not the right one', (id, story) => {
  const [wrong, right] = [findingsIn(story, story.wrong), findingsIn(story, story.right)];

  expect(wrong.map(({ rule }) => rule)).toContain(id);
  expect(right.filter(({ rule, severity }) => rule === id || severity === Severity.ERROR).map(({ message }) => message)).toEqual([]);
});

test('each rule about start, order, stop and Jobs has a picture, or a reason to have none', () => {
  const families = FAMILIES.filter(({ prefix }) => ['NS1', 'NS2', 'NS3', 'NS4'].includes(prefix));

  const drawn = Object.keys(RULE_STORIES);
  const ids = families.flatMap(({ rules }) => rules).map(rule => rule.id);

  expect(families).toHaveLength(4);
  expect(ids.filter(id => !drawn.includes(id))).toEqual(Object.keys(NOT_DRAWN));
});

test.each([
  ['recorded-job.svg', ['the Job never completes', 'the Job completes']],
  ['recorded-deletion.svg', ['the pod is deleted', 'calls fail', expect.stringMatching(/^Native sidecar: 0 of \d+ calls fail$/)]],
])('the README shows what a kubelet did, not what a simulator says: %s', async (name, told) => {
  const recorded = (await picturePages()).find(({ file }) => file.endsWith(name))!;
  const texts = find(parseXml(recorded.text.trimEnd()), 'text').map(({ text }) => text);

  expect(read('README.md')).toContain(`/main/${recorded.file}" width="800"`);
  expect(texts).toEqual(expect.arrayContaining(['Recorded on Kubernetes 1.36.3', ...told]));
});

test('in the recorded deletions, calls fail at both ends with an ordinary proxy, and none with a native one', () => {
  const [ordinary, native] = ['ordinary', 'native'].map(kind => JSON.parse(read(`test/fixtures/traces/1.36.3/delete-${kind}-proxy.json`)).observed.notes);

  expect(ordinary).toMatchObject({ failedBeforeStop: expect.any(Number), failedAfterStop: expect.any(Number) });
  expect(Math.min(ordinary.failedBeforeStop, ordinary.failedAfterStop)).toBeGreaterThan(0);
  expect(native).toMatchObject({ failed: 0, calls: expect.any(Number) });
});

/** What `check` reports about a life, as its author writes it. */
function findingsIn({ beside = [], mesh, kubernetes }: Story, life: Life) {
  const sources = [manifestOf(life), ...beside].map((object, index) => ({ name: `${index}.json`, text: JSON.stringify(object) }));
  const { findings, problems } = check(sources, { mesh, kubernetesVersion: kubernetes });
  expect(problems).toEqual([]);
  return findings;
}
