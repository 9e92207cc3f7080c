import { DELETED, drawn, jobOf, ORDINARY, podOf, sidecar, WEB } from './pods';
import { drawTimeline, drawTimelines } from '../../src/drawing/timeline-text';
import { jobOf as limitedJobOf } from '../simulator/pods';

const SLOW = drawn(WEB, { ...DELETED, containers: { ...DELETED.containers, proxy: { gateOpens: 1.5, shutdown: 40, crashesAt: [20, 25] } } }, { injected: ['proxy'], requestsSeconds: 5 });

describe.each([80, 120])('in %d columns', width => {
  test.each([['with Unicode', false], ['in ASCII', true]])('%s', (_, ascii) => {
    const text = drawTimeline(SLOW, { width, ascii });

    expect(text).toMatchSnapshot();
    expect(text.split('\n').filter(line => line.length > width)).toEqual([]);
    // eslint-disable-next-line no-control-regex
    expect(/^[\x00-\x7f]*$/.test(text)).toBe(ascii);
  });

  test('before and after on one axis', () => {
    const before = drawn(ORDINARY, { deleteAt: 60, containers: { app: { shutdown: 20 }, proxy: { shutdown: 4 }, migrate: { exitsAfter: 2 } } });
    const text = drawTimelines(before, drawn(WEB, DELETED), { width });

    expect(text).toMatchSnapshot();
    expect(text.split('\n').filter(line => line.length > width)).toEqual([]);
  });
});

test('who waits forever is drawn as waiting to the end', () => {
  const [, proxy, app] = drawTimeline(drawn(podOf([{ name: 'app' }], [sidecar('proxy')]), { containers: { proxy: { gateNeverOpens: true } } })).split('\n');

  expect(proxy).toBe('proxy    sidecar  ░░░░░░▏0░░░░▏0░░░░▏0··');
  expect(app).toBe('app      main     ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄');
});

test('a preStop hook is drawn to its end, although the startup probe passes meanwhile', () => {
  const proxy = sidecar('proxy', { startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 }, lifecycle: { preStop: { sleep: { seconds: 4 } } } });
  const [, lane] = drawTimeline(drawn(podOf([{ name: 'app' }], [proxy]), { deleteAt: 0.5, containers: { proxy: { gateOpens: 0.7, shutdown: 2 } } })).split('\n');

  expect(lane).toMatch(/^proxy    sidecar  ░+▓+▒+▏0$/);
});

test('a hook that goes on after a crash uses the grace period', () => {
  const crash = { ...DELETED, containers: { ...DELETED.containers, app: { crashesAt: [62] } } };
  const alone = podOf([{ name: 'app', lifecycle: { preStop: { sleep: { seconds: 5 } } } }]);

  expect(drawTimeline(drawn(WEB, crash))).toContain('\nGrace period: app preStop 5 s + proxy 4 s = 9 s of 40 s, 31 s left\n');
  expect(drawTimeline(drawn(alone, { deleteAt: 60, containers: { app: { crashesAt: [62] } } }))).toContain('\nGrace period: app preStop 5 s of 30 s, 25 s left\n');
});

test('a Job that ends has a grace period for its sidecars', () => {
  const text = drawTimeline(drawn(jobOf([{ name: 'work' }], [sidecar('proxy')]), { containers: { work: { exitsAfter: 30 }, proxy: { gateOpens: 1, shutdown: 2 } } }));

  expect(text.split('\n')[3]).toBe('grace    30 s                        ├pro…┤');
  expect(text).toContain('\nGrace period: proxy 2 s of 30 s, 28 s left\nOutcome: the pod completes');
});

test('a Job that gives up fails, whatever the phase of its pod', () => {
  const text = drawTimeline(drawn(limitedJobOf([{ name: 'work' }], [], {}, { activeDeadlineSeconds: 8 }), { containers: { work: { exitsAfter: 60 } } }), { width: 120 });

  expect(text).toContain('\nOutcome: the Job fails, although its pod ends in phase Succeeded; the Job exceeded its deadline of 8 s');
});

test('a long name is cut in the lanes, and whole in the sentence about the grace period, in ASCII too', () => {
  const name = 'a-container-with-a-very-long-name';
  const text = drawTimeline(drawn(podOf([{ name }]), { deleteAt: 60, containers: { [name]: { shutdown: 9 } } }), { ascii: true });

  expect(text).toContain(`Grace period: ${name} 9 s of 30 s, 21 s left`);
  expect(text).toContain('a-container-with-a-very~  main');
  // eslint-disable-next-line no-control-regex
  expect(text).toMatch(/^[\x00-\x7f]*$/);
});

test('a very narrow page gets 60 columns', () => {
  expect(drawTimeline(SLOW, { width: 1 })).toBe(drawTimeline(SLOW, { width: 60 }));
});
