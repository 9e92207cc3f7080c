import { says } from './check';
import { sleepingPreStop } from '../../src/rules/sleeping-pre-stop';
import { HOOK, podOf, sidecar } from '../lifecycle/pods';

const SLEEP = { lifecycle: { preStop: { sleep: { seconds: 15 } } } };

test('a sidecar whose hook sleeps offends', () => {
  expect(says(sleepingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', SLEEP)]))).toEqual([
    "NS304 the pre-stop hook of sidecar 'proxy' sleeps 15 s: it already outlives the app, so this only makes every stop and every Job that much longer: "
    + 'take the hook away',
  ]);
});

test.each([
  ['something else', { lifecycle: HOOK }],
  ['no time at all', { lifecycle: { preStop: { sleep: { seconds: 0 } } } }],
])('a hook that takes %s does not', (_name, rest) => {
  expect(says(sleepingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', rest)]))).toEqual([]);
});

test('the app is no concern: it has reasons to wait', () => {
  expect(says(sleepingPreStop, podOf([{ name: 'web', ...SLEEP }], [sidecar('proxy')]))).toEqual([]);
});
