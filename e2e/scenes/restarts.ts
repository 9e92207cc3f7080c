import * as kplus from 'cdk8s-plus-28';
import { before, endInOrder, is, never, times } from './promises';
import { Driver } from '../driver';
import { Scene } from '../scenario';
import { firstAt, Trace } from '../trace';

/** Adds fields to containers, as somebody writes them who knows a newer Kubernetes. */
const withFields = (fields: { readonly [container: string]: object }) => (manifest: any): any => {
  const changed = JSON.parse(JSON.stringify(manifest));
  const spec = changed.spec.template?.spec ?? changed.spec;
  for (const container of [...spec.initContainers ?? [], ...spec.containers]) {
    Object.assign(container, fields[container.name]);
  }
  return changed;
};

const rule = (action: string, ...values: number[]) => ({ restartPolicyRules: [{ action, exitCodes: { operator: 'In', values } }] });
const RESTART_ALL = rule('RestartAllContainers', 1);

/** An app whose liveness probe fails six seconds after each start, and that then ends with code 3. */
const SICK = { args: ['run', '-shutdown=1', '-code=3', '-port=8085', '-sick-after=6'], shutdown: 1, exitCode: 3 };
const SICK_PROBE = { livenessProbe: { httpGet: { path: '/live', port: 8085 }, periodSeconds: 1, failureThreshold: 1 } };

const isComplete = (trace: Trace) => is('the job', trace.observed.job?.split(' ')[0], 'Complete');
const knowsRules = (trace: Trace) => Number(trace.kubernetes.split('.')[1]) >= 36;

/** Crashes a sidecar of a pod that runs, and waits until it runs again. */
async function crashAndSettle(driver: Driver, container: string): Promise<void> {
  await driver.settled('app');
  await driver.crash(container);
  await driver.observer.said(container, 'start', 2);
  await driver.settled(container);
}

