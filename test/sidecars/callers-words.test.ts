import { Duration } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn } from './support';
import { LifecycleTesting, Mesh, PodLifecycle, Scenario, SidecarJob, Timeline } from '../../src';
import { memberName, refusal } from '../../src/caller/refusal';
import { languageOf } from '../../src/data/language';
import { wording } from '../../src/data/wording';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Finding, findingText } from '../../src/rules/engine/finding';
import { findingIn } from '../../src/rules/engine/rule';
import { connectedTooEarly, mainAsInit, orderCycle, sidecarAsInit, unknownPredecessor } from '../../src/rules/order/order-cycle';
import { delayLeftOut, delayTargetLacks, resourcesTargetLacks } from '../../src/rules/platform/field-target-lacks';
import { sameVariables } from '../../src/rules/platform/name-clash';
import { portClashes } from '../../src/rules/platform/port-clash';
import { delayOverHook, delayWithoutServer } from '../../src/rules/stop/unheeded-delay';

const PYTHON = languageOf('Python/3.12.1');
const GO = languageOf('go1.25/linux/amd64');

beforeEach(() => {
  process.env.JSII_AGENT = 'Python/3.12.1';
});

afterEach(() => {
  delete process.env.JSII_AGENT;
});

test('a Python program that forgets the deadline of a Job is told the name that Python uses', () => {
  expect(() => new SidecarJob(chartIn(), 'export', { containers: [{ image: 'ghcr.io/acme/export:1.0.0' }] } as any)).toThrow(
    new Error("NS404 job 'export' has no deadline, so it waits forever if a startup gate never opens: set 'active_deadline', for example Duration.hours(1)"));
});

test('a text that is older than the language is spelled when somebody reads it', () => {
  delete process.env.JSII_AGENT;
  const old = wording`set 'appPort'`;
  process.env.JSII_AGENT = 'Python/3.12.1';

  expect(refusal`${old}`).toEqual(new Error("set 'app_port'"));
  expect(memberName('startsAfterInit')).toBe('starts_after_init');
});

test('a finding names the members of constructs as Python does, and the fields of Kubernetes as Kubernetes does', () => {
  const web = deploymentIn(chartIn());
  addSidecar(web, 'cache').startsAfterInit('migrate');

  const [finding] = PodLifecycle.of(web).findings;

  expect(finding).toMatchObject({ rule: 'NS203', fix: "remove the 'starts_after_init' call, because the pod has no init containers" });
  expect(Object.keys(finding)).not.toContain('words');
});

const OLD = KubernetesVersion.of('1.29');
const listener = { container: 'cache', port: 8080, protocol: 'TCP', isOurs: true, isMain: false };

test.each<[Finding, string, string]>([
  [orderCycle(['a', 'b', 'a']), "remove one 'starts_after' call", "remove one 'StartsAfter' call"],
  [unknownPredecessor('a', 'b', []), "remove the 'starts_after_init' call", "remove the 'StartsAfterInit' call"],
  [mainAsInit('a', 'web'), "remove the 'starts_after_init' call", "remove the 'StartsAfterInit' call"],
  [sidecarAsInit('a', 'b'), "call 'starts_after' with that sidecar, instead of 'starts_after_init'", "call 'StartsAfter' with that sidecar, instead of 'StartsAfterInit'"],
  [connectedTooEarly('migrate', 'db', true), "the 'starts_after_init' call by which 'db' waits for 'migrate'", "the 'StartsAfterInit' call by which 'db' waits for 'migrate'"],
  [delayOverHook(5, ['web'], true), "'pre_stop_delay' is 5 s, but 'web' has its own preStop hook", "'PreStopDelay' is 5 s, but 'web' has its own preStop hook"],
  [delayWithoutServer(5), "remove 'pre_stop_delay'", "remove 'PreStopDelay'"],
  [delayTargetLacks(OLD), "set 'image_has_sleep'", "set 'ImageHasSleep'"],
  [delayLeftOut('web', 5, OLD), "set 'pre_stop_delay' to zero", "set 'PreStopDelay' to zero"],
  [resourcesTargetLacks(OLD), "KubernetesVersion.of('", "KubernetesVersion_Of('"],
  [sameVariables('db', 'cache', ['HOST'], wording`'envPrefix'`), "set another 'env_prefix' of 'db'", "set another 'EnvPrefix' of 'db'"],
  [portClashes([listener, { ...listener, container: 'db', property: wording`'healthPort'` }])[0], "by 'health_port' of 'db'", "by 'HealthPort' of 'db'"],
])('the finding %# of constructs alone has the words of Python and Go', (finding, inPython, inGo) => {
  expect(findingText(findingIn(PYTHON, finding))).toContain(inPython);
  expect(findingText(findingIn(GO, finding))).toContain(inGo);
});

test('the rules that also read YAML name what a Python program writes', () => {
  const mesh = Mesh.istio({ version: '1.29', nativeSidecar: false });
  const job = new SidecarJob(chartIn(), 'export', { mesh, containers: [{ image: 'ghcr.io/acme/export:1.0.0' }], activeDeadline: Duration.hours(1) });

  const fixes = PodLifecycle.of(job).findings.map(({ fix }) => fix);

  expect(fixes).toContainEqual(expect.stringContaining("make the proxy a native sidecar with 'native_sidecar'"));
});

test.each<[string, Scenario, string]>([
  ['a time', { deleteAgainAt: -1 }, "'delete_again_at' of the scenario must be a number of seconds, 0 or more, not -1"],
  ['an order of times', { deleteAt: 20, deleteAgainAt: 10 }, "'delete_again_at' of the scenario is 10 s: set 'delete_at' to an earlier time"],
  ['whole seconds', { deleteGracePeriod: 1.5 }, "'delete_grace_period' of the scenario is 1.5: a grace period has whole seconds"],
  ['feature gates', { featureGates: 'A' as any }, "'feature_gates' of the scenario"],
  ['a time of a container', { containers: { web: { exitsAfter: -1 } } }, "'exits_after' of container 'web' must be a number of seconds, 0 or more, not -1"],
  ['a list of times', { containers: { web: { crashesAt: 3 as any } } }, "'crashes_at' of container 'web' must be a list of times such as [20, 35.5], not 3"],
  ['a flag', { containers: { web: { ignoresSigterm: 1 as any } } }, "'ignores_sigterm' of container 'web' must be true or false, not 1"],
  ['an exit code', { containers: { web: { exitCode: 300 } } }, "'exit_code' of container 'web' must be a whole number from 0 to 255, not 300"],
  ['a key', { deletedAt: 3 } as any, 'the keys are kubernetes, feature_gates, delete_at, '],
  ['a key of another spelling', { 'delete-at': 3 } as any, "the scenario has the unknown key 'delete-at': write delete_at"],
  ['a key that jsii did not translate', { delete_at: 3 } as any, "the scenario has the unknown key 'delete_at': write deleteAt"],
])('a scenario is refused in the words of Python: %s', (_, scenario, message) => {
  const chart = chartIn();
  const web = deploymentIn(chart);

  expect(() => PodLifecycle.of(web).timeline(scenario)).toThrow(message);
  expect(() => LifecycleTesting.timeline(chart, 'web', scenario)).toThrow(message);
});

test('a question that needs a deletion names it as Python does', () => {
  const chart = chartIn();
  deploymentIn(chart);
  const pod = LifecycleTesting.pod(chart, 'web');

  expect(() => Timeline.of(pod).outlives('web', 'web')).toThrow("set 'delete_at', for example { delete_at: 60 }");
});
