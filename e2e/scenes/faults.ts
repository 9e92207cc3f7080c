import { before, endInOrder, is, never, times } from './promises';
import { Driver } from '../driver';
import { Scene } from '../scenario';
import { lastAt } from '../trace';

/** Crashes a container that runs, waits for its restart, and crashes it again: from then on it is in back-off. */
async function intoBackoff(driver: Driver, container: string): Promise<void> {
  await driver.crash(container);
  await driver.observer.said(container, 'start', 2);
  await driver.settled(container);
  await driver.crash(container);
}

/** The place where a proxy that is no native sidecar answers probes for the others. */
const HEALTH_PORT = 15020;

/** What an injector does that is not told to make its proxy native: the proxy becomes an ordinary container, and probes over the network are sent to it. */
function injectOrdinaryProxy(manifest: any): any {
  const injected = JSON.parse(JSON.stringify(manifest));
  const { spec } = injected.spec.template;
  const [app] = spec.containers;
  spec.containers.push({ ...app, name: 'istio-proxy', args: ['run', '-shutdown=1', `-port=${HEALTH_PORT}`] });
  for (const container of spec.initContainers) {
    if (container.startupProbe?.httpGet) {
      container.startupProbe.httpGet = { path: `/app-health/${container.name}/startupz`, port: HEALTH_PORT };
    }
  }
  return injected;
}

/** What goes wrong while a pod runs. */
export const FAULTS: Scene[] = [
  {
    name: 'sidecar-crash',
    promise: 'a sidecar that crashes is started again, and the app runs on',
    kind: 'deployment',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('proxy');
      await driver.observer.said('proxy', 'gate', 2);
      await driver.settled('proxy');
      await driver.delete();
    },
    judge: trace => [...times(trace, 'app', 'started', 1), ...times(trace, 'proxy', 'started', 2), ...endInOrder(trace, 'app', 'proxy')],
  },
  {
    name: 'sidecar-backoff',
    promise: 'a sidecar that crashes twice waits ten seconds before it is started again, and the app runs on',
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: async driver => {
      await driver.settled('app');
      await intoBackoff(driver, 'proxy');
      await driver.observer.said('proxy', 'start', 3);
      await driver.settled('proxy');
      await driver.delete();
    },
    judge: trace => [...times(trace, 'app', 'started', 1), ...times(trace, 'proxy', 'started', 3), ...endInOrder(trace, 'app', 'proxy')],
  },
  {
    name: 'app-crash',
    promise: 'an app that crashes is started again, and its sidecars run on',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('app');
      await driver.observer.said('app', 'start', 2);
      await driver.settled('app');
      await driver.delete();
    },
    judge: trace => [...times(trace, 'app', 'started', 2), ...times(trace, 'proxy', 'started', 1), ...endInOrder(trace, 'app', 'proxy')],
  },
  {
    name: 'app-waits-for-sidecar',
    promise: 'up to 1.36 an app that crashes while the last sidecar is in back-off is only started again once that sidecar is up',
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: async driver => {
      await driver.settled('app');
      await intoBackoff(driver, 'proxy');
      await driver.pause(2);
      await driver.crash('app');
      await driver.observer.said('app', 'start', 2);
      await driver.settled('app');
      await driver.delete();
    },
    judge: trace => (lastAt(trace, 'proxy', 'started') <= lastAt(trace, 'app', 'started') ? [] : ['the app was started before the sidecar']),
  },
  {
    name: 'completion-waits-for-sidecar',
    promise: 'up to 1.36 work that is done waits for the last sidecar when that is in back-off and another one runs',
    kind: 'job',
    cast: { sidecars: { first: { shutdown: 1 }, last: { shutdown: 1 } }, mains: { app: { exitsAfter: 12 } } },
    drive: async driver => {
      await driver.settled('app');
      await intoBackoff(driver, 'last');
      await driver.ended();
    },
    judge: trace => [...times(trace, 'last', 'started', 3), ...endInOrder(trace, 'app', 'last', 'first'), ...is('the job', trace.observed.job?.split(' ')[0], 'Complete')],
  },
  {
    name: 'completion-in-backoff',
    promise: 'work that is done while its only sidecar is in back-off ends at once',
    kind: 'job',
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { exitsAfter: 12 } } },
    drive: async driver => {
      await driver.settled('app');
      await intoBackoff(driver, 'proxy');
      await driver.ended();
    },
    judge: trace => [...times(trace, 'proxy', 'started', 2), ...is('the job', trace.observed.job?.split(' ')[0], 'Complete')],
  },
  {
    name: 'sidecar-liveness',
    promise: 'a sidecar whose liveness probe fails is stopped and started again, and the app runs on',
    cast: { sidecars: { proxy: { sickAfter: 6, shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    drive: async driver => {
      driver.happens('proxy', 'liveness');
      await driver.observer.said('proxy', 'start', 2);
      await driver.settled('proxy');
      await driver.delete();
    },
    judge: trace => [...times(trace, 'app', 'started', 1), ...times(trace, 'proxy', 'started', 2)],
  },
  {
    name: 'probe-rewrite-deadlock',
    promise: 'an injector that makes its proxy an ordinary container and sends the probes of sidecars to it keeps the pod from ever starting',
    kind: 'plain-job',
    cast: { sidecars: { logs: { gateNeverOpens: true, gateOpens: 0, patience: 60, shutdown: 1, args: ['run', '-shutdown=1', '-port=8080'] } }, mains: { app: { exitsAfter: 3 } } },
    inject: injectOrdinaryProxy,
    drive: driver => driver.pause(20),
    judge: trace => [...never(trace, 'app', 'started'), ...never(trace, 'istio-proxy', 'started'), ...is('the phase', trace.observed.phase, 'Pending')],
  },
  {
    name: 'probe-rewrite-command',
    promise: 'a gate that is a command is not rewritten: the same pod starts',
    kind: 'plain-job',
    cast: { sidecars: { logs: { gateOpens: 1, gate: 'command', shutdown: 1 } }, mains: { app: { exitsAfter: 3 } } },
    inject: injectOrdinaryProxy,
    drive: driver => driver.pause(20),
    judge: trace => [...before(trace, 'logs', 'gate-open', 'app', 'started'), ...is("the app's code", trace.observed.events.find(event => event.container === 'app' && event.event === 'exited')?.code, 0)],
  },
];

