import * as fc from 'fast-check';
import { PodModel } from '../../src/kubernetes/pod';
import { Budget, BudgetUse, StopNeeds } from '../../src/simulator/budget';
import { forAll } from '../for-all';

type Needs = { [container: string]: StopNeeds };

function podOf(mains: string[], sidecars: string[] = [], inits: string[] = []): PodModel {
  return PodModel.fromManifest({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      template: {
        spec: {
          initContainers: [...inits.map(name => ({ name })), ...sidecars.map(name => ({ name, restartPolicy: 'Always' }))],
          containers: mains.map(name => ({ name })),
        },
      },
    },
  });
}

/** One line an entry: who, SIGTERM, end. */
const stops = (budget: Budget) => budget.entries.map(entry => `${entry.container} ${entry.toldToStop} ${entry.ends}`);

describe('what a kubelet does, as vectors', () => {
  test.each<[string, string[], string[], Needs, string[], number]>([
    ['A: the sidecars stop one after the other, the last one first', ['app'], ['s1', 's2'],
      { app: { preStop: 5, shutdown: 2 }, s1: { shutdown: 1 }, s2: { shutdown: 1 } },
      ['app 5 7', 's2 7 8', 's1 8 9'], 9],
    ['B: the hook of a sidecar runs from the start and delays its signal', ['app'], ['s1', 's2'],
      { app: { shutdown: 3 }, s1: { shutdown: 1 }, s2: { preStop: 15, shutdown: 1 } },
      ['app 0 3', 's2 15 16', 's1 16 17'], 17],
    ['F: one slow sidecar makes the ones before it wait', ['app'], ['s1', 's2', 's3'],
      { app: { shutdown: 1 }, s1: { shutdown: 1 }, s2: { shutdown: 20 }, s3: { shutdown: 1 } },
      ['app 0 1', 's3 1 2', 's2 2 22', 's1 22 23'], 23],
    ['M: the mains of a job have ended already', ['work'], ['s1', 's2'],
      { s1: { shutdown: 2 }, s2: { shutdown: 4 } },
      ['work 0 0', 's2 0 4', 's1 4 6'], 6],
  ])('%s', (_vector, mains, sidecars, needs, expected, required) => {
    const budget = Budget.of(podOf(mains, sidecars), needs);

    expect(stops(budget)).toEqual(expected);
    expect(budget.requiredSeconds).toBe(required);
    expect(budget.recommendedSeconds).toBe(required + 2);
  });

  test('F does not fit in 5 seconds, nor in anything below its end', () => {
    const pod = podOf(['app'], ['s1', 's2', 's3']);
    const f = Budget.of(pod, { app: { shutdown: 1 }, s1: { shutdown: 1 }, s2: { shutdown: 20 }, s3: { shutdown: 1 } });

    expect([5, 22, 23, 30].map(grace => f.fits(grace))).toEqual([false, false, true, true]);
  });
});

describe('the budget', () => {
  test('an entry says what it was given', () => {
    const budget = Budget.of(podOf(['app'], ['cache']), { app: { preStop: 5, shutdown: 20 }, cache: { preStop: 1.5, shutdown: 2 } });

    expect(budget.entries).toEqual([
      { container: 'app', toldToStop: 5, ends: 25, preStop: 5, shutdown: 20 },
      { container: 'cache', toldToStop: 25, ends: 27, preStop: 1.5, shutdown: 2 },
    ]);
  });

  test('all main containers stop at once, and the sidecars wait for the slowest', () => {
    const budget = Budget.of(podOf(['app', 'worker'], ['proxy']), { app: { shutdown: 3 }, worker: { preStop: 2, shutdown: 4 }, proxy: { shutdown: 1 } });

    expect(stops(budget)).toEqual(['app 0 3', 'worker 2 6', 'proxy 6 7']);
    expect(budget.usedBy.map(share => share.container)).toEqual(['worker', 'worker', 'proxy']);
  });

  test('a plain init container takes no part', () => {
    const budget = Budget.of(podOf(['app'], ['proxy'], ['migrate']), { migrate: { shutdown: 100 }, app: { shutdown: 3 } });

    expect(stops(budget)).toEqual(['app 0 3', 'proxy 3 3']);
  });

  test('a pod whose containers need no time needs none', () => {
    const budget = Budget.of(podOf(['app'], ['proxy']));

    expect([budget.requiredSeconds, budget.recommendedSeconds, budget.usedBy]).toEqual([0, Budget.MARGIN_SECONDS, []]);
    expect(budget.fits(0)).toBe(true);
  });

  test('fractions count to the millisecond, and the grace period is the next whole second', () => {
    const budget = Budget.of(podOf(['app'], ['s1', 's2']), { app: { shutdown: 0.1 }, s2: { shutdown: 0.2 }, s1: { shutdown: 0.7 } });

    expect(stops(budget)).toEqual(['app 0 0.1', 's2 0.1 0.3', 's1 0.3 1']);
    expect(budget.requiredSeconds).toBe(1);
    expect(Budget.of(podOf(['app']), { app: { shutdown: 1.001 } }).requiredSeconds).toBe(2);
  });
});

