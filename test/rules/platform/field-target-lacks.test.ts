import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findingText } from '../../../src/rules/engine/finding';
import { delayTargetLacks, fieldTargetLacks } from '../../../src/rules/platform/field-target-lacks';
import { HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const sleeping = (moment: string, seconds: number) => podOf([{ name: 'web', lifecycle: { [moment]: { sleep: { seconds } } } }], [sidecar('proxy')]);

test.each(['preStop', 'postStart'])('a sleep in %s offends before 1.30', moment => {
  expect(says(fieldTargetLacks, sleeping(moment, 5), { kubernetes: '1.29' })).toEqual([
    "NS602 'web' has a sleep hook, which Kubernetes 1.29 does not know: it refuses the pod: target 1.30 or newer, or run sleep as a command where the image has one",
  ]);
});

test('a sleep of no length offends before 1.33', () => {
  expect(says(fieldTargetLacks, sleeping('preStop', 0), { kubernetes: '1.32' })).toEqual([
    "NS602 'web' has a sleep hook of 0 s, which Kubernetes 1.32 refuses: take the hook away, or target 1.33 or newer",
  ]);
});

test('where the target knows them, they do not', () => {
  expect([...says(fieldTargetLacks, sleeping('preStop', 5), { kubernetes: '1.30' }), ...says(fieldTargetLacks, sleeping('preStop', 0))]).toEqual([]);
});

test('other hooks are no concern', () => {
  expect(says(fieldTargetLacks, podOf([{ name: 'web', lifecycle: HOOK }]), { kubernetes: '1.29' })).toEqual([]);
});

test('a delay that the target cannot give', () => {
  expect(findingText(delayTargetLacks(KubernetesVersion.of('1.29')))).toBe(
    "NS602 the pre-stop delay needs a sleep hook, which Kubernetes 1.29 does not know: set 'imageHasSleep' if the app's image has a sleep command, or target 1.30 or newer");
});
