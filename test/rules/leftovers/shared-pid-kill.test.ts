import { sharedPidKill } from '../../../src/rules/leftovers/shared-pid-kill';
import { jobOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const SHARED = { shareProcessNamespace: true };
const job = (script: string, spec: object = SHARED) => jobOf([{ name: 'work', command: ['sh', '-c', script] }, { name: 'envoy' }], [], spec);

test('a kill through shared processes offends', () => {
  expect(says(sharedPidKill, job('./export; pkill envoy'))).toEqual([
    "NS505 'work' kills 'envoy' (pkill envoy), which requires shareProcessNamespace: make 'envoy' a native sidecar, and remove the kill and shareProcessNamespace",
  ]);
});

test('a container that only exists for it shall go', () => {
  const pod = jobOf([{ name: 'work' }, { name: 'envoy' }, { name: 'reaper', command: ['sh', '-c', 'while pgrep work; do sleep 1; done; killall envoy'] }], [], SHARED);

  expect(says(sharedPidKill, pod)).toEqual([
    "NS505 'reaper' kills 'envoy' (killall envoy), which requires shareProcessNamespace: make 'envoy' a native sidecar, and remove 'reaper' and shareProcessNamespace",
  ]);
});

test('shared processes without a kill do not offend, nor does a signal to reload', () => {
  expect(says(sharedPidKill, job('./export'))).toEqual([]);
  expect(says(sharedPidKill, job('while true; do inotifywait /x; pkill -HUP envoy; done'))).toEqual([]);
});

test('a pod that does not share its processes is no concern', () => {
  expect(says(sharedPidKill, job('./export; pkill envoy', {}))).toEqual([]);
});

test('of a sidecar that is native already, only the kill and what it needs go', () => {
  const pod = jobOf([{ name: 'work', command: ['sh', '-c', './export; pkill envoy'] }], [sidecar('envoy')], SHARED);

  expect(says(sharedPidKill, pod)).toEqual([
    "NS505 'work' kills 'envoy' (pkill envoy), which requires shareProcessNamespace: remove the kill and shareProcessNamespace: the kubelet stops a native sidecar when the work is done",
  ]);
});