describe('who uses the time', () => {
  test('the parts of the longest way', () => {
    const budget = Budget.of(podOf(['app'], ['cache']), { app: { preStop: 5, shutdown: 20 }, cache: { preStop: 3, shutdown: 2 } });

    expect(budget.usedBy).toEqual([
      { container: 'app', what: BudgetUse.PRE_STOP, seconds: 5 },
      { container: 'app', what: BudgetUse.SHUTDOWN, seconds: 20 },
      { container: 'cache', what: BudgetUse.SHUTDOWN, seconds: 2 },
    ]);
  });

  test('a hook that lasts longer than all before it begins the way anew', () => {
    const budget = Budget.of(podOf(['app'], ['s1', 's2']), { app: { shutdown: 3 }, s1: { shutdown: 1 }, s2: { preStop: 15, shutdown: 1 } });

    expect(budget.usedBy).toEqual([
      { container: 's2', what: BudgetUse.PRE_STOP, seconds: 15 },
      { container: 's2', what: BudgetUse.SHUTDOWN, seconds: 1 },
      { container: 's1', what: BudgetUse.SHUTDOWN, seconds: 1 },
    ]);
  });

  test('a hook that ends just when the others have ended costs nothing', () => {
    const budget = Budget.of(podOf(['app'], ['proxy']), { app: { shutdown: 3 }, proxy: { preStop: 3 } });

    expect(budget.usedBy).toEqual([{ container: 'app', what: BudgetUse.SHUTDOWN, seconds: 3 }]);
  });

  test.each<[Needs, string]>([
    [{ app: { preStop: 5, shutdown: 20 }, cache: { shutdown: 2 } }, 'app pre-stop 5 s + app shutdown 20 s + cache shutdown 2 s = 27 s, plus 2 s of margin: 29 s'],
    [{ app: { shutdown: 1.5 }, cache: { shutdown: 0.25 } }, 'app shutdown 1.5 s + cache shutdown 0.25 s = 1.75 s, rounded up to 2 s, plus 2 s of margin: 4 s'],
    [{ cache: { preStop: 10 } }, 'cache pre-stop 10 s, plus 2 s of margin: 12 s'],
    [{}, 'no container needs time to stop: 0 s, plus 2 s of margin: 2 s'],
  ])('in words: %j', (needs, words) => {
    expect(Budget.of(podOf(['app'], ['cache']), needs).explain()).toBe(words);
  });
});

