import { Recognition } from '../../src/recognition/recognition';
import { podOf } from '../simulator/pods';

function isEndless(container: object): boolean {
  const pod = podOf([{ name: 'work', ...container }]);
  const recognition = new Recognition(pod);
  const surely = recognition.isSurelyEndless(pod.mains[0]);
  expect(recognition.isEndless(pod.mains[0])).toBe(surely);
  return surely;
}

const script = (text: string) => isEndless({ command: ['/bin/sh', '-c'], args: [text] });

test.each([
  'while true; do date; sleep 5; done',
  'while :; do date; done',
  'while [ 1 ]; do date; done',
  'while ((1)); do date; done',
  'while sleep 5; do date; done',
  'until false; do date; done',
  'until /bin/false; do date; done',
  'for ((;;)); do date; done',
  'mkdir -p /out && while true; do date; done',
  'set -e\nmkdir -p /out\ntail -n+1 -F /logs/web.log',
  'exec tail -f /dev/null',
  'tail -f /logs/web.log | sed s/a/b/',
  'sleep infinity',
  'sleep 1000d',
  '(while true; do date; done) > /out/log',
  'while true; do date; done & wait',
  "trap 'exit 0' TERM; while true; do sleep 1 & wait $!; done",
  'while true; do for f in a b; do echo $f; done; done',
  'chmod 600 /key && exec ssh -N -i /key -L 5432:db:5432 bastion',
  'socat TCP-LISTEN:3306,fork,reuseaddr TCP:mysql:3306',
  'kubectl proxy --port=8001',
  'tail -F /l & T=$!; ./work & kill -0 $T; wait $T',
  'tail -F /l & A=$!; tail -F /m & B=$!; kill $A; wait',
  'tail -F /l & tail -F /m & wait -n',
  'tail -F /l & A=$!; ./work & P="$A $!"; wait $P',
  "trap 'kill $T' EXIT; tail -F /l & T=$!; ./work; wait",
  'tail -F /l & ./work & wait %1',
  'poll() { date; return 0; }; while true; do poll; sleep 5; done',
  'set -e; while true; do ./poll || true; sleep 5; done',
  'set -e; while true; do if ./poll; then date; fi; sleep 5; done',
  'set -e; set +e; while true; do ./poll; done',
  '(set -e; date); while true; do x=$y; ./poll | grep a; done',
  'set -e; ./prepare; tail -F /l & wait',
])('a script that never ends: %s', text => {
  expect(script(text)).toBe(true);
});

test.each([
  'date',
  'sleep 20',
  'for i in 1 2 3; do sleep 1; done',
  'while ! nc -z localhost 5432; do sleep 1; done; work',
  'until pg_isready; do sleep 1; done',
  'while true; do work && break; sleep 1; done',
  'while true; do if [ -f /done ]; then exit 0; fi; sleep 1; done',
  'while true; do case $x in stop) exit 0;; esac; done',
  'while true; do (exit 1) || break; done',
  'while true; do date; done & work',
  'exit 0; while true; do date; done',
  'exec work; tail -f /dev/null',
  'work || tail -f /dev/null',
  'tail -f /logs/web.log | grep -q done',
  'tail -f /logs/web.log | head -1',
  'tail --pid=7 -f /logs/web.log',
  'tail -n 5 /logs/web.log',
  'loop() { while true; do date; done; }; work',
  'for ((i=0; i<3; i++)); do date; done',
  "echo 'while true; do date; done'",
  'ssh bastion uptime',
  'ssh -f -N -L 5432:db:5432 bastion; work',
  'socat - TCP:mysql:3306',
  'kubectl apply -f /all.yaml',
  'tail -F /l & T=$!; ./work; kill $T; wait',
  'tail -F /l & T=$!; ./work; kill "$T"; wait $T',
  'tail -F /l & ./work; kill $(jobs -p); wait',
  'tail -F /l & ./work; kill -s TERM %1; wait',
  '(while true; do date; done) & ./work; kill -9 $!; wait',
  'tail -F /l & T=$!; (./work; kill $T) & wait',
  'tail -F /l & T=$!; end() { kill $T; }; ./work; end; wait',
  'tail -F /l & ./work && pkill tail; wait',
  'tail -F /l & ./work & W=$!; wait $W',
  'tail -F /l & P=$!; ./work & P=$!; wait $P',
  'tail -F /l & ./work & wait $!',
  'tail -F /l & ./work & wait -n',
  'tail -F /l & wait $OTHER',
  'poll() { test -f /done && exit 0; }; while true; do poll; sleep 5; done',
])('a script that may end: %s', text => {
  expect(script(text)).toBe(false);
});

test.each([
  ['sh', '-c', 'set -e; while true; do ./poll; sleep 5; done'],
  ['sh', '-ec', 'while true; do ./poll; sleep 5; done'],
  ['bash', '-euo', 'pipefail', '-c', 'while true; do ./poll | tee /log; sleep 5; done'],
  ['sh', '-c', 'while true; do set -o errexit; x=$(./poll); done'],
  ['sh', '-c', '(set -e; for ((;;)); do test -f /a && ./poll; done) & wait'],
])('a loop that ends when a command fails is endless, but not surely so: %j', (...command) => {
  const pod = podOf([{ name: 'work', command }]);
  const recognition = new Recognition(pod);
  expect([recognition.isEndless(pod.mains[0]), recognition.isSurelyEndless(pod.mains[0])]).toEqual([true, false]);
});

test.each([
  [true, { command: ['tail', '-F', '/logs/web.log'] }],
  [true, { command: ['/bin/sleep'], args: ['infinity'] }],
  [true, { args: ['bash', '-c', 'while true; do date; done'] }],
  [true, { command: ['sleep', '315360000'] }],
  [false, { command: ['sleep', '3600'] }],
  [false, { command: ['timeout', '60', 'tail', '-f', '/dev/null'] }],
  [false, { command: ['work', '-f', 'tail'] }],
  [false, {}],
])('a plain command: %s, %j', (expected, container) => {
  expect(isEndless(container)).toBe(expected);
});

test('an image that is called like a program runs it with its arguments', () => {
  expect(isEndless({ image: 'acme/socat:1.7', args: ['-d', 'tcp-listen:8000,fork,bind=127.0.0.1', 'tcp-connect:serving:8000'] })).toBe(true);
  expect(isEndless({ image: 'acme/socat:1.7', args: ['tcp-listen:8000', 'tcp-connect:serving:8000'] })).toBe(false);
  expect(isEndless({ image: 'acme/shop:1', args: ['tcp-listen:8000,fork'] })).toBe(false);
});

test.each([
  [true, ['tini', '-g', '--', 'tail', '-F', '/logs/web.log']],
  [true, ['nice', 'tail', '-F', '/logs/web.log']],
  [false, ['timeout', '60', 'tail', '-F', '/logs/web.log']],
  [false, ['tini', '--', 'timeout', '60', 'tail', '-F', '/logs/web.log']],
])('what only starts a program does not change whether it ends, but a time limit does: %s %j', (endless, command) => {
  expect(isEndless({ image: 'busybox:1.37', command })).toBe(endless);
});
