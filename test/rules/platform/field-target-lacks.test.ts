import { FEATURES } from '../../../src/kubernetes/features';
import { KubernetesFeature } from '../../../src/kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { findingText } from '../../../src/rules/engine/finding';
import { finding } from '../../../src/rules/engine/rule';
import { delayTargetLacks, fieldTargetLacks } from '../../../src/rules/platform/field-target-lacks';
import { HOOK, jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const sleeping = (moment: string, seconds: number) => podOf([{ name: 'web', lifecycle: { [moment]: { sleep: { seconds } } } }], [sidecar('proxy')]);

test.each(['preStop', 'postStart'])('a sleep in %s offends before 1.30', moment => {
  expect(says(fieldTargetLacks, sleeping(moment, 5), { kubernetes: '1.29' })).toEqual([
    "NS602 'web' has a sleep hook, which is off by default in Kubernetes 1.29: it refuses the pod: target 1.30 or newer, or run sleep as a command where the image has one",
  ]);
});

test('a sleep of no length offends before 1.33', () => {
  expect(says(fieldTargetLacks, sleeping('preStop', 0), { kubernetes: '1.32' })).toEqual([
    "NS602 'web' has a sleep hook of 0 s, which Kubernetes 1.32 refuses: remove the hook, or target 1.33 or newer",
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
    "NS602 the pre-stop delay needs a sleep hook, which is off by default in Kubernetes 1.29: set 'imageHasSleep' if the app's image has a sleep command, or target 1.30 or newer");
});

/** A pod that uses a field, the last version that lacks it and the first that has it, and what is said. */
test.each<[string, PodModel, string, string | undefined, string]>([
  ['resources of the pod', podOf([{ name: 'web' }], [], { resources: { limits: { cpu: '1' } } }), '1.33', '1.34',
    'warning NS602 the pod has resources of its own, which Kubernetes 1.33 drops silently, so only the requests and limits of its containers count: target 1.34 or newer, or remove it'],
  ['resources of the pod, long before', podOf([{ name: 'web' }], [], { resources: { limits: { cpu: '1' } } }), '1.31', '1.34',
    'warning NS602 the pod has resources of its own, which Kubernetes 1.31 does not know: kubectl refuses it, other clients lose it silently, so only the requests and limits of its '
      + 'containers count: target 1.34 or newer, or remove it'],
  ['resizePolicy', podOf([{ name: 'web', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] }]), '1.32', '1.33',
    "warning NS602 'web' has a resizePolicy, which Kubernetes 1.32 drops silently, so the container cannot be resized in place: target 1.33 or newer, or remove it"],
  ['resizePolicy of a sidecar', podOf([{ name: 'web' }], [sidecar('proxy', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] })]), '1.32', '1.33',
    "error NS602 'proxy' has a resizePolicy, which is off by default in Kubernetes 1.32: it refuses the pod: target 1.33 or newer, or remove it"],
  ['stopSignal', podOf([{ name: 'web', lifecycle: { stopSignal: 'SIGUSR1' } }]), '1.37', undefined,
    "warning NS602 'web' has a stopSignal, which Kubernetes 1.37 drops silently, so the container gets the stop signal of its image, or SIGTERM: remove it: no version has it on by default"],
  ['fileKeyRef', podOf([{ name: 'web', env: [{ name: 'A', value: 'b' }, { name: 'TOKEN', valueFrom: { fileKeyRef: { volumeName: 'env', path: 'a', key: 'b' } } }] }]), '1.34', '1.35',
    "error NS602 'web' has a variable with fileKeyRef, which is off by default in Kubernetes 1.34: it refuses the pod: target 1.35 or newer, or let the app read the file"],
  ['rules for restarts of a sidecar', podOf([{ name: 'web' }], [sidecar('proxy', { restartPolicyRules: [{ action: 'Restart' }] })]), '1.34', '1.36',
    "warning NS602 'proxy' has restartPolicyRules, which Kubernetes 1.34 drops silently, so every exit restarts the sidecar alone: target 1.36 or newer, or remove it"],
  ['rules for restarts of a sidecar, half-way', podOf([{ name: 'web' }], [sidecar('proxy', { restartPolicyRules: [{ action: 'Restart' }] })]), '1.35', '1.36',
    "error NS602 'proxy' has restartPolicyRules on a sidecar, which Kubernetes 1.35 refuses: remove it, or target 1.36 or newer"],
  ['a gRPC probe, long before', podOf([{ name: 'web', readinessProbe: { grpc: { port: 1 } } }]), '1.22', '1.24',
    "error NS602 'web' has a gRPC probe, which Kubernetes 1.22 does not know: it refuses the pod: target 1.24 or newer, or probe with a command such as grpc_health_probe"],
  ['a sleep of no length where sleeps are off', sleeping('preStop', 0), '1.29', '1.33',
    "error NS602 'web' has a sleep hook, which is off by default in Kubernetes 1.29: it refuses the pod: target 1.33 or newer, or run sleep as a command where the image has one"],
  ['rules for restarts without a policy', podOf([{ name: 'web', restartPolicyRules: [{ action: 'Restart' }] }]), '1.34', '1.35',
    "warning NS602 'web' has restartPolicyRules, which Kubernetes 1.34 drops silently, so the pod's restartPolicy decides about every exit: target 1.35 or newer, or remove it"],
  ['a rule that restarts all containers', podOf([{ name: 'web', restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }, { action: 'RestartAllContainers' }] }]), '1.35', '1.36',
    "error NS602 'web' has a restart rule with the action RestartAllContainers, which Kubernetes 1.35 refuses: remove it, or target 1.36 or newer"],
  ['a gRPC probe', podOf([{ name: 'web', readinessProbe: { grpc: { port: 1 } } }]), '1.23', '1.24',
    "error NS602 'web' has a gRPC probe, which is off by default in Kubernetes 1.23: it refuses the pod: target 1.24 or newer, or probe with a command such as grpc_health_probe"],
  ['a grace period of a probe', podOf([{ name: 'web', livenessProbe: { terminationGracePeriodSeconds: 5 } }]), '1.24', '1.25',
    "warning NS602 'web' has a probe with terminationGracePeriodSeconds, which Kubernetes 1.24 drops silently, so a restart waits for the pod's grace period: target 1.25 or newer, or remove it"],
  ['httpGet over HTTP/2', podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: { httpGet: { port: 1, protocol: 'H2C' } } })]), '1.37', undefined,
    "warning NS602 'proxy' has an httpGet with a protocol, which Kubernetes 1.37 drops silently, so the kubelet uses HTTP/1.1: remove it: no version has it on by default"],
  ['a gRPC probe with TLS', podOf([{ name: 'web', livenessProbe: { grpc: { port: 1, mode: 'TLS' } } }]), '1.37', undefined,
    "warning NS602 'web' has a gRPC probe with TLS, which Kubernetes 1.37 drops silently, so the kubelet connects without TLS: remove it: no version has it on by default"],
  ['a user namespace', podOf([{ name: 'web' }], [], { hostUsers: false }), '1.32', '1.33',
    'warning NS602 the pod has hostUsers: false, which Kubernetes 1.32 drops silently, so root in a container is root on the node: target 1.33 or newer, or remove it'],
  ['an image volume', podOf([{ name: 'web' }], [], { volumes: [{ name: 'model', image: { reference: 'a' } }] }), '1.34', '1.35',
    'error NS602 the pod has a volume from an image, which Kubernetes 1.34 drops silently, so the containers run without the files of the image: '
      + 'target 1.35 or newer, or copy the files in an init container'],
  ['an image volume, long before', podOf([{ name: 'web' }], [], { volumes: [{ name: 'model', image: { reference: 'a' } }] }), '1.30', '1.35',
    'error NS602 the pod has a volume from an image, which Kubernetes 1.30 does not know: it refuses the pod: target 1.35 or newer, or copy the files in an init container'],
  ['podFailurePolicy', jobOf([{ name: 'work' }], [], {}, { podFailurePolicy: { rules: [] } }), '1.25', '1.26',
    'warning NS602 the Job has a podFailurePolicy, which Kubernetes 1.25 drops silently, so every failure counts against backoffLimit: target 1.26 or newer, or remove it'],
  ['backoffLimitPerIndex', jobOf([{ name: 'work' }], [], {}, { backoffLimitPerIndex: 1 }), '1.28', '1.29',
    'warning NS602 the Job has a backoffLimitPerIndex, which Kubernetes 1.28 drops silently, so the failures of all indexes count against backoffLimit: target 1.29 or newer, or remove it'],
  ['podReplacementPolicy', jobOf([{ name: 'work' }], [], {}, { podReplacementPolicy: 'Failed' }), '1.28', '1.29',
    'warning NS602 the Job has a podReplacementPolicy, which Kubernetes 1.28 drops silently, so a new pod starts while the old one still terminates: target 1.29 or newer, or remove it'],
  ['successPolicy', jobOf([{ name: 'work' }], [], {}, { successPolicy: { rules: [{ succeededCount: 1 }] } }), '1.30', '1.31',
    'warning NS602 the Job has a successPolicy, which Kubernetes 1.30 drops silently, so the Job needs all of its completions: target 1.31 or newer, or remove it'],
  ['managedBy', jobOf([{ name: 'work' }], [], {}, { managedBy: 'example.com/queue' }), '1.31', '1.32',
    'error NS602 the Job has managedBy, which Kubernetes 1.31 drops silently, so the Job controller runs it as well: target 1.32 or newer, or remove it'],
])('%s: told where the target lacks it, and not where it has it', (_what, pod, last, first, text) => {
  const found = offenses(fieldTargetLacks, pod, { kubernetes: last }).map(offense => finding(fieldTargetLacks, offense));

  expect(found.map(one => `${one.severity} ${findingText(one)}`)).toEqual([text]);
  expect(first === undefined || says(fieldTargetLacks, pod, { kubernetes: first }).length === 0).toBe(true);
});

