import { says } from './check';
import { stoppingPreStop } from '../../src/rules/stopping-pre-stop';
import { HOOK, podOf, sidecar } from '../lifecycle/pods';

const quits = { lifecycle: { preStop: { exec: { command: ['curl', '-XPOST', 'localhost:15020/quitquitquit'] } } } };

test('a sidecar whose hook tells it to quit offends', () => {
  expect(says(stoppingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', quits)]))).toEqual([
    "NS303 the pre-stop hook of sidecar 'proxy' (curl -XPOST localhost:15020/quitquitquit) stops it, and it runs first, while the app still needs 'proxy': "
    + 'take it away, the kubelet stops the sidecar after the app',
  ]);
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