describe('refused', () => {
  test('a container that the pod does not have', () => {
    expect(() => Budget.of(podOf(['app'], ['cache'], ['migrate']), { proxy: { shutdown: 1 } })).toThrow(new Error(
      "Deployment/web has no container 'proxy': it has 'migrate', 'cache', 'app'"));
  });

  test.each<[StopNeeds, string]>([
    [{ shutdown: -1 }, "Deployment/web: the shutdown time of container 'app' is -1: set a number of seconds from 0 to 2147483647"],
    [{ preStop: -0.5 }, "Deployment/web: the pre-stop time of container 'app' is -0.5: set a number of seconds from 0 to 2147483647"],
    [{ shutdown: NaN }, "Deployment/web: the shutdown time of container 'app' is NaN: set a number of seconds from 0 to 2147483647"],
    [{ shutdown: Infinity }, "Deployment/web: the shutdown time of container 'app' is Infinity: set a number of seconds from 0 to 2147483647"],
    [{ shutdown: 1e300 }, "Deployment/web: the shutdown time of container 'app' is 1e+300: set a number of seconds from 0 to 2147483647"],
  ])('a time that cannot be: %j', (need, message) => {
    expect(() => Budget.of(podOf(['app']), { app: need })).toThrow(new Error(message));
  });

  test('a wrong time of a plain init container too, although it takes no part', () => {
    expect(() => Budget.of(podOf(['app'], [], ['migrate']), { migrate: { shutdown: -1 } })).toThrow(
      "Deployment/web: the shutdown time of container 'migrate' is -1: set a number of seconds from 0 to 2147483647");
  });
});

describe('for any pod', () => {
  const time = fc.nat({ max: 60_000 }).map(ms => ms / 1000);
  const need = fc.record({ preStop: time, shutdown: time }, { requiredKeys: [] });
  const setup = fc.tuple(fc.array(need, { minLength: 1, maxLength: 4 }), fc.array(need, { maxLength: 5 })).map(([mains, sidecars]) => {
    const names = { mains: mains.map((_, index) => `m${index}`), sidecars: sidecars.map((_, index) => `s${index}`) };
    const needs: Needs = Object.fromEntries([...mains.map((one, index) => [`m${index}`, one]), ...sidecars.map((one, index) => [`s${index}`, one])]);
    return { names, needs, pod: podOf(names.mains, names.sidecars) };
  });
  const milliseconds = (seconds: number) => Math.round(seconds * 1000);

  test('the parts add up to the last end', () => {
    forAll(fc.property(setup, ({ pod, needs }) => {
      const budget = Budget.of(pod, needs);

      const sum = budget.usedBy.reduce((total, share) => total + milliseconds(share.seconds), 0);

      expect(sum).toBe(Math.max(...budget.entries.map(entry => milliseconds(entry.ends))));
      expect(budget.requiredSeconds).toBe(Math.ceil(sum / 1000));
    }));
  });

  test('a container that needs longer never makes the pod need less', () => {
    forAll(fc.property(setup, fc.nat(), time, ({ pod, needs }, pick, more) => {
      const name = pod.containers[pick % pod.containers.length].name;
      const slower = { ...needs, [name]: { ...needs[name], shutdown: (needs[name].shutdown ?? 0) + more } };

      expect(Budget.of(pod, slower).requiredSeconds).toBeGreaterThanOrEqual(Budget.of(pod, needs).requiredSeconds);
    }));
  });

  test('mains stop first, then the sidecars from the last to the first, each after the one before and after its own hook', () => {
    forAll(fc.property(setup, ({ pod, needs, names }) => {
      const { entries } = Budget.of(pod, needs);

      expect(entries.map(entry => entry.container)).toEqual([...names.mains, ...[...names.sidecars].reverse()]);
      entries.forEach((entry, index) => {
        const before = entries.slice(0, index < names.mains.length ? 0 : index);
        expect(entry.toldToStop).toBe(Math.max(entry.preStop, ...before.map(other => other.ends)));
        expect(milliseconds(entry.ends)).toBe(milliseconds(entry.toldToStop) + milliseconds(entry.shutdown));
      });
    }));
  });

  test('what is recommended fits, one second less than required does not', () => {
    forAll(fc.property(setup, ({ pod, needs }) => {
      const budget = Budget.of(pod, needs);

      expect(budget.fits(budget.recommendedSeconds)).toBe(true);
      expect(budget.fits(budget.requiredSeconds)).toBe(true);
      expect(budget.fits(budget.requiredSeconds - 1)).toBe(false);
    }));
  });
});
