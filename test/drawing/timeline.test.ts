import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';
import { LifecycleEvent } from '../../src/simulator/timeline-event';
import { GATE, HOOK, jobOf, podOf, sidecar } from '../simulator/pods';

const app = { name: 'app' };

/** A proxy with a gate before an app with a hook. */
const WEB = podOf([{ ...app, lifecycle: HOOK }], [sidecar('proxy', { startupProbe: GATE })]);
const DELETED: Scenario = { deleteAt: 60, containers: { app: { shutdown: 3, preStop: 5 }, proxy: { gateOpens: 2, shutdown: 1 } } };

describe('who starts before whom', () => {
  const pod = podOf([app, { name: 'worker' }], [sidecar('proxy', { startupProbe: GATE }), { name: 'migrate' }, sidecar('logs')]);
  const timeline = Timeline.of(pod, { containers: { proxy: { gateOpens: 2 }, migrate: { exitsAfter: 3 } } });

  test.each([['proxy', 'migrate'], ['proxy', 'app'], ['migrate', 'logs'], ['migrate', 'app'], ['logs', 'app'], ['logs', 'worker']])('%s before %s', (first, second) => {
    expect(timeline.startsBefore(first, second)).toBe(true);
    expect(timeline.startsBefore(second, first)).toBe(false);
  });

  test('two main containers start together, in whatever order they are listed', () => {
    expect([timeline.startsBefore('app', 'worker'), timeline.startsBefore('worker', 'app')]).toEqual([false, false]);
  });

  test('a main container with a postStart hook starts before the next one', () => {
    const slow = podOf([{ ...app, lifecycle: { postStart: { sleep: { seconds: 2 } } } }, { name: 'worker' }]);

    expect(Timeline.of(slow).startsBefore('app', 'worker')).toBe(true);
  });

  test('a container that starts first but is not up in time does not start before the other', () => {
    const helpers = podOf([{ name: 'proxy', startupProbe: GATE }, app]);

    expect(Timeline.of(helpers, { containers: { proxy: { gateOpens: 2 } } }).startsBefore('proxy', 'app')).toBe(false);
  });

  test('nobody starts before a container that never starts', () => {
    const blocked = Timeline.of(WEB, { containers: { proxy: { gateNeverOpens: true } } });

    expect([blocked.startsBefore('proxy', 'app'), blocked.startsBefore('app', 'proxy')]).toEqual([false, false]);
  });
});

describe('who outlives whom', () => {
  test('a sidecar outlives its app', () => {
    const timeline = Timeline.of(WEB, DELETED);

    expect([timeline.outlives('proxy', 'app'), timeline.outlives('app', 'proxy')]).toEqual([true, false]);
  });

  test('a sidecar that ends in no time still outlives the app, because it is told afterward', () => {
    expect(Timeline.of(WEB, { deleteAt: 5 }).outlives('proxy', 'app')).toBe(true);
  });

  test('containers that end at the same instant do not outlive each other', () => {
    const timeline = Timeline.of(podOf([app, { name: 'worker' }]), { deleteAt: 5 });

    expect([timeline.outlives('app', 'worker'), timeline.outlives('worker', 'app')]).toEqual([false, false]);
  });

  test('what runs on outlives what has ended, and nobody outlives it', () => {
    const timeline = Timeline.of(jobOf([{ name: 'work' }, { name: 'proxy' }]), { containers: { work: { exitsAfter: 5 } } });

    expect([timeline.outlives('proxy', 'work'), timeline.outlives('work', 'proxy')]).toEqual([true, false]);
  });

  test('an end after which the container is started again is none', () => {
    expect(Timeline.of(WEB, { containers: { app: { crashesAt: [5] } } }).outlives('proxy', 'app')).toBe(false);
  });

  test('a container that never started outlives nobody', () => {
    expect(Timeline.of(WEB, { deleteAt: 1, containers: { proxy: { gateOpens: 5 } } }).outlives('app', 'proxy')).toBe(false);
  });
});