/** Restart rules of containers. */
export const RESTARTS: Scene[] = [
  {
    name: 'rule-exit-code',
    promise: 'a rule restarts a container of a Job with restartPolicy Never after exit code 42, with back-off, and the Job does not count it',
    kind: 'plain-job',
    since: 35,
    cast: { mains: { app: { exitsAfter: 3, exitCode: 42 } } },
    inject: withFields({ app: { restartPolicy: 'Never', ...rule('Restart', 42) } }),
    drive: driver => driver.pause(13),
    judge: trace => [...times(trace, 'app', 'started', 2), ...is('the job', trace.observed.job, undefined)],
  },
  {
    name: 'rule-retry',
    promise: 'a Job with restartPolicy Never and backoffLimit 0 completes after a rule has restarted its container in place',
    kind: 'job',
    since: 35,
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { exitsAfter: 8 } } },
    inject: withFields({ app: { restartPolicy: 'Never', ...rule('Restart', 1) } }),
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('app');
      await driver.ended();
    },
    judge: trace => [...times(trace, 'app', 'started', 2), ...times(trace, 'proxy', 'started', 1), ...isComplete(trace)],
  },
  {
    name: 'rule-init',
    promise: 'a rule restarts a plain init container of a pod that is not restarted',
    kind: 'plain-job',
    since: 35,
    cast: { inits: { fetch: { exitsAfter: 2, exitCode: 42 } }, mains: { app: { exitsAfter: 3 } } },
    inject: withFields({ fetch: { restartPolicy: 'Never', ...rule('Restart', 42) } }),
    drive: driver => driver.pause(12),
    judge: trace => [...never(trace, 'app', 'started'), ...times(trace, 'fetch', 'started', 2)],
  },
  {
    name: 'rule-probe-kill',
    promise: 'a rule is not asked when a probe fails: a pod with restartPolicy Never is stopped as a whole, and stays so although the rule matches',
    kind: 'plain-job',
    since: 35,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: SICK } },
    inject: withFields({ app: { restartPolicy: 'Never', ...rule('Restart', 3), ...SICK_PROBE } }),
    drive: async driver => {
      driver.happens('app', 'liveness');
      await driver.observer.said('proxy', 'exit');
      await driver.pause(15);
    },
    judge: trace => [...times(trace, 'app', 'started', 1), ...times(trace, 'proxy', 'exited', 1), ...is('the job', trace.observed.job, undefined)],
  },
  {
    name: 'restart-all-watcher',
    promise: 'from 1.36 a watcher beside the work restarts all containers by its exit code, uncounted by the Job; before, it is a sidecar that restarts alone',
    kind: 'job',
    lenient: true,
    cast: {
      sidecars: { watcher: { gateOpens: 1, shutdown: 1 } },
      inits: { fetch: { exitsAfter: 1 } },
      mains: { app: { exitsAfter: 12, shutdown: 1 } },
    },
    inject: withFields({ watcher: RESTART_ALL }),
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('watcher');
      await driver.ended();
    },
    judge: trace => [...times(trace, 'app', 'started', knowsRules(trace) ? 2 : 1), ...times(trace, 'fetch', 'started', knowsRules(trace) ? 2 : 1), ...isComplete(trace)],
  },
  {
    name: 'restart-all-with-sidecar',
    promise: 'from 1.36 the app restarts with its sidecar when that fails; before, the app runs on without it',
    kind: 'deployment',
    lenient: true,
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { shutdown: 1 } } },
    inject: withFields({ proxy: RESTART_ALL }),
    drive: async driver => {
      await crashAndSettle(driver, 'proxy');
      await driver.settled('app');
      await driver.delete();
    },
    judge: trace => [...times(trace, 'app', 'started', knowsRules(trace) ? 2 : 1), ...endInOrder(trace, 'app', 'proxy')],
  },
  {
    name: 'restart-all-order',
    promise: 'a restart of all stops main containers, then sidecars as listed, each in two seconds and without its hook, and runs init containers again',
    since: 36,
    grace: 20,
    cast: {
      sidecars: { s1: { gateOpens: 1, shutdown: 1 }, s2: { shutdown: 1 } },
      inits: { fetch: { exitsAfter: 1 } },
      mains: { app: { shutdown: 1 }, slow: { preStop: 3, shutdown: 8 } },
    },
    inject: withFields({ app: { restartPolicy: 'Never', ...RESTART_ALL } }),
    drive: async driver => {
      await driver.settled('slow');
      await driver.crash('app');
      await driver.observer.said('slow', 'start', 2);
      await driver.settled('slow');
      await driver.delete();
    },
    judge: trace => [
      ...before(trace, 'slow', 'exited', 's1', 'sigterm'),
      ...before(trace, 's1', 'exited', 's2', 'sigterm'),
      ...before(trace, 'slow', 'sigkill', 'slow', 'prestop-begin'),
      ...times(trace, 'fetch', 'started', 2),
    ],
  },
  {
    name: 'restart-all-counts',
    promise: 'with restartPolicy OnFailure a restart of all containers counts once for each container against backoffLimit',
    kind: 'job',
    since: 36,
    restartPolicy: kplus.RestartPolicy.ON_FAILURE,
    backoffLimit: 3,
    cast: { sidecars: { proxy: { shutdown: 1 } }, inits: { fetch: { exitsAfter: 4, shutdown: 1 } }, mains: { app: { exitsAfter: 60, shutdown: 1 } } },
    inject: withFields({ app: { restartPolicy: 'OnFailure', ...RESTART_ALL } }),
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('app');
      await driver.gone();
    },
    judge: trace => [...is('the job', trace.observed.job, 'Failed BackoffLimitExceeded'), ...times(trace, 'app', 'started', 1)],
  },
  {
    name: 'restart-all-after-probe',
    promise: 'a failed probe of a container with restartPolicy Never stops the pod in order, and a rule that restarts all containers starts it again',
    since: 36,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: SICK } },
    inject: withFields({
      app: {
        restartPolicy: 'Never', ...rule('RestartAllContainers', 3), livenessProbe: { httpGet: { path: '/live', port: 8085 }, periodSeconds: 1, failureThreshold: 1 },
      },
    }),
    drive: async driver => {
      driver.happens('app', 'liveness');
      await driver.observer.said('app', 'start', 2);
      await driver.pause(2.5);
    },
    judge: trace => [...before(trace, 'app', 'exited', 'proxy', 'sigterm'), ...times(trace, 'proxy', 'started', 2), ...times(trace, 'app', 'started', 2)],
  },
  {
    name: 'restart-all-deleted',
    promise: 'a pod that is deleted while all its containers restart is not started again',
    since: 36,
    grace: 20,
    cast: {
      sidecars: { s1: { ignoresSigterm: true }, s2: { ignoresSigterm: true } },
      mains: { app: { shutdown: 1 }, slow: { ignoresSigterm: true } },
    },
    inject: withFields({ app: { restartPolicy: 'Never', ...RESTART_ALL } }),
    drive: async driver => {
      await driver.settled('slow');
      await driver.crash('app');
      await driver.observer.said('slow', 'term');
      await driver.delete();
    },
    judge: trace => [...times(trace, 's1', 'started', 1), ...is('the phase', trace.observed.phase, 'Failed')],
  },
  {
    name: 'start-on-the-clock',
    promise: "startup probes run on the pod's clock: a gate of 3 checks every 10 s fails 25 s after the start of its sidecar, and opens after a restart on a check",
    breaks: ['NS102'],
    cast: { sidecars: { proxy: { gateOpens: 26, shutdown: 1 } }, inits: { wait: { exitsAfter: 5 } }, mains: { app: {} } },
    finish: (_workload, { proxy }) => {
      proxy.startsAfterInit('wait');
      proxy.addOverlay({ startupProbe: { periodSeconds: 10, failureThreshold: 3 } });
    },
    drive: async driver => {
      await driver.settled('app');
      await driver.delete();
    },
    judge: trace => [...before(trace, 'proxy', 'gate-open', 'app', 'started'), ...(firstAt(trace, 'proxy', 'gate-failed') < 32 ? [] : ['the gate had 30 s'])],
  },
  {
    name: 'post-start-fails',
    promise: 'a sidecar whose postStart hook fails is stopped and started again with back-off, and the app does not start',
    cast: { sidecars: { proxy: { postStartFails: true, shutdown: 1 } }, mains: { app: {} } },
    finish: (_workload, { proxy }) => proxy.addOverlay({ lifecycle: { postStart: { exec: { command: ['/program', 'check', '-file', '/none'] } } } }),
    drive: driver => driver.pause(12),
    judge: trace => [...never(trace, 'app', 'started'), ...before(trace, 'proxy', 'poststart-failed', 'proxy', 'exited'), ...is('the phase', trace.observed.phase, 'Pending')],
  },
  {
    name: 'delete-other-grace',
    promise: 'a deletion with another grace period gives the pod that time',
    grace: 30,
    breaks: ['NS301'],
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { ignoresSigterm: true } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.delete(4);
    },
    judge: trace => (firstAt(trace, 'app', 'sigkill') - firstAt(trace, 'app', 'sigterm') < 5.5 ? [] : ['the app had more than 4 s']),
  },
  {
    name: 'delete-forced',
    promise: 'a forced deletion gives the app two seconds, and its sidecar one more',
    grace: 30,
    breaks: ['NS301'],
    cast: { sidecars: { proxy: { ignoresSigterm: true } }, mains: { app: { ignoresSigterm: true } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.delete(0);
    },
    judge: trace => before(trace, 'app', 'sigterm', 'proxy', 'sigterm'),
  },
  {
    name: 'delete-twice',
    promise: 'a second deletion with a shorter grace period does not shorten a stop that has begun',
    grace: 12,
    breaks: ['NS301'],
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { shutdown: 8 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.deleteTwice(2, 1);
    },
    judge: trace => [...never(trace, 'app', 'sigkill'), ...endInOrder(trace, 'app', 'proxy')],
  },
];
