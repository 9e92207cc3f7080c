import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { podOf } from '../simulator/pods';

/** What is said of the only container of a pod. */
function reason(container: object, spec: object = {}): string | undefined {
  const pod: PodModel = podOf([{ name: 'web', ...container }], [], spec);
  return new Recognition(pod).reasonToIgnoreSigterm(pod.mains[0]);
}

/** What is said of a container that runs a script. */
function ofScript(script: string, shell = 'sh'): string | undefined {
  return reason({ command: [shell, '-c', script] });
}

// Each was seen with bash 5.2, dash 0.5.12 and the ash of busybox 1.35 as the first process of a PID namespace.
test.each([
  ['tail -F /logs/app.log', 'tail, which handles no signal'],
  ['exec tail -F /logs/app.log', 'tail, which handles no signal'],
  ['sleep infinity', 'sleep, which handles no signal'],
  ['echo up; sleep 3600', 'sleep, which handles no signal'],
  ['echo up && /bin/sleep 2h', 'sleep, which handles no signal'],
  ['{ sleep infinity; }', 'sleep, which handles no signal'],
  ['server & tail -f /dev/null', 'tail, which handles no signal'],
  ['while true; do date; sleep 5; done', 'a shell loop without a trap'],
  ['i=0; while :; do i=$((i+1)); sleep 1; done', 'a shell loop without a trap'],
  ['while sleep 60; do refresh; done', 'a shell loop without a trap'],
  ['while read line; do echo "$line"; done', 'a shell loop without a trap'],
  ['server & other & wait', 'a shell that waits without a trap'],
  ['tail -F /logs/app.log | grep error', 'a shell that waits for a pipeline'],
  ['server 2>&1 | tee /logs/app.log', 'a shell that waits for a pipeline'],
  ['trap "exit 0" TERM; tail -F /logs/app.log', 'a shell whose trap has to wait for tail'],
  ['trap "exit 0" TERM; while true; do sleep infinity; done', 'a shell whose trap has to wait for sleep'],
  ['trap "exit 0" TERM; exec tail -F /logs/app.log', 'tail, which handles no signal'],
])('%s ignores SIGTERM: it is %s', (script, expected) => {
  expect(ofScript(script)).toBe(expected);
  expect(ofScript(script, '/bin/bash')).toBe(expected);
});

test.each([
  ['a trap and a wait', "trap 'exit 0' TERM; tail -n +1 -F /logs/app.log & wait"],
  ['a trap in front of a loop that pauses for a moment', "trap 'exit 0' TERM; while true; do date; sleep 1; done"],
  ['a loop behind a file that may set a trap', '. /lib/common.sh; while true; do date; sleep 1; done'],
  ['a last command that is not known, to which some shells give way', 'migrate && server'],
  ['a program that takes the place of the shell', 'while ! ready; do sleep 1; done; exec server'],
  ['a loop that may be left', 'while true; do ready && break; sleep 1; done; exec server'],
  ['a short pause at the end', 'server; sleep 5'],
  ['a tail that ends', 'tail -n 10 /logs/app.log'],
  ['an end', 'echo done; exit 0; sleep infinity'],
])('%s does not, or that cannot be seen', (_name, script) => {
  expect(ofScript(script)).toBeUndefined();
});

test('without a shell the program itself counts', () => {
  expect(reason({ command: ['tail', '-f', '/dev/null'] })).toBe('tail, which handles no signal');
  expect(reason({ command: ['/bin/sleep'], args: ['infinity'] })).toBe('sleep, which handles no signal');
  expect(reason({ args: ['sleep', '3600'] })).toBe('sleep, which handles no signal');
  expect(reason({ command: ['env', 'TZ=UTC', 'sleep', '1d'] })).toBe('sleep, which handles no signal');
  expect(reason({ command: ['sleep', '5'] })).toBeUndefined();
  expect(reason({ command: ['server'] })).toBeUndefined();
  expect(reason({})).toBeUndefined();
});

test('so does HAProxy without its master process, but not with the entry point of its image', () => {
  const image = 'haproxy:3.2-alpine';

  expect(reason({ image, command: ['haproxy', '-db', '-f', '/etc/haproxy.cfg'] })).toBe('haproxy without -W');
  expect(reason({ image, command: ['haproxy', '-W', '-db', '-f', '/etc/haproxy.cfg'] })).toBeUndefined();
  expect(reason({ image, args: ['haproxy', '-db', '-f', '/etc/haproxy.cfg'] })).toBeUndefined();
});

test('an init program passes the signal on to what it starts', () => {
  expect(reason({ command: ['tini', '--', 'sleep', 'infinity'] })).toBeUndefined();
  expect(reason({ command: ['/usr/bin/dumb-init', 'sh', '-c', 'while true; do sleep 1; done'] })).toBeUndefined();
});

test('where containers share their processes, or the node’s, none of them is the first one', () => {
  const command = ['sleep', 'infinity'];

  expect(reason({ command }, { shareProcessNamespace: true })).toBeUndefined();
  expect(reason({ command }, { hostPID: true })).toBeUndefined();
});