test('every field is told once for each container, and points at the field', () => {
  const hooks = { preStop: { sleep: { seconds: 5 } }, postStart: { sleep: { seconds: 0 } } };
  const pod = podOf([{ name: 'web', lifecycle: hooks, livenessProbe: { grpc: { port: 1 } } }, { name: 'other', lifecycle: hooks }]);

  const found = offenses(fieldTargetLacks, pod, { kubernetes: '1.23' }).map(offense => finding(fieldTargetLacks, offense));

  expect(found.map(({ container, path }) => [container, path])).toEqual([
    ['web', 'spec.containers[0].lifecycle.preStop.sleep'],
    ['other', 'spec.containers[1].lifecycle.preStop.sleep'],
    ['web', 'spec.containers[0].livenessProbe.grpc'],
  ]);
});

test('what NS205 tells is not told again', () => {
  const pod = podOf([{ name: 'web', restartPolicy: 'Never', restartPolicyRules: [{ action: 'RestartAllContainers' }] }]);

  expect(says(fieldTargetLacks, pod, { kubernetes: '1.33' })).toEqual([]);
});

test('every feature that the rule can tell of is on in no version before it exists, and off in one that is known', () => {
  const told = Object.entries(FEATURES).filter(([, feature]) => feature.fields);

  expect(told.filter(([id]) => KubernetesVersion.of('1.20').supports(id as KubernetesFeature))).toEqual([]);
});

test('an empty list or object is as good as no field', () => {
  expect(says(fieldTargetLacks, podOf([{ name: 'web', resizePolicy: [] }], [sidecar('proxy', { resizePolicy: [] })]), { kubernetes: '1.30' })).toEqual([]);
});
