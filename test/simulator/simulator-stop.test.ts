import { HOOK, podOf, sidecar, TestContainer } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

/** What happens while a pod stops: one line a container and event, with times counted from the order to stop. */
function stop(grace: number, mains: TestContainer[], inits: TestContainer[], scenario: Scenario): string[] {
  const pod = podOf(mains, inits, { terminationGracePeriodSeconds: grace });
  const timeline = Timeline.of(pod, { deleteAt: 100, ...scenario });
  return timeline.events
    .filter(event => event.at >= 100 && !event.event.startsWith('prestop'))
    .map(event => `${Math.round((event.at - 100) * 1000) / 1000} ${event.container} ${event.event}${event.code === undefined ? '' : ` ${event.code}`}`);
}

const app = { name: 'app' };
const never = { ignoresSigterm: true };

describe('golden vectors of a stop', () => {
  test('A: the app drains after its hook, then the sidecars stop one by one, last first', () => {
    expect(stop(30, [{ ...app, lifecycle: HOOK }], [sidecar('s1'), sidecar('s2')], {
      containers: { app: { preStop: 5, shutdown: 2 }, s1: { shutdown: 1 }, s2: { shutdown: 1 } },
    })).toEqual(['5 app sigterm', '7 app exited 0', '7 s2 sigterm', '8 s2 exited 0', '8 s1 sigterm', '9 s1 exited 0']);
  });

  test('B: a sidecar with a long hook is told to stop when the hook is over', () => {
    expect(stop(30, [app], [sidecar('s1'), sidecar('s2', { lifecycle: HOOK })], {
      containers: { app: { shutdown: 3 }, s1: { shutdown: 1 }, s2: { preStop: 15, shutdown: 1 } },
    })).toEqual(['0 app sigterm', '3 app exited 0', '15 s2 sigterm', '16 s2 exited 0', '16 s1 sigterm', '17 s1 exited 0']);
  });

  test('B2: a sidecar whose hook tells it to exit is gone before the app, and no stop signal reaches it', () => {
    expect(stop(30, [app], [sidecar('s1'), sidecar('s2', { lifecycle: HOOK })], {
      containers: { app: { shutdown: 5 }, s1: { shutdown: 1 }, s2: { preStop: 15, preStopStops: true, shutdown: 2 } },
    })).toEqual(['0 app sigterm', '2 s2 exited 0', '5 app exited 0', '5 s1 sigterm', '6 s1 exited 0']);
  });

  test('C: when the grace period is used up, all sidecars are told together and have two seconds', () => {
    expect(stop(30, [app], [sidecar('s1'), sidecar('s2')], {
      containers: { app: never, s1: never, s2: { shutdown: 1 } },
    })).toEqual([
      '0 app sigterm', '30 app sigkill', '30 app exited 137', '30 s1 sigterm', '30 s2 sigterm', '31 s2 exited 0', '32 s1 sigkill', '32 s1 exited 137',
    ]);
  });

  test('D: hooks that hang use up the grace period of every sidecar', () => {
    const hanging = (name: string) => sidecar(name, { lifecycle: HOOK });
    const behavior = { preStop: 1000, shutdown: 5 };
    const pod = podOf([app], [hanging('s1'), hanging('s2'), hanging('s3')], { restartPolicy: 'Never' });

    const timeline = Timeline.of(pod, { containers: { app: { exitsAfter: 10 }, s1: behavior, s2: behavior, s3: behavior } });

    for (const name of ['s1', 's2', 's3']) {
      expect(timeline.eventsOf(name).slice(-3).map(event => [event.at, event.event])).toEqual([[40, 'sigterm'], [42, 'sigkill'], [42, 'exited']]);
    }
  });

  test('E: an app that overruns takes its sidecars down with it', () => {
    expect(stop(5, [app], [sidecar('s1'), sidecar('s2'), sidecar('s3')], {
      containers: { app: { shutdown: 20 }, s1: { shutdown: 20 }, s2: { shutdown: 1 }, s3: { shutdown: 20 } },
    })).toEqual([
      '0 app sigterm', '5 app sigkill', '5 app exited 137', '5 s1 sigterm', '5 s2 sigterm', '5 s3 sigterm', '6 s2 exited 0',
      '7 s1 sigkill', '7 s1 exited 137', '7 s3 sigkill', '7 s3 exited 137',
    ]);
  });

  test('F: a sidecar that overruns is killed, the one before it still has two seconds', () => {
    expect(stop(5, [app], [sidecar('s1'), sidecar('s2'), sidecar('s3')], {
      containers: { app: { shutdown: 1 }, s1: { shutdown: 1 }, s2: { shutdown: 20 }, s3: { shutdown: 1 } },
    })).toEqual([
      '0 app sigterm', '1 app exited 0', '1 s3 sigterm', '2 s3 exited 0', '2 s2 sigterm', '5 s2 sigkill', '5 s2 exited 137', '5 s1 sigterm', '6 s1 exited 0',
    ]);
  });

  test('G: a hook that quits the proxy ends it while the app still drains', () => {
    expect(stop(60, [{ ...app, lifecycle: HOOK }], [sidecar('proxy', { lifecycle: HOOK })], {
      containers: { app: { preStop: 10, shutdown: 20 }, proxy: { preStop: 0.1, crashesAt: [100.1] } },
    })).toEqual(['0.1 proxy exited 1', '10 app sigterm', '30 app exited 0']);
  });

  test('H: a sidecar that is down breaks the chain, so its neighbors stop together', () => {
    expect(stop(30, [app], [sidecar('a'), sidecar('b'), sidecar('c')], {
      containers: { app: { shutdown: 2 }, a: { shutdown: 3 }, b: { crashesAt: [96, 97] }, c: { shutdown: 10 } },
    })).toEqual(['0 app sigterm', '2 app exited 0', '2 a sigterm', '2 c sigterm', '5 a exited 0', '12 c exited 0']);
  });

  test('I: waits are charged in whole seconds, rounded down', () => {
    expect(stop(10, [app], [sidecar('s1'), sidecar('s2')], {
      containers: { app: { shutdown: 3.7 }, s1: never, s2: { shutdown: 0.5 } },
    })).toEqual(['0 app sigterm', '3.7 app exited 0', '3.7 s2 sigterm', '4.2 s2 exited 0', '4.2 s1 sigterm', '10.2 s1 sigkill', '10.2 s1 exited 137']);
  });

  test('J: Kubernetes 1.28 stops everything at once', () => {
    expect(stop(30, [{ ...app, lifecycle: HOOK }], [sidecar('s1'), sidecar('s2')], {
      kubernetes: KubernetesVersion.of('1.28'),
      containers: { app: { preStop: 5, shutdown: 2 }, s1: { shutdown: 1 }, s2: { shutdown: 1 } },
    })).toEqual(['0 s1 sigterm', '0 s2 sigterm', '1 s1 exited 0', '1 s2 exited 0', '5 app sigterm', '7 app exited 0']);
  });

  test('K: a hook as long as the grace period loses the order', () => {
    expect(stop(30, [{ ...app, lifecycle: HOOK }], [sidecar('s1')], {
      containers: { app: { preStop: 30, shutdown: 5 }, s1: { shutdown: 3 } },
    })).toEqual(['30 app sigterm', '30 s1 sigterm', '32 s1 sigkill', '32 s1 exited 137', '32 app sigkill', '32 app exited 137']);
  });

  test('L: even a grace period of a second leaves everyone two', () => {
    expect(stop(1, [app], [sidecar('s1')], {
      containers: { app: { shutdown: 5 }, s1: { shutdown: 5 } },
    })).toEqual(['0 app sigterm', '1 s1 sigterm', '2 app sigkill', '2 app exited 137', '3 s1 sigkill', '3 s1 exited 137']);
  });

  test('M: when the work is done, the sidecars stop one by one, last first', () => {
    const pod = podOf([{ name: 'work' }], [sidecar('s1'), sidecar('s2')], { restartPolicy: 'Never' });

    const timeline = Timeline.of(pod, { containers: { work: { exitsAfter: 12 }, s1: { shutdown: 2 }, s2: { shutdown: 4 } } });

    expect(timeline.events.slice(3).map(event => `${event.at} ${event.container} ${event.event}`)).toEqual([
      '12 work exited', '12 s2 sigterm', '16 s2 exited', '16 s1 sigterm', '18 s1 exited',
    ]);
    expect(timeline.completes()).toBe(true);
    expect(timeline.stopSeconds()).toBe(6);
  });

  test('N: a sidecar whose hook hangs holds up the one before it until the grace period is over', () => {
    expect(stop(30, [app], [sidecar('s1'), sidecar('s2', { lifecycle: HOOK })], {
      containers: { app: { shutdown: 1 }, s1: { shutdown: 1 }, s2: { preStop: 1000, shutdown: 1 } },
    })).toEqual(['0 app sigterm', '1 app exited 0', '30 s2 sigterm', '30 s1 sigterm', '31 s1 exited 0', '31 s2 exited 0']);
  });
});