describe('what becomes of a container', () => {
  test('when it starts first and ends for good', () => {
    const timeline = Timeline.of(WEB, { ...DELETED, containers: { ...DELETED.containers, app: { shutdown: 3, preStop: 5, crashesAt: [10] } } });

    expect([timeline.startOf('proxy'), timeline.startOf('app')]).toEqual([0, 2]);
    expect([timeline.endOf('proxy'), timeline.endOf('app')]).toEqual([69, 68]);
  });

  test('what never starts has no start, what runs on no end', () => {
    const blocked = Timeline.of(WEB, { containers: { proxy: { gateNeverOpens: true } } });

    expect([blocked.startOf('app'), blocked.endOf('app')]).toEqual([undefined, undefined]);
    expect(Timeline.of(WEB).endOf('app')).toBeUndefined();
  });

  test('whether it had to be killed', () => {
    const timeline = Timeline.of(WEB, { ...DELETED, containers: { app: { ignoresSigterm: true } } });

    expect([timeline.isKilled('app'), timeline.isKilled('proxy')]).toEqual([true, false]);
  });

  test('its events and no others', () => {
    expect(Timeline.of(WEB, DELETED).eventsOf('proxy')).toEqual([
      { at: 0, container: 'proxy', event: LifecycleEvent.STARTED },
      { at: 2, container: 'proxy', event: LifecycleEvent.GATE_OPEN },
      { at: 68, container: 'proxy', event: LifecycleEvent.SIGTERM },
      { at: 69, container: 'proxy', event: LifecycleEvent.EXITED, code: 0 },
    ]);
  });

  test.each<[string, (timeline: Timeline) => unknown]>([
    ['eventsOf', timeline => timeline.eventsOf('prxoy')],
    ['startsBefore, first', timeline => timeline.startsBefore('prxoy', 'app')],
    ['startsBefore, second', timeline => timeline.startsBefore('app', 'prxoy')],
    ['outlives, survivor', timeline => timeline.outlives('prxoy', 'app')],
    ['outlives, other', timeline => timeline.outlives('app', 'prxoy')],
    ['startOf', timeline => timeline.startOf('prxoy')],
    ['endOf', timeline => timeline.endOf('prxoy')],
    ['isKilled', timeline => timeline.isKilled('prxoy')],
  ])('%s refuses a name that the pod does not have, and lists those that it has', (_question, ask) => {
    expect(() => ask(Timeline.of(WEB))).toThrow(new Error("Pod/web has no container 'prxoy': it has 'proxy', 'app'"));
  });
});

describe('what becomes of the pod', () => {
  test('how long it takes to stop, counted from the moment in which the stop begins', () => {
    expect(Timeline.of(WEB, DELETED).stopSeconds()).toBe(9);
    expect(Timeline.of(podOf([app]), { deleteAt: 5 }).stopSeconds()).toBe(0);
    expect(Timeline.of(podOf([app]), { deleteAt: 0 }).stopSeconds()).toBe(0);
    expect(Timeline.of(WEB).stopSeconds()).toBeUndefined();
  });

  test('whether its work ends well', () => {
    const completes = (exitCode: number) => Timeline.of(jobOf([{ name: 'work' }]), { containers: { work: { exitsAfter: 5, exitCode } } }).completes();

    expect([completes(0), completes(1)]).toEqual([true, false]);
    expect(Timeline.of(WEB, DELETED).completes()).toBe(false);
  });

  test('changing the list of events changes nothing', () => {
    const timeline = Timeline.of(WEB, DELETED);
    timeline.events.pop();

    expect(timeline.events).toHaveLength(9);
  });
});

describe('as data', () => {
  test('a deleted pod in the form of the contract', () => {
    expect(Timeline.of(WEB, DELETED).toJson()).toStrictEqual({
      kubernetes: '1.33',
      gracePeriodSeconds: 30,
      events: [
        { at: 0, container: 'proxy', event: 'started' }, { at: 2, container: 'proxy', event: 'gate-open' }, { at: 2, container: 'app', event: 'started' },
        { at: 60, container: 'app', event: 'prestop-begin' }, { at: 65, container: 'app', event: 'prestop-end' }, { at: 65, container: 'app', event: 'sigterm' },
        { at: 68, container: 'app', event: 'exited', code: 0 }, { at: 68, container: 'proxy', event: 'sigterm' }, { at: 69, container: 'proxy', event: 'exited', code: 0 },
      ],
      phase: 'Succeeded',
      outcome: 'deleted',
    });
  });

  test('says why a pod is stuck', () => {
    expect(Timeline.of(podOf([app], [sidecar('proxy')]), { kubernetes: KubernetesVersion.of('v1.27.16') }).toJson()).toMatchObject({
      kubernetes: '1.27.16',
      outcome: 'stuck',
      why: "Kubernetes 1.27.16 does not support native sidecars: it treats 'proxy' as a regular init container, which never exits, so 'app' never starts",
    });
  });
});

