import * as fc from 'fast-check';
import { anyLife, anyStop, Life, orderlyStop } from './arbitraries';
import { podOf, sidecar } from './pods';
import { ContainerRole, PodModel, PodContainer } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Budget, StopNeeds } from '../../src/simulator/budget';
import { Scenario } from '../../src/simulator/scenario';
import { Stage } from '../../src/simulator/stage';
import { LifecycleEvent, TimelineEvent } from '../../src/simulator/timeline-event';
import { forAll } from '../for-all';

const RUNS = { numRuns: 500 };

/** Far more than happens in any of these lives: a simulation that takes as many steps never ends. */
const MOST_STEPS = 20_000;
const playStep = Stage.prototype.step;
const stepsOf = new WeakMap<Stage, number>();

beforeAll(() => {
  Stage.prototype.step = function (this: Stage): boolean {
    const steps = (stepsOf.get(this) ?? 0) + 1;
    stepsOf.set(this, steps);
    if (steps > MOST_STEPS) {
      throw new Error('the simulation does not come to an end');
    }
    return playStep.call(this);
  };
});

afterAll(() => {
  Stage.prototype.step = playStep;
});

const grace = fc.nat({ max: 40 });

/** The place of the first event of a kind in a container's life; -1 when there is none. */
function placeOf(events: readonly TimelineEvent[], container: string, kind: LifecycleEvent, code?: number): number {
  return events.findIndex(event => event.container === container && event.event === kind && (code === undefined || event.code === code));
}

/** When a container is killed; undefined when it is not. */
function killOf(timeline: Timeline, container: string): number | undefined {
  return timeline.eventsOf(container).find(event => event.event === LifecycleEvent.SIGKILL)?.at;
}

/** The place of the event by which what waits for an init container may start. */
function upPlace(events: readonly TimelineEvent[], { name, role, spec }: PodContainer): number {
  if (role === ContainerRole.INIT) {
    return placeOf(events, name, LifecycleEvent.EXITED, 0);
  }
  return placeOf(events, name, spec.startupProbe ? LifecycleEvent.GATE_OPEN : LifecycleEvent.STARTED);
}

/** The shortest grace period in which a pod stops by itself, by the budget. */
function requiredGrace(pod: PodModel, scenario: Scenario): number {
  return Budget.of(pod, scenario.containers as { [container: string]: StopNeeds }).requiredSeconds;
}

describe('for any pod and whatever happens to it', () => {
  test('the story comes to an end', () => {
    const hook = (seconds: number) => ({ lifecycle: { postStart: { sleep: { seconds } } } });
    // The app is down whenever the sidecar is, and has served its back-off whenever the sidecar is up.
    const inStep: Life = {
      pod: podOf([{ name: 'app', ...hook(1) }], [sidecar('proxy', hook(2))]),
      scenario: { containers: { app: { exitsAfter: 0 }, proxy: { exitsAfter: 2.001 } } },
    };
    // The sidecar is restarted forever, and comes up less and less often, so that the app rarely gets its turn.
    const rarely: Life = {
      pod: podOf([{ name: 'app', ...hook(0) }], [sidecar('proxy', { ...hook(3), startupProbe: { periodSeconds: 3, failureThreshold: 2 } })], {
        terminationGracePeriodSeconds: 0,
      }),
      scenario: {
        containers: { app: { ignoresSigterm: true, postStartFails: true }, proxy: { gateOpens: 7.001, exitsAfter: 9.001, ignoresSigterm: true } },
      },
    };

    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      expect(Timeline.of(pod, scenario).outcome).toBeDefined();
    }), { ...RUNS, examples: [[inStep], [rarely]] });
  });

  test('no container starts before every gate before it has been open, and every init container before it has ended well', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const { events } = Timeline.of(pod, scenario);

      const inits = pod.containers.filter(container => container.role !== ContainerRole.MAIN);
      for (const container of pod.containers) {
        const start = placeOf(events, container.name, LifecycleEvent.STARTED);
        const before = container.role === ContainerRole.MAIN ? inits : inits.slice(0, inits.indexOf(container));
        for (const init of start < 0 ? [] : before) {
          expect(upPlace(events, init)).toBeGreaterThanOrEqual(0);
          expect(upPlace(events, init)).toBeLessThan(start);
        }
      }
    }), RUNS);
  });

  test('a stop lasts no longer than the grace period, two seconds, and what is lost by rounding', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const lasts = Timeline.of(pod, scenario).stopSeconds() ?? 0;

      const rounding = pod.containers.some(container => container.spec.lifecycle?.preStop) ? 2 : 1;
      expect(lasts).toBeLessThan(Math.max(1, pod.gracePeriodSeconds) + 2 + rounding);
    }), RUNS);
  });

  test('events come in the order of time', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const times = Timeline.of(pod, scenario).events.map(event => event.at);

      expect(times).toEqual([...times].sort((a, b) => a - b));
    }), RUNS);
  });

  test('a container starts and ends in turns, and is signaled only in between', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const timeline = Timeline.of(pod, scenario);

      for (const { name } of pod.containers) {
        const turns = timeline.eventsOf(name).map(event => event.event)
          .filter(event => [LifecycleEvent.STARTED, LifecycleEvent.SIGTERM, LifecycleEvent.SIGKILL, LifecycleEvent.EXITED].includes(event)).join(' ');
        expect(turns).toMatch(/^(started( sigterm)?( sigkill)? exited ?)*(started( sigterm)?)?$/);
      }
    }), RUNS);
  });

  test('nothing runs on in a pod that has ended', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const timeline = Timeline.of(pod, scenario);
      fc.pre(['completed', 'failed', 'deleted'].includes(timeline.outcome));

      const names = pod.containers.map(container => container.name);

      expect(names.filter(name => timeline.startOf(name) !== undefined && timeline.endOf(name) === undefined)).toEqual([]);
    }), RUNS);
  });

  test('the same happens again, and the scenario is left as it was', () => {
    forAll(fc.property(anyLife, ({ pod, scenario }) => {
      const before = JSON.stringify(scenario);
      const first = Timeline.of(pod, scenario).toJson();

      expect(Timeline.of(pod, scenario).toJson()).toEqual(first);
      expect(JSON.stringify(scenario)).toBe(before);
    }), RUNS);
  });
});

