import { outlivingPreStop } from '../../../src/rules/leftovers/outliving-pre-stop';
import { sleepWithoutShell } from '../../../src/rules/stop/sleep-without-shell';
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
