import { stoppingPreStop } from '../../../src/rules/stop/stopping-pre-stop';
import { HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const quits = { lifecycle: { preStop: { exec: { command: ['curl', '-XPOST', 'localhost:15020/quitquitquit'] } } } };

test('a sidecar whose hook tells it to quit offends', () => {
  expect(says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', quits)]))).toEqual([
    "NS303 the preStop hook of sidecar 'proxy' (curl -XPOST localhost:15020/quitquitquit) runs first and stops 'proxy' while the app still runs: "
    + 'remove it, because the kubelet stops the sidecar after the app',
  ]);
});

test('of a hook that also does its work, only a part has to go', () => {
  expect(runs('sh', '-c', 'aws s3 cp /state s3://acme/state; kill 1')[0]).toMatch(
    /: remove only what stops it, and do the rest when 'proxy' receives SIGTERM, which the kubelet sends after the app has stopped$/,
  );
});

test('one that quits by an HTTP call does too', () => {
  expect(says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', { lifecycle: { preStop: { httpGet: { path: '/quitquitquit', port: 9091 } } } })]))).toHaveLength(1);
});

test('a hook that only begins to drain does not', () => {
  expect(says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', { lifecycle: HOOK })]))).toEqual([]);
});

test('the app is no concern: it may quit itself', () => {
  expect(says(stoppingPreStop, podOf([{ name: 'web', ...quits }], [sidecar('proxy')]))).toEqual([]);
});

function runs(...command: string[]): string[] {
  return says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', { lifecycle: { preStop: { exec: { command } } } })]));
}

test.each([
  ['nginx', '-s', 'quit'],
  ['consul', 'leave'],
  ['sh', '-c', 'sleep 5; kill -TERM 1'],
  ['pkill', 'envoy'],
  ['/bin/fusermount', '-uz', '/data'],
  ['sh', '-c', 'umount /data'],
  ['/bin/sh', '-c', 'kill $(pidof envoy)'],
  ['killall', '-9', 'haproxy'],
  ['/cloud-sql-proxy', 'shutdown'],
  ['sh', '-c', 'sleep 5 && vault token revoke -self'],
  ['curl', '-X', 'POST', 'localhost:4191/shutdown'],
  ['wget', '-qO-', 'http://127.0.0.1:8080/kill'],
  ['redis-cli', 'shutdown'],
])('%s %s %s stops it', (...command) => {
  expect(runs(...command)).toHaveLength(1);
});

test.each([
  ['killall', '-USR2', 'kuma-dp'],
  ['sh', '-c', 'kill -s USR1 1; while killall -0 haproxy; do sleep 1; done'],
  ['pkill', '--signal', 'HUP', 'server'],
  ['pilot-agent', 'request', 'POST', 'drain'],
  ['curl', '-XPOST', 'localhost:9901/healthcheck/fail'],
  ['/opt/prepare-shutdown.sh'],
  ['nginx', '-s', 'reload'],
])('%s %s %s does not: it begins to drain, or only asks', (...command) => {
  expect(runs(...command)).toEqual([]);
});

test.each(['/quit', '/shutdown?timeout=5', '/kill'])('a request to %s does', path => {
  expect(says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', { lifecycle: { preStop: { httpGet: { path, port: 9000 } } } })]))).toHaveLength(1);
});

test('a long script is shortened to one line', () => {
  expect(runs('sh', '-c', `echo ${'x'.repeat(100)}\nkill 1`)[0]).toContain(`(sh -c echo ${'x'.repeat(69)}…) runs first`);
});
