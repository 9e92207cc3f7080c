import { play, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

const pod = podOf([{ name: 'app' }], [sidecar('proxy')]);
const stubborn = { app: { ignoresSigterm: true }, proxy: { ignoresSigterm: true } };
const stops = (scenario: Scenario) => play(pod, { deleteAt: 10, containers: stubborn, ...scenario }).slice(2);

const KILLED_AFTER_A_SECOND = [
  '10 app sigterm', '11 proxy sigterm', '12 app sigkill', '12 app exited 137', '13 proxy sigkill', '13 proxy exited 137',
];

test('a deletion can have another grace period, shorter or longer', () => {
  expect(stops({ deleteGracePeriod: 5 })).toContain('15 app sigkill');
  expect(stops({ deleteGracePeriod: 45 })).toContain('55 app sigkill');
});

test('a forced deletion gives the pod a second', () => {
  expect(stops({ deleteGracePeriod: 0 })).toEqual(KILLED_AFTER_A_SECOND);
  expect(stops({ deleteGracePeriod: 1 })).toEqual(KILLED_AFTER_A_SECOND);
});

test('up to 1.30 a forced deletion still gives it all of its grace period', () => {
  expect(stops({ deleteGracePeriod: 0, kubernetes: KubernetesVersion.of('1.30') })).toContain('40 app sigkill');
});

test('a second deletion does not shorten a stop that has begun', () => {
  expect(stops({ deleteAgainAt: 12, deleteAgainGracePeriod: 1 })).toEqual(stops({}));
});

test('a second deletion shortens one that waits for a postStart hook', () => {
  const hooked = podOf([{ name: 'app', lifecycle: { postStart: { sleep: { seconds: 20 } } } }]);

  const twice = { deleteAt: 10, deleteAgainAt: 12, deleteAgainGracePeriod: 5 };

  expect(play(hooked, { ...twice, containers: { app: { ignoresSigterm: true } } }).slice(1)).toEqual([
    '20 app sigterm', '25 app sigkill', '25 app exited 137',
  ]);
});

test.each<[string, Scenario, string]>([
  ['a second deletion alone', { deleteAgainAt: 5 }, "'deleteAgainAt' of the scenario is 5 s: set 'deleteAt' to an earlier time"],
  ['a second deletion before the first', { deleteAt: 6, deleteAgainAt: 5 }, "'deleteAgainAt' of the scenario is 5 s: set 'deleteAt' to an earlier time"],
  ['a part of a second', { deleteAt: 6, deleteGracePeriod: 1.5 }, "'deleteGracePeriod' of the scenario is 1.5: a grace period has whole seconds"],
  ['a negative grace period', { deleteAt: 6, deleteGracePeriod: -1 }, "'deleteGracePeriod' of the scenario must be a number of seconds, 0 or more, not -1"],
  ['feature gates as a word', { featureGates: 'EnvFiles' as never }, "'featureGates' of the scenario must be a list of names such as [ContainerRestartRules], not \"EnvFiles\""],
  ['an old version without the gate', { kubernetes: KubernetesVersion.of('1.33'), featureGates: ['ContainerRestartRules'] },
    "Kubernetes 1.33 has no feature gate 'ContainerRestartRules': it came with 1.34"],
])('%s is refused', (_what, scenario, message) => {
  expect(() => Timeline.of(pod, scenario)).toThrow(new Error(message));
});

test('an unknown feature gate is refused with the known ones', () => {
  expect(() => Timeline.of(pod, { featureGates: ['Sidecars'] })).toThrow(/^feature gate 'Sidecars' is unknown: the known ones are ClusterTrustBundleProjection, ContainerRestartRules, /);
});
