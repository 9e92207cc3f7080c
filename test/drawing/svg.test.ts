import { DELETED, drawn, jobOf, podOf, sidecar, WEB } from './pods';
import { allIn, find, parseXml, XmlElement } from './xml';
import { DrawnFacts } from '../../src/drawing/drawn-pod';
import { lanesOf } from '../../src/drawing/lanes';
import { drawSvg } from '../../src/drawing/svg';
import { PodModel } from '../../src/kubernetes/pod';
import { Scenario } from '../../src/simulator/scenario';

const draw = (pod: PodModel, scenario: Scenario, facts: DrawnFacts = {}) => parseXml(drawSvg(drawn(pod, scenario, facts)));
const texts = (root: XmlElement) => find(root, 'text').map(({ text }) => text);
const patterns = (root: XmlElement) => find(root, 'rect').map(({ attributes }) => attributes.fill ?? attributes.class);

test('names itself, and tells everything in words', () => {
  const root = draw(WEB, DELETED);
  const [title, desc] = [find(root, 'title')[0], find(root, 'desc')[0]];

  expect(root.attributes).toMatchObject({ 'role': 'img', 'aria-labelledby': `${title.attributes.id} ${desc.attributes.id}` });
  expect(title.text).toBe('Pod/web');
  expect(desc.text).toContain('65 s: app receives SIGTERM. 85 s: app exits with code 0. 85 s: proxy receives SIGTERM. 89 s: proxy exits with code 0. Outcome: the pod is deleted');
});

test('draws a lane for each container, in start order', () => {
  expect(find(draw(WEB, DELETED), 'text', 'n').map(({ text }) => text)).toEqual(['proxy', 'migrate', 'app']);
});

test('fills each phase with a pattern of its own', () => {
  const pod = podOf([{ name: 'app', lifecycle: { preStop: { sleep: { seconds: 5 } } } }], [sidecar('proxy')]);
  const root = draw(pod, { deleteAt: 60, containers: { proxy: { gateOpens: 1, shutdown: 2, crashesAt: [20, 25] }, app: { shutdown: 3 } } });
  const ids = find(root, 'pattern').map(({ attributes }) => `url(#${attributes.id})`);

  expect([...new Set(patterns(root).filter(fill => ids.includes(fill)))]).toEqual(['url(#tl-s)', 'url(#tl-b)', 'url(#tl-t)', 'url(#tl-w)', 'url(#tl-h)']);
});

test('draws a gate as a line from the sidecar that opens it to each container that waits for it', () => {
  const pod = podOf([{ name: 'app' }, { name: 'worker' }], [sidecar('proxy')]);
  const root = draw(pod, { containers: { proxy: { gateOpens: 2 } } });
  const [line] = find(root, 'line', 'g');
  const arrows = find(root, 'use').filter(({ attributes }) => attributes.href === '#tl-a');

  expect(line.attributes.x1).toBe(line.attributes.x2);
  expect(arrows.map(({ attributes }) => attributes.x)).toEqual([line.attributes.x1, line.attributes.x1]);
  expect(Number(line.attributes.y2)).toBe(Number(arrows[1].attributes.y));
});

test('a gate that never opens holds back the rest for good', () => {
  const root = draw(WEB, { containers: { proxy: { gateNeverOpens: true } } });

  expect(find(root, 'line', 'g')).toEqual([]);
  expect(texts(root)).toEqual(expect.arrayContaining(['gate fails', 'the pod is stuck']));
  expect(texts(root).filter(text => text === 'waiting')).toHaveLength(3); // two lanes and the legend
  expect(texts(root).filter(text => text === '…')).toHaveLength(3); // one for each lane
});

test('a container that is told to stop is not up again when its startup probe would pass', () => {
  const life = drawn(podOf([{ name: 'app' }], [sidecar('proxy')]), { deleteAt: 1.5, containers: { proxy: { gateOpens: 1.6, shutdown: 10 } } });

  expect(life.result.events.map(({ event }) => event)).toEqual(['started', 'sigterm', 'exited']);
  expect(lanesOf(life)[0].spans).toEqual([{ phase: 'starting', from: 0, to: 1.5 }, { phase: 'stopping', from: 1.5, to: 11.5 }]);
});

