import * as fc from 'fast-check';
import { HOOK, jobOf, podOf, sidecar, TestContainer } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { ContainerBehavior, Scenario } from '../../src/simulator/scenario';

/** A pod and what happens to it. */
export interface Life {
  readonly pod: PodModel;
  readonly scenario: Scenario;
}

/** A container and what its program does, before it has a name. */
interface Part {
  readonly spec: object;
  readonly behavior: ContainerBehavior;
}

/** Times to the millisecond, often whole seconds, so that things happen at the same instant. */
function seconds(max: number): fc.Arbitrary<number> {
  return fc.oneof(fc.nat({ max }), fc.nat({ max: max * 1000 }).map(ms => ms / 1000));
}

const VERSIONS = ['1.28', '1.29.7', '1.30.3', '1.33', '1.35', '1.36', '1.37'];

const version = fc.constantFrom(...VERSIONS).map(text => KubernetesVersion.of(text));

const probe = fc.record({
  periodSeconds: fc.integer({ min: 1, max: 3 }),
  failureThreshold: fc.integer({ min: 1, max: 10 }),
  initialDelaySeconds: fc.nat({ max: 5 }),
  terminationGracePeriodSeconds: fc.integer({ min: 1, max: 10 }),
}, { requiredKeys: ['periodSeconds', 'failureThreshold'] });

const preStop = fc.oneof(fc.constant(HOOK.preStop), fc.record({ sleep: fc.record({ seconds: fc.nat({ max: 15 }) }) }));

const lifecycle = fc.record({ preStop, postStart: fc.record({ sleep: fc.record({ seconds: fc.nat({ max: 4 }) }) }) }, { requiredKeys: [] });

const someTimes = fc.array(seconds(60), { maxLength: 4 });

const anyBehavior: fc.Arbitrary<ContainerBehavior> = fc.record({
  gateOpens: seconds(12),
  shutdown: seconds(15),
  preStop: seconds(15),
  exitsAfter: seconds(40),
  exitCode: fc.constantFrom(0, 0, 1),
  crashesAt: someTimes,
  livenessFailsAt: someTimes,
  ignoresSigterm: fc.boolean(),
  gateNeverOpens: fc.boolean(),
  postStartFails: fc.boolean(),
}, { requiredKeys: [] });

const rules = fc.array(fc.record({
  action: fc.constantFrom('Restart', 'RestartAllContainers'),
  exitCodes: fc.record({ operator: fc.constantFrom('In', 'NotIn'), values: fc.subarray([0, 1, 137], { minLength: 1 }) }),
}), { minLength: 1, maxLength: 2 });

/** A policy of the container itself with rules, in some containers; on old versions they do nothing. */
const restarts = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ restartPolicy: fc.constantFrom('Never', 'OnFailure'), restartPolicyRules: rules }) },
);

const runningPart: fc.Arbitrary<Part> = fc.record({
  spec: fc.record({ startupProbe: probe, livenessProbe: probe, lifecycle }, { requiredKeys: [] }),
  behavior: anyBehavior,
});

const mainPart = fc.tuple(runningPart, restarts).map(([part, policy]) => ({ ...part, spec: { ...part.spec, ...policy } }));

const initPart: fc.Arbitrary<Part> = fc.record({
  spec: restarts,
  behavior: fc.record({ exitsAfter: seconds(10), exitCode: fc.constantFrom(0, 0, 0, 1), shutdown: seconds(5) }, { requiredKeys: [] }),
});

const sidecarPart = fc.tuple(runningPart, restarts).map(([part, policy]) => ({ ...part, spec: { ...part.spec, ...policy, restartPolicy: 'Always' } }));

const job = fc.record({ activeDeadlineSeconds: fc.nat({ max: 80 }), backoffLimit: fc.nat({ max: 6 }) }, { requiredKeys: [] });

/** Any pod of a few containers, of a Job or not, on any version that knows sidecars, with any programs, deleted or not. */
export const anyLife: fc.Arbitrary<Life> = fc.record({
  mains: fc.array(mainPart, { minLength: 1, maxLength: 3 }),
  inits: fc.array(fc.oneof(initPart, sidecarPart, sidecarPart), { maxLength: 4 }),
  spec: fc.record({
    terminationGracePeriodSeconds: fc.nat({ max: 20 }),
    restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
    activeDeadlineSeconds: fc.integer({ min: 1, max: 80 }),
  }, { requiredKeys: [] }),
  jobSpec: fc.option(job),
  kubernetes: version,
  deleteAt: fc.option(seconds(80), { nil: undefined }),
}).map(({ mains, inits, spec, jobSpec, kubernetes, deleteAt }) => ({
  pod: jobSpec && spec.restartPolicy !== 'Always'
    ? jobOf(named('main', mains), named('init', inits), spec, jobSpec)
    : podOf(named('main', mains), named('init', inits), spec),
  scenario: { kubernetes, deleteAt, containers: { ...behaviors('main', mains), ...behaviors('init', inits) } },
}));

/** A server with sidecars that is deleted when everything is up: what its programs need to stop, and the pod with any grace period. */
export interface Stop {
  readonly withGrace: (seconds: number) => PodModel;
  readonly scenario: Scenario;
}

const stoppingPart: fc.Arbitrary<Part> = fc.record({
  spec: fc.oneof(fc.constant({}), fc.constant({ lifecycle: HOOK })),
  behavior: fc.record({ shutdown: seconds(15), preStop: seconds(15) }, { requiredKeys: [] }),
}).map(({ spec, behavior: { preStop: hookTime, ...rest } }) => ({ spec, behavior: 'lifecycle' in spec ? { ...rest, preStop: hookTime } : rest }));

export const orderlyStop: fc.Arbitrary<Stop> = stopOf(stoppingPart);

/** A stop in which programs may also ignore their stop signal. */
export const anyStop: fc.Arbitrary<Stop> = stopOf(fc.tuple(stoppingPart, fc.boolean()).map(([part, ignoresSigterm]) => ({
  ...part,
  behavior: { ...part.behavior, ignoresSigterm },
})));

function stopOf(part: fc.Arbitrary<Part>): fc.Arbitrary<Stop> {
  return fc.record({
    mains: fc.array(part, { minLength: 1, maxLength: 3 }),
    sidecars: fc.array(part, { maxLength: 5 }),
    kubernetes: fc.constantFrom('1.29', '1.33', '1.37').map(text => KubernetesVersion.of(text)),
  }).map(({ mains, sidecars, kubernetes }) => ({
    withGrace: grace => podOf(named('main', mains), named('init', sidecars).map(one => sidecar(one.name, one)), { terminationGracePeriodSeconds: grace }),
    scenario: { kubernetes, deleteAt: 100, containers: { ...behaviors('main', mains), ...behaviors('init', sidecars) } },
  }));
}

function named(prefix: string, parts: readonly Part[]): TestContainer[] {
  return parts.map(({ spec }, index) => ({ name: `${prefix}${index}`, ...spec }));
}

function behaviors(prefix: string, parts: readonly Part[]): { [container: string]: ContainerBehavior } {
  return Object.fromEntries(parts.map(({ behavior }, index) => [`${prefix}${index}`, behavior]));
}