describe('for any server that is deleted', () => {
  test('sidecars are told to stop after the app, in reverse order, when nothing overruns', () => {
    forAll(fc.property(orderlyStop, ({ withGrace, scenario }) => {
      const pod = withGrace(requiredGrace(withGrace(0), scenario) + Budget.MARGIN_SECONDS);

      const { events } = Timeline.of(pod, scenario);

      const told = [...pod.sidecars].reverse().map(({ name }) => placeOf(events, name, LifecycleEvent.SIGTERM));
      const mainsEnd = Math.max(...pod.mains.map(main => placeOf(events, main.name, LifecycleEvent.EXITED)));
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(Math.min(Infinity, ...told)).toBeGreaterThan(mainsEnd);
    }), RUNS);
  });

  test('a longer grace period kills nobody earlier, and nobody who was not killed before', () => {
    forAll(fc.property(anyStop, grace, fc.integer({ min: 1, max: 20 }), ({ withGrace, scenario }, short, more) => {
      const hasty = Timeline.of(withGrace(short), scenario);
      const patient = Timeline.of(withGrace(short + more), scenario);

      for (const { name } of hasty.pod.containers) {
        expect(killOf(patient, name) ?? Infinity).toBeGreaterThanOrEqual(killOf(hasty, name) ?? Infinity);
      }
    }), RUNS);
  });

  test('the grace period of the budget is enough: nobody is killed, and each sidecar ends after what it serves', () => {
    forAll(fc.property(orderlyStop, ({ withGrace, scenario }) => {
      const pod = withGrace(requiredGrace(withGrace(0), scenario));

      const timeline = Timeline.of(pod, scenario);

      const ends = pod.mains.map(main => timeline.endOf(main.name)!);
      for (const { name } of [...pod.sidecars].reverse()) {
        const told = timeline.eventsOf(name).find(event => event.event === LifecycleEvent.SIGTERM)!.at;
        expect(told).toBeGreaterThanOrEqual(Math.max(...ends));
        ends.push(timeline.endOf(name)!);
      }
      expect(pod.containers.filter(container => timeline.isKilled(container.name))).toEqual([]);
    }), RUNS);
  });

  test('the simulator and the budget agree on when each container ends', () => {
    forAll(fc.property(orderlyStop, ({ withGrace, scenario }) => {
      const pod = withGrace(requiredGrace(withGrace(0), scenario) + Budget.MARGIN_SECONDS);

      const timeline = Timeline.of(pod, scenario);

      const { entries } = Budget.of(pod, scenario.containers as { [container: string]: StopNeeds });
      for (const { container, ends } of entries) {
        expect(timeline.endOf(container)).toBeCloseTo(100 + ends, 6);
      }
    }), RUNS);
  });
});