test('measures the grace period: who uses it and what is left', () => {
  const root = draw(WEB, DELETED);

  expect(texts(root)).toEqual(expect.arrayContaining(['grace period 40 s: 11 s left', 'app 5 s', 'app 20 s', 'proxy 4 s']));
});

test('a grace period that is too short is used up, and the kill is marked', () => {
  const root = draw(WEB, { ...DELETED, containers: { ...DELETED.containers, app: { ignoresSigterm: true } } });
  const kills = find(root, 'use').filter(({ attributes }) => attributes.href === '#tl-k' && attributes.transform === undefined);

  expect(texts(root)).toEqual(expect.arrayContaining(['grace period 40 s: used up, and 2 s more', 'killed, exit 137']));
  expect(kills).toHaveLength(2);
});

test('a Job completes when its sidecars have stopped', () => {
  const job = jobOf([{ name: 'work' }], [sidecar('proxy')]);
  const root = draw(job, { containers: { work: { exitsAfter: 30 }, proxy: { shutdown: 2 } } });

  expect(texts(root)).toEqual(expect.arrayContaining(['the work is done: the sidecars stop', 'the Job completes']));
});

test('draws an injected proxy as such, and shades the time in which requests still arrive', () => {
  const root = draw(WEB, DELETED, { injected: ['proxy'], requestsSeconds: 5 });

  expect(texts(root)).toEqual(expect.arrayContaining(['sidecar, injected', 'late requests']));
  expect(find(root, 'rect', 'inj').length + find(root, 'rect', 'rq').length).toBe(4); // each also in the legend
});

test('text of the input stays text', () => {
  const name = '"><script>alert(1)</script>&amp;\u202e\u0007';
  const pod = PodModel.fromManifest({ kind: 'Pod', metadata: { name }, spec: { containers: [{ name }] } });
  const root = draw(pod, { deleteAt: 5 });

  expect(find(root, 'script')).toEqual([]);
  expect(find(root, 'text', 'n')[0].text).toBe('"><script>alert(1)</script>&amp;\ufffd\ufffd');
});

test('is self-contained and small, follows the color scheme, and is as wide as its place', () => {
  const svg = drawSvg(drawn(WEB, DELETED, { injected: ['proxy'], requestsSeconds: 5 }));
  const inside = find(parseXml(svg), 'svg')[1];

  expect(svg.length).toBeLessThan(15_000);
  // A printed page is white, also for a reader who prefers dark pages.
  expect(svg.match(/@media[^{]*prefers-color-scheme[^{]*/g)).toEqual(['@media screen and (prefers-color-scheme:dark)']);
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|<script|<image|<foreignObject/);
  expect(allIn(inside).filter(({ name, attributes }) => ['rect', 'line', 'use', 'text'].includes(name) && !/^(0|[\d.]+%)$/.test(attributes.x ?? attributes.x1))).toEqual([]);
});

test('a picture in a page that has the style and the patterns is smaller', () => {
  const root = parseXml(drawSvg(drawn(WEB, DELETED), { embedded: true, prefix: 'web-' }));

  expect(find(root, 'style').length + find(root, 'defs').length).toBe(0);
  expect(find(root, 'title')[0].attributes.id).toBe('web-title');
  expect(patterns(root)).toContain('url(#tl-s)');
});

test('the middle of a crash loop is left out', () => {
  const pod = podOf([{ name: 'app' }]);
  const root = draw(pod, { deleteAt: 9000, containers: { app: { exitsAfter: 1, exitCode: 1 } } });

  expect(texts(root)).toContain('and so on');
});

test('many containers with long names, and times without end, stay inside', () => {
  const long = (name: string) => `${name}-${'x'.repeat(62 - name.length)}`;
  const helpers = Array.from({ length: 30 }, (_, index) => sidecar(long(`helper${index}`)));
  const root = draw(podOf([{ name: long('app') }], helpers), { deleteAt: 123456.789 });
  const shares = allIn(root).flatMap(({ attributes }) => [attributes.x, attributes.x1, attributes.x2]).filter(x => x?.endsWith('%')).map(x => parseFloat(x!));

  expect(Math.max(...shares)).toBeLessThanOrEqual(100);
  expect(find(root, 'text', 'n').every(({ text }) => text.length <= 36)).toBe(true);
});
