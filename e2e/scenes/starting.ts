import { before, endInOrder, is, never, times } from './promises';
import { Driver } from '../driver';
import { Scene } from '../scenario';
import { firstAt } from '../trace';

const deleteWhenSettled = async (driver: Driver) => {
  await driver.settled('app');
  await driver.delete();
};

/** A hook that runs in the kubelet. */
const postStart = (seconds: number) => ({ lifecycle: { postStart: { sleep: { seconds } } } });

/** Who starts after whom. */
export const STARTING: Scene[] = [
  {
    name: 'start-order',
    promise: 'sidecars start one after another, each when the gate of the one before is open, then the app; they stop in reverse',
    kind: 'deployment',
    cast: {
      sidecars: { s1: { gateOpens: 1.5, shutdown: 0.5 }, s2: { gateOpens: 2, gate: 'tcp', shutdown: 0.5 }, s3: { gateOpens: 1, gate: 'command', shutdown: 0.5 } },
      mains: { app: { shutdown: 1 } },
    },
    drive: deleteWhenSettled,
    judge: trace => [
      ...before(trace, 's1', 'gate-open', 's2', 'started'),
      ...before(trace, 's2', 'gate-open', 's3', 'started'),
      ...before(trace, 's3', 'gate-open', 'app', 'started'),
      ...endInOrder(trace, 'app', 's3', 's2', 's1'),
    ],
  },
  {
    name: 'start-no-gates',
    promise: 'sidecars without a gate still start before the app, in order',
    cast: { sidecars: { s1: {}, s2: {} }, mains: { app: { shutdown: 1 } } },
    drive: deleteWhenSettled,
    judge: trace => [...before(trace, 's1', 'started', 's2', 'started'), ...before(trace, 's2', 'started', 'app', 'started')],
  },
  {
    name: 'start-around-init',
    promise: 'a sidecar serves the init containers after it, and one that starts after an init container waits for its end',
    cast: {
      sidecars: { proxy: { gateOpens: 1, shutdown: 0.5 }, late: { gateOpens: 1, shutdown: 0.5 } },
      inits: { migrate: { exitsAfter: 3 }, seed: { exitsAfter: 1 } },
      mains: { app: { shutdown: 1 }, second: { shutdown: 1 } },
    },
    finish: (_workload, { late }) => late.startsAfterInit('migrate'),
    drive: deleteWhenSettled,
    judge: trace => [
      ...before(trace, 'proxy', 'gate-open', 'migrate', 'started'),
      ...before(trace, 'migrate', 'exited', 'late', 'started'),
      ...before(trace, 'late', 'gate-open', 'seed', 'started'),
      ...before(trace, 'seed', 'exited', 'app', 'started'),
      ...endInOrder(trace, 'app', 'late', 'proxy'),
    ],
  },
  {
    name: 'start-post-start',
    promise: "a sidecar's postStart hook holds up what comes after it",
    grace: 10,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    finish: (_workload, { proxy }) => proxy.addOverlay(postStart(4)),
    drive: deleteWhenSettled,
    judge: trace => (firstAt(trace, 'app', 'started') >= 4 ? [] : ['the app did not wait for the hook']),
  },
  {
    name: 'delete-during-post-start',
    promise: 'a pod that is deleted while a postStart hook runs begins to stop only when the hook is over',
    grace: 12,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    finish: (_workload, { proxy }) => proxy.addOverlay(postStart(10)),
    drive: async driver => {
      await driver.pause(5);
      await driver.delete();
    },
    judge: trace => [...never(trace, 'app', 'started'), ...(firstAt(trace, 'proxy', 'sigterm') >= 9.5 ? [] : ['it was told to stop during the hook'])],
  },
  {
    name: 'two-mains',
    promise: 'sidecars outlive all main containers, not just the first that ends',
    grace: 15,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 1 }, worker: { shutdown: 4 } } },
    drive: deleteWhenSettled,
    judge: trace => endInOrder(trace, 'app', 'worker', 'proxy'),
  },
  {
    name: 'gate-never-opens',
    promise: 'the app does not start while the gate of its sidecar is shut; the sidecar is killed and started again',
    cast: { sidecars: { proxy: { gateNeverOpens: true, patience: 3, shutdown: 1 } }, mains: { app: {} } },
    // A kubelet says no more than 25 things about a pod at a time: with more patience the word about the back-off would be lost.
    drive: driver => driver.pause(25),
    judge: trace => [...never(trace, 'app', 'started'), ...before(trace, 'proxy', 'started', 'proxy', 'gate-failed'), ...is('the phase', trace.observed.phase, 'Pending')],
  },
  {
    name: 'delete-before-start',
    promise: 'a pod that is deleted while its gate is shut ends at once, and its app never ran',
    cast: { sidecars: { s1: { gateOpens: 0, shutdown: 1 }, s2: { gateNeverOpens: true, shutdown: 1 } }, mains: { app: {} } },
    drive: async driver => {
      await driver.observer.said('s2', 'start');
      await driver.pause(3);
      await driver.delete();
    },
    judge: trace => [...never(trace, 'app', 'started'), ...endInOrder(trace, 's2', 's1'), ...is('the phase', trace.observed.phase, 'Failed')],
  },
  {
    name: 'delete-during-init',
    promise: 'sidecars do not wait for a plain init container that is stopped with them',
    grace: 10,
    breaks: ['NS301'],
    cast: { sidecars: { proxy: { shutdown: 1 } }, inits: { migrate: { neverExits: true, shutdown: 4 } }, mains: { app: {} } },
    drive: async driver => {
      await driver.observer.said('migrate', 'start');
      await driver.pause(3);
      await driver.delete();
    },
    judge: trace => endInOrder(trace, 'proxy', 'migrate'),
  },
  {
    name: 'init-retries',
    promise: 'an init container that fails is tried again and again, and the sidecar before it runs on',
    cast: { sidecars: { proxy: { shutdown: 1 } }, inits: { migrate: { exitsAfter: 1, exitCode: 1 } }, mains: { app: {} } },
    drive: driver => driver.pause(30),
    judge: trace => [...never(trace, 'app', 'started'), ...times(trace, 'proxy', 'started', 1), ...is('the phase', trace.observed.phase, 'Pending')],
  },
  {
    name: 'init-fails',
    promise: 'a failed init container of a pod that is not restarted fails the pod, once its sidecars have stopped',
    kind: 'job',
    cast: { sidecars: { proxy: { shutdown: 2 } }, inits: { migrate: { exitsAfter: 2, exitCode: 3 } }, mains: { app: {} } },
    drive: driver => driver.ended(),
    judge: trace => [...never(trace, 'app', 'started'), ...times(trace, 'proxy', 'exited', 1), ...is('the phase', trace.observed.phase, 'Failed')],
  },
];
