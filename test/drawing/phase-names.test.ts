import { DELETED, drawn, WEB } from './pods';
import { allIn, parseXml } from './xml';
import { drawMermaid } from '../../src/drawing/mermaid';
import { drawSvg } from '../../src/drawing/svg';
import { drawTimeline } from '../../src/drawing/timeline-text';

/** A pod whose containers go through every phase. */
const ALL = drawn(WEB, { ...DELETED, containers: { ...DELETED.containers, proxy: { gateOpens: 1.5, shutdown: 40, crashesAt: [20, 25] } } });
const NAMES = ['waiting', 'starting', 'up', 'preStop hook', 'stopping', 'back-off'];

test('a phase has the same name in text, in a picture and in a Mermaid chart', () => {
  const svg = allIn(parseXml(drawSvg(ALL))).filter(({ name }) => name === 'text').map(({ text }) => text);
  const mermaid = drawMermaid(ALL);

  expect(NAMES.filter(name => !new RegExp(`[┄░█▓▒·] ${name}( after SIGTERM)?(   |\\n)`).test(drawTimeline(ALL)))).toEqual([]);
  expect(NAMES.filter(name => !svg.includes(name))).toEqual([]);
  // It draws no waiting.
  expect(NAMES.slice(1).filter(name => !new RegExp(`^ *${name} (\\d|and so on)`, 'm').test(mermaid))).toEqual([]);
});
