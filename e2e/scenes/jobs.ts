import { ApiObject, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { before, endInOrder, is, never, times } from './promises';
import { Scene } from '../scenario';
import { Trace } from '../trace';

const jobIs = (trace: Trace, expected: string) => is('the job', trace.observed.job, expected);
const isComplete = (trace: Trace) => is('the job', trace.observed.job?.split(' ')[0], 'Complete');

const ONE = { proxy: { gateOpens: 1, shutdown: 1 } };
const THREE = { proxy: { gateOpens: 1, shutdown: 1 }, logs: { shutdown: 1 }, metrics: { gateOpens: 0, shutdown: 1 } };

/** Work that ends. */
export const JOBS: Scene[] = [
  {
    name: 'job-one-sidecar',
    promise: 'a Job ends when its work ends although its sidecar never does',
    kind: 'job',
    cast: { sidecars: ONE, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...isComplete(trace)],
  },
  {
    name: 'job-three-sidecars',
    promise: 'a Job ends when its work ends although none of its three sidecars does',
    kind: 'job',
    cast: { sidecars: THREE, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'metrics', 'logs', 'proxy'), ...isComplete(trace)],
  },
  {
    name: 'cronjob-one-sidecar',
    promise: "a CronJob's Job ends when its work ends although its sidecar never does",
    kind: 'cronjob',
    cast: { sidecars: ONE, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...isComplete(trace)],
  },
  {
    name: 'cronjob-three-sidecars',
    promise: "a CronJob's Job ends when its work ends although none of its three sidecars does",
    kind: 'cronjob',
    cast: { sidecars: THREE, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'metrics', 'logs', 'proxy'), ...isComplete(trace)],
  },
  {
    name: 'job-ordinary-sidecar',
    promise: 'the same Job with an ordinary container as its sidecar hangs: this is what native sidecars are for',
    kind: 'plain-job',
    cast: { mains: { app: { exitsAfter: 3 }, proxy: { shutdown: 1 } } },
    drive: driver => driver.pause(20),
    judge: trace => [...is('the outcome', trace.observed.outcome, 'stuck'), ...is('the job', trace.observed.job, undefined), ...never(trace, 'proxy', 'exited')],
  },
  {
    name: 'job-ordinary-sidecars',
    promise: 'the same Job with three ordinary containers as its sidecars hangs',
    kind: 'plain-job',
    cast: { mains: { app: { exitsAfter: 3 }, proxy: { shutdown: 1 }, logs: { shutdown: 1 }, metrics: { shutdown: 1 } } },
    drive: driver => driver.pause(20),
    judge: trace => [...is('the outcome', trace.observed.outcome, 'stuck'), ...is('the job', trace.observed.job, undefined)],
  },
  {
    name: 'job-main-always',
    promise: 'from 1.35 a main container may have restartPolicy Always, but it is no sidecar: its Job hangs',
    kind: 'plain-job',
    since: 35,
    breaks: ['NS413'],
    cast: { mains: { app: { exitsAfter: 3 }, proxy: { shutdown: 1 } } },
    finish: workload => ApiObject.of(workload).addJsonPatch(JsonPatch.add('/spec/template/spec/containers/1/restartPolicy', 'Always')),
    drive: async driver => {
      await driver.settled('proxy');
      await driver.crash('proxy');
      await driver.pause(12);
    },
    judge: trace => [...is('the outcome', trace.observed.outcome, 'stuck'), ...times(trace, 'proxy', 'started', 2)],
  },
  {
    name: 'job-fails',
    promise: 'a Job whose work fails fails, whatever its sidecars end with',
    kind: 'job',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { exitsAfter: 3, exitCode: 3 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...jobIs(trace, 'Failed BackoffLimitExceeded')],
  },
  {
    name: 'job-sidecar-code',
    promise: 'a sidecar that ends with an error after the work is done does not fail the Job',
    kind: 'job',
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1, exitCode: 143 } }, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.ended(),
    judge: isComplete,
  },
  {
    name: 'job-on-failure-retry',
    promise: 'under OnFailure a failed app is started again in place, and its sidecars run on',
    kind: 'job',
    restartPolicy: kplus.RestartPolicy.ON_FAILURE,
    backoffLimit: 4,
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { exitsAfter: 12 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('app');
      await driver.ended();
    },
    judge: trace => [...times(trace, 'app', 'started', 2), ...times(trace, 'proxy', 'started', 1), ...isComplete(trace)],
  },
  {
    name: 'job-on-failure-flapping-sidecar',
    promise: 'under OnFailure the restarts of a sidecar count against backoffLimit and fail the Job',
    kind: 'job',
    restartPolicy: kplus.RestartPolicy.ON_FAILURE,
    backoffLimit: 1,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { exitsAfter: 120, shutdown: 1 } } },
    drive: async driver => {
      await driver.settled('app');
      await driver.crash('proxy');
      await driver.gone();
    },
    judge: trace => [...jobIs(trace, 'Failed BackoffLimitExceeded'), ...before(trace, 'app', 'started', 'app', 'sigterm')],
  },
  {
    name: 'job-on-failure-failing-app',
    promise: 'under OnFailure an app that fails again and again reaches backoffLimit, and the Job fails',
    kind: 'job',
    restartPolicy: kplus.RestartPolicy.ON_FAILURE,
    backoffLimit: 2,
    cast: { sidecars: { proxy: { shutdown: 1 } }, mains: { app: { exitsAfter: 3, exitCode: 1, shutdown: 1 } } },
    drive: driver => driver.gone(),
    judge: trace => [...jobIs(trace, 'Failed BackoffLimitExceeded'), ...times(trace, 'proxy', 'started', 1)],
  },
  {
    name: 'job-deadline-slow-sidecar',
    promise: 'a deadline that passes while a sidecar still stops fails the Job although its work was done',
    kind: 'job',
    deadline: 8,
    cast: { sidecars: { proxy: { shutdown: 10 } }, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.gone(),
    judge: trace => [...is("the app's code", trace.observed.events.find(event => event.container === 'app' && event.event === 'exited')?.code, 0), ...jobIs(trace, 'Failed DeadlineExceeded')],
  },
  {
    name: 'job-deadline-slow-work',
    promise: 'a deadline that passes stops the work and then the sidecar, in order',
    kind: 'job',
    deadline: 8,
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { exitsAfter: 60, shutdown: 2 } } },
    drive: driver => driver.gone(),
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...jobIs(trace, 'Failed DeadlineExceeded')],
  },
  {
    name: 'job-deadline-shut-gate',
    promise: 'a deadline ends a Job whose gate never opens',
    kind: 'job',
    deadline: 6,
    cast: { sidecars: { proxy: { gateNeverOpens: true, shutdown: 1 } }, mains: { app: { exitsAfter: 3 } } },
    drive: driver => driver.gone(),
    judge: trace => [...never(trace, 'app', 'started'), ...jobIs(trace, 'Failed DeadlineExceeded')],
  },
  {
    name: 'pod-deadline',
    promise: "a pod's own deadline stops it in order and fails it",
    podDeadline: 8,
    cast: { sidecars: { proxy: { gateOpens: 1, shutdown: 1 } }, mains: { app: { shutdown: 2 } } },
    drive: driver => driver.ended(),
    judge: trace => [...endInOrder(trace, 'app', 'proxy'), ...is('the phase', trace.observed.phase, 'Failed')],
  },
];
