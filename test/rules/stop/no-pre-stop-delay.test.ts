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

describe('a native sidecar behind the Service', () => {
  const app = { name: 'web', ports: [{ containerPort: 5432 }] };
  const exporter = sidecar('exporter', {
    image: 'quay.io/prometheuscommunity/postgres-exporter:v0.16.0', env: [{ name: 'DATA_SOURCE_URI', value: 'localhost:5432/postgres' }], ports: [{ containerPort: 9187, name: 'metrics' }],
  });
  const login = sidecar('login', { image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', args: ['--upstream=http://127.0.0.1:5432/'], ports: [{ containerPort: 4180, name: 'http' }] });
  const behind = (one: TestContainer, ...ports: object[]) => says(
    noPreStopDelay,
    PodModel.fromManifest({ ...podManifest([app], [one]), metadata: { name: 'web', labels: { app: 'web' } } }),
    { beside: [{ ...SERVICE, spec: { ...SERVICE.spec, ports } }] },
  );

  test.each<[string, object]>([['name', { port: 9187, targetPort: 'metrics' }], ['number', { port: 9187 }]])('answers itself where the Service targets its port by %s', (_, port) => {
    expect(behind(exporter, port)).toEqual([]);
  });

  test('is not all that a Service with a port of the app sends to', () => {
    expect(behind(exporter, { port: 9187 }, { port: 5432 })).toHaveLength(1);
  });

  test('passes requests on to the app if it is a proxy', () => {
    expect(behind(login, { port: 80, targetPort: 'http' })).toHaveLength(1);
  });
});

test('Jobs, and pods without native sidecars, are no concern', () => {
  const alone = PodModel.fromManifest({ ...podManifest([{ name: 'web' }]), metadata: { name: 'web', labels: { app: 'web' } } });

  expect(says(noPreStopDelay, alone, { beside: [SERVICE] })).toEqual([]);
  expect(says(noPreStopDelay, jobOf([{ name: 'work' }]), { beside: [{ ...SERVICE, spec: { selector: {} } }] })).toEqual([]);
});
