import { PodModel } from '../../../src/kubernetes/pod';
import { noPreStopDelay } from '../../../src/rules/stop/no-pre-stop-delay';
import { jobOf, podManifest, sidecar, TestContainer } from '../../simulator/pods';
import { says } from '../check';

const SERVICE = { kind: 'Service', metadata: { name: 'shop' }, spec: { selector: { app: 'web' } } };
const DELAY = { lifecycle: { preStop: { sleep: { seconds: 5 } } } };

function server(...mains: TestContainer[]): PodModel {
  return PodModel.fromManifest({ ...podManifest(mains, [sidecar('proxy')]), metadata: { name: 'web', labels: { app: 'web' } } });
}

test('a server behind a Service that stops at once offends', () => {
  expect(says(noPreStopDelay, server({ name: 'web' }), { beside: [SERVICE] })).toEqual([
    "NS310 'web' stops immediately, while Service 'shop' may still send requests: "
    + 'give the app a preStop hook that sleeps for 5 s, unless it keeps serving after SIGTERM',
  ]);
});

test('one that waits does not', () => {
  expect(says(noPreStopDelay, server({ name: 'web', ...DELAY }, { name: 'worker' }), { beside: [SERVICE] })).toEqual([]);
});

test('neither does one behind a headless Service, or behind none', () => {
  const headless = { ...SERVICE, spec: { ...SERVICE.spec, clusterIP: 'None' } };
  const other = { ...SERVICE, spec: { selector: { app: 'api' } } };

  expect(says(noPreStopDelay, server({ name: 'web' }), { beside: [headless, other] })).toEqual([]);
  expect(says(noPreStopDelay, server({ name: 'web' }))).toEqual([]);
});

test('Jobs, and pods without native sidecars, are no concern', () => {
  const alone = PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { name: 'web', labels: { app: 'web' } } });

  expect(says(noPreStopDelay, alone, { beside: [SERVICE] })).toEqual([]);
  expect(says(noPreStopDelay, jobOf([{ name: 'work' }]), { beside: [{ ...SERVICE, spec: { selector: {} } }] })).toEqual([]);
});
