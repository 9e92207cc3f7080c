import * as kplus from 'cdk8s-plus-28';
import { before, endInOrder, is, never } from './promises';
import { Driver } from '../driver';
import { Scene } from '../scenario';
import { lastAt, Trace } from '../trace';

const deleteWhenSettled = async (driver: Driver) => {
  await driver.settled('app');
  await driver.delete();
};

const phase = (trace: Trace, expected: string) => is('the phase', trace.observed.phase, expected);

/** The golden vectors of a stop, by their letter, with shorter grace periods where only the time to wait differs. */
export const STOPPING: Scene[] = [
  {
    name: 'stop-a-pre-stop',
    promise: 'the app drains after its pre-stop, then the sidecars stop one by one, last first',
    cast: { sidecars: { s1: { shutdown: 1 }, s2: { shutdown: 1 } }, mains: { app: { preStop: 5, shutdown: 2 } } },
    drive: deleteWhenSettled,
    judge: trace => [...endInOrder(trace, 'app', 's2', 's1'), ...before(trace, 'app', 'exited', 's2', 'sigterm'), ...before(trace, 's2', 'exited', 's1', 'sigterm'), ...phase(trace, 'Succeeded')],
  },
  {
    name: 'stop-b-sidecar-pre-stop',
    promise: "a sidecar's pre-stop runs at once, and its stop signal comes only when it is over",
    grace: 29,
    cast: { sidecars: { s1: { shutdown: 1 }, s2: { preStop: 15, shutdown: 1 } }, mains: { app: { shutdown: 3 } } },
    breaks: ['NS301'],
    drive: deleteWhenSettled,
    judge: trace => [...before(trace, 's2', 'prestop-begin', 'app', 'exited'), ...before(trace, 's2', 'prestop-end', 's2', 'sigterm'), ...endInOrder(trace, 'app', 's2', 's1')],
  },
  {
    name: 'stop-c-grace-exceeded',
    promise: 'an app that ignores its stop signal is killed, and its sidecars then have two seconds together',
    grace: 15,
    cast: { sidecars: { s1: { ignoresSigterm: true }, s2: { shutdown: 1 } }, mains: { app: { ignoresSigterm: true } } },
    drive: deleteWhenSettled,
    judge: trace => [...is("the app's end", trace.observed.events.find(event => event.container === 'app' && event.event === 'exited')?.code, 137), ...phase(trace, 'Failed')],
  },
  {
    name: 'stop-d-hooks-hang',
    promise: 'preStop hooks of sidecars that hang use up the grace period after the work is done',
    kind: 'job',
    grace: 8,
    cast: {
      sidecars: { s1: { preStop: 100, shutdown: 5 }, s2: { preStop: 100, shutdown: 5 }, s3: { preStop: 100, shutdown: 5 } },
      mains: { app: { exitsAfter: 3 } },
    },
    breaks: ['NS301'],
    drive: driver => driver.ended(),
    judge: trace => [...is('the job', trace.observed.job?.split(' ')[0], 'Complete'), ...before(trace, 's1', 'prestop-begin', 's3', 'sigterm')],
  },
  {
    name: 'stop-e-slow-app',
    promise: 'an app that overruns takes its sidecars down with it, two seconds later',
    grace: 5,
    cast: { sidecars: { s1: { shutdown: 20 }, s2: { shutdown: 1 }, s3: { shutdown: 20 } }, mains: { app: { shutdown: 20 } } },
    breaks: ['NS301'],
    drive: deleteWhenSettled,
    judge: trace => phase(trace, 'Failed'),
  },
  {
    name: 'stop-f-slow-sidecar',
    promise: 'a sidecar that overruns is killed, the one before it still has two seconds, and the pod succeeds',
    grace: 5,
    cast: { sidecars: { s1: { shutdown: 1 }, s2: { shutdown: 20 }, s3: { shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    breaks: ['NS301'],
    drive: deleteWhenSettled,
    judge: trace => [...endInOrder(trace, 'app', 's3', 's2', 's1'), ...phase(trace, 'Succeeded')],
  },
  {
    name: 'stop-g-quit-hook',
    promise: 'a preStop hook that quits the proxy ends it at once, and the app drains without it',
    grace: 20,
    cast: { sidecars: { proxy: { preStop: 1, hookEndsIt: true } }, mains: { app: { preStop: 3, shutdown: 5 } } },
    drive: async driver => {
      driver.happens('proxy', 'crash');
      await deleteWhenSettled(driver);
    },
    judge: trace => [...endInOrder(trace, 'proxy', 'app'), ...never(trace, 'proxy', 'sigterm')],
  },
  {
    name: 'stop-h-broken-chain',
    promise: 'a sidecar that is down breaks the chain: its neighbors are told to stop together, after the app',
    grace: 20,
    cast: { sidecars: { a: { shutdown: 3 }, b: {}, c: { shutdown: 6 } }, mains: { app: { shutdown: 2 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('b');
      await driver.observer.said('b', 'start', 2);
      await driver.settled('b');
      await driver.crash('b');
      await driver.pause(3);
      await driver.delete();
    },
    judge: trace => [...before(trace, 'app', 'exited', 'a', 'sigterm'), ...endInOrder(trace, 'app', 'a', 'c')],
  },
  {
    name: 'stop-i-whole-seconds',
    promise: 'the grace period is charged in whole seconds, rounded down',
    grace: 10,
    cast: { sidecars: { s1: { ignoresSigterm: true }, s2: { shutdown: 0.5 } }, mains: { app: { shutdown: 3.7 } } },
    drive: deleteWhenSettled,
    judge: trace => endInOrder(trace, 'app', 's2', 's1'),
  },
  {
    name: 'stop-k-pre-stop-fills-grace',
    promise: 'a pre-stop as long as the grace period loses the order: all get their stop signal together',
    grace: 10,
    cast: { sidecars: { s1: { shutdown: 3 } }, mains: { app: { preStop: 10, shutdown: 5 } } },
    drive: deleteWhenSettled,
    judge: trace => phase(trace, 'Failed'),
  },
  {
    name: 'stop-l-grace-of-a-second',
    promise: 'even a grace period of a second leaves everyone two',
    grace: 1,
    cast: { sidecars: { s1: { shutdown: 5 } }, mains: { app: { shutdown: 5 } } },
    breaks: ['NS301'],
    drive: deleteWhenSettled,
    judge: trace => phase(trace, 'Failed'),
  },
  {
    name: 'stop-m-work-done',
    promise: 'when the work is done, the sidecars stop one by one, last first, and the Job is complete',
    kind: 'job',
    cast: { sidecars: { s1: { shutdown: 2 }, s2: { shutdown: 4 } }, mains: { app: { exitsAfter: 4 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 's2', 's1'), ...phase(trace, 'Succeeded'), ...is('the job', trace.observed.job?.split(' ')[0], 'Complete')],
  },
  {
    name: 'stop-n-hook-hangs',
    promise: 'a sidecar whose hook hangs holds up the one before it until the grace period is over',
    grace: 10,
    cast: { sidecars: { s1: { shutdown: 1 }, s2: { preStop: 100, shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: deleteWhenSettled,
    judge: trace => before(trace, 'app', 'exited', 's2', 'sigterm'),
  },
  {
    name: 'evict',
    promise: 'an eviction by the Eviction API is a stop in order, with the whole grace period',
    kind: 'deployment',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 2 } }, mains: { app: { preStop: 2, shutdown: 3 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.evict();
    },
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...phase(trace, 'Succeeded')],
  },
  {
    name: 'stop-behind-service',
    promise: 'an app behind a Service is told to stop five seconds late, and its proxy after it',
    kind: 'deployment',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { shutdown: 2 } } },
    finish: workload => void new kplus.Service(workload, 'service', { selector: workload, ports: [{ port: 80, targetPort: 8080 }] }),
    drive: deleteWhenSettled,
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...(lastAt(trace, 'app', 'sigterm') >= trace.scenario.deleteAt! + 4.9 ? [] : ['the app was told to stop too early'])],
  },
  {
    name: 'log-shipper',
    promise: 'a log shipper delivers the last line that the app writes',
    cast: {
      sidecars: { shipper: { shutdown: 0, args: ['ship', '-file', '/logs/app.log'] } },
      mains: { app: { shutdown: 2, args: ['run', '-shutdown=2', '-log', '/logs/app.log'] } },
    },
    finish: (_workload, { shipper }) => void shipper.shareEmptyDir('logs', { path: '/logs' }),
    drive: deleteWhenSettled,
    judge: trace => [...is('the last line delivered', trace.observed.notes?.last, 'last line'), ...(lastAt(trace, 'shipper', 'sigterm') >= lastAt(trace, 'app', 'exited') ? [] : ['the shipper was told to stop before the app had ended'])],
  },
];
