import { says } from './check';
import { gracePeriodTooShort } from '../../src/rules/grace-period-too-short';
import { podOf, sidecar } from '../lifecycle/pods';

const SAID = { web: { preStop: 5, shutdown: 20 }, proxy: { shutdown: 10 } };

test('a grace period that is shorter than what is said offends, with the sum', () => {
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }], [sidecar('proxy')]), { stops: SAID })).toEqual([
    'NS301 the grace period is 30 s, but to stop in order takes 35 s (web pre-stop 5 s + web shutdown 20 s + proxy shutdown 10 s = 35 s, and 2 s of margin: 37 s): '
    + 'set terminationGracePeriodSeconds to 37 or more, or leave it out, or shorten what takes long',
  ]);
});

test('one that just fits does not', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('proxy')], { terminationGracePeriodSeconds: 35 });

  expect(says(gracePeriodTooShort, pod, { stops: SAID })).toEqual([]);
});

test('neither does one where nobody says anything', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('proxy')], { terminationGracePeriodSeconds: 1 });

  expect(says(gracePeriodTooShort, pod)).toEqual([]);
});

test('a pod without sidecars is no concern', () => {
  expect(says(gracePeriodTooShort, podOf([{ name: 'web' }]), { stops: { web: { shutdown: 60 } } })).toEqual([]);
});
