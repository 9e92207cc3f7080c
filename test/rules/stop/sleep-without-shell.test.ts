import { stopTimesOf } from '../../../src/rules/engine/stop-times';
import { outlivingPreStop } from '../../../src/rules/leftovers/outliving-pre-stop';
import { gracePeriodTooShort } from '../../../src/rules/stop/grace-period-too-short';
import { preStopFillsGracePeriod } from '../../../src/rules/stop/pre-stop-fills-grace-period';
import { sleepWithoutShell } from '../../../src/rules/stop/sleep-without-shell';
import { sleepingPreStop } from '../../../src/rules/stop/sleeping-pre-stop';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const AUTH = 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3';

test.each([[['sleep', '5'], 'sleep'], [['sh', '-c', 'sleep 5'], 'sh']])('a hook by %j offends in an image that has nothing but its program', (command, tool) => {
  expect(says(sleepWithoutShell, podOf([{ name: 'auth', image: AUTH, lifecycle: { preStop: { exec: { command } } } }]))).toEqual([
    `NS307 the preStop hook of 'auth' should sleep 5 s, but its image does not contain '${tool}', so the hook fails immediately without a delay: `
    + 'use preStop.sleep.seconds: 5, which does not depend on the image',
  ]);
});

test.each<[string, object]>([
  ['the sleep of the kubelet', { image: AUTH, lifecycle: { preStop: { sleep: { seconds: 5 } } } }],
  ['an image with a shell', { image: `${AUTH}-alpine`, lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }],
  ['a sleep that a volume brings', { image: AUTH, lifecycle: { preStop: { exec: { command: ['/tools/sleep', '5'] } } } }],
])('%s does not', (_name, container) => {
  expect(says(sleepWithoutShell, podOf([{ name: 'web' }], [sidecar('auth', container)]))).toEqual([]);
});

test('hooks that do something else, and images of which nothing is known, are no concern', () => {
  const kill = { name: 'auth', image: AUTH, lifecycle: { preStop: { exec: { command: ['kill', '1'] } } } };

  expect(says(sleepWithoutShell, podOf([kill, { name: 'web', image: 'x', lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }]))).toEqual([]);
});

test('a helper that sleeps to outlive the app is told what NS515 tells', () => {
  const logs = { name: 'logs', image: 'fluent/fluent-bit:3.1.4', lifecycle: { preStop: { exec: { command: ['/bin/sh', '-c', 'sleep 15'] } } } };
  const mounts = { volumeMounts: [{ name: 'logs', mountPath: '/var/log/web' }] };
  const pod = podOf([{ name: 'web', image: 'acme/web:3.2', ...mounts }, { ...logs, ...mounts }], [], { volumes: [{ name: 'logs', emptyDir: {} }] });
  const [outliving] = offenses(outlivingPreStop, pod);

  expect(offenses(sleepWithoutShell, pod).map(({ fix }) => fix)).toEqual([`${outliving.fix}, or use preStop.sleep.seconds: 15`]);
});

describe('what other rules tell about a hook that fails', () => {
  const hook = (seconds: number) => ({ image: AUTH, lifecycle: { preStop: { exec: { command: ['sleep', String(seconds)] } } } });
  const native = podOf([{ name: 'web' }], [sidecar('auth', hook(40))]);

  test('it takes none of the grace period', () => {
    expect([preStopFillsGracePeriod, gracePeriodTooShort].flatMap(rule => offenses(rule, native, { stops: stopTimesOf(native) }))).toEqual([]);
  });

  test('a native sidecar needs no sleep, so no rule asks for one', () => {
    expect(says(sleepWithoutShell, native)).toEqual([expect.stringMatching(/: remove the hook, because a native sidecar already outlives the app$/)]);
    expect(says(sleepingPreStop, native)).toEqual([
      "NS304 the preStop hook of sidecar 'auth' should sleep 40 s, which would only delay every stop and every Job, because a native sidecar already outlives the app: remove the hook",
    ]);
  });

  test('an ordinary helper does not sleep', () => {
    const logs = { name: 'logs', image: 'fluent/fluent-bit:3.1.4', lifecycle: hook(15).lifecycle, volumeMounts: [{ name: 'logs', mountPath: '/var/log/web' }] };
    const pod = podOf([{ name: 'web', image: 'acme/web:3.2', volumeMounts: logs.volumeMounts }, logs], [], { volumes: [{ name: 'logs', emptyDir: {} }] });

    expect(offenses(outlivingPreStop, pod).map(({ message }) => message)).toEqual(["'logs' should sleep 15 s before it stops, and the app may still need it then"]);
  });
});