describe('as text', () => {
  test('lanes, events in words, and the outcome', () => {
    expect(`\n${Timeline.of(WEB, { ...DELETED, containers: { ...DELETED.containers, proxy: { gateOpens: 2, shutdown: 40, crashesAt: [20, 25] } } }).toText()}`).
      toMatchInlineSnapshot(`
"
seconds           0    2            20   22    25        35   37            60      65
proxy    sidecar  ░░░░░█████████████▏1░░░██████▏1········░░░░░████████████████████████████
app      main     ┄┄┄┄►█████████████████████████████████████████████████████▓▓▓▓▓▓▓▓▒▒▒▒▒▒
grace    30 s                                                               ├app────├app──

seconds           68            90
proxy    sidecar  ▒▒▒▒▒▒▒▒▒▒▒▒▒▒✗137
app      main     ▏0
grace    30 s     ├proxy────────┤

┄ waiting   ░ starting   █ up   ▓ preStop hook   ▒ stopping after SIGTERM   · back-off   ✗ killed

 0 s  proxy  starts
 2 s  proxy  is up: its startup probe passes
 2 s  app    starts
20 s  proxy  exits with code 1
20 s  proxy  starts
22 s  proxy  is up: its startup probe passes
25 s  proxy  exits with code 1
25 s  proxy  waits for the restart back-off
35 s  proxy  starts
37 s  proxy  is up: its startup probe passes
60 s  app    preStop hook starts
65 s  app    preStop hook ends
65 s  app    receives SIGTERM
68 s  app    exits with code 0
68 s  proxy  receives SIGTERM
90 s  proxy  is killed with SIGKILL: its time to stop is up
90 s  proxy  exits with code 137

Grace period: app preStop 5 s + app 3 s + proxy 22 s = 30 s of 30 s, 0 s left
Outcome: the pod is deleted, phase Succeeded"
`);
  });

  const long = (name: string) => `${name}-${'x'.repeat(62 - name.length)}`;
  const helpers = Array.from({ length: 30 }, (_, index) => sidecar(long(`helper${index}`), { startupProbe: GATE }));

  test.each<[string, PodModel, Scenario]>([
    ['many containers with long names', podOf([{ name: long('app'), lifecycle: HOOK }], helpers), { deleteAt: 123456.789 }],
    ['many events', WEB, { deleteAt: 100_000.5, containers: { proxy: { exitsAfter: 0.123, exitCode: 255 } } }],
    ['many starts, one after another', podOf([app], helpers),
      { containers: Object.fromEntries(helpers.map(helper => [helper.name, { gateOpens: 12.345 }])) }],
    ['a pod that is stuck', WEB, { containers: { proxy: { gateNeverOpens: true } } }],
    ['a pod that is refused', WEB, { kubernetes: KubernetesVersion.of('1.27') }],
  ])('no line is longer than 100 columns: %s', (_what, pod, scenario) => {
    const lines = Timeline.of(pod, scenario).toText().split('\n');

    expect(lines.filter(line => line.length > 100)).toEqual([]);
  });
});

test('a crash loop is told by its beginning and its end', () => {
  const text = Timeline.of(podOf([{ name: 'app' }]), { deleteAt: 9000, containers: { app: { exitsAfter: 1, exitCode: 1 } } }).toText();

  expect(text.split('\n').length).toBeLessThan(90);
  expect(text).toContain('… and so on, until …');
  expect(text).toMatch(/\n… \d+ more …\n/);
});

test('who outlives whom is not known while a pod that runs until it is deleted is not deleted', () => {
  expect(() => Timeline.of(WEB).outlives('proxy', 'app')).toThrow(
    new Error("'app' never exits in this scenario, so it is not known whether 'proxy' outlives it: set 'deleteAt', for example { deleteAt: 60 }"));
});
