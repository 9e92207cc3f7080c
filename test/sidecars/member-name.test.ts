import { addSidecar, chartIn, deploymentIn } from './support';
import { PodLifecycle, SidecarJob } from '../../src';
import { withMemberNames } from '../../src/sidecars/member-name';

afterEach(() => {
  delete process.env.JSII_AGENT;
});

test('a Python program that forgets the deadline of a Job is told the name that Python uses', () => {
  process.env.JSII_AGENT = 'Python/3.12.1';

  expect(() => new SidecarJob(chartIn(), 'export', { containers: [{ image: 'ghcr.io/acme/export:1.0.0' }] } as any)).toThrow(
    new Error("NS404 job 'export' has no deadline, so it waits forever if a startup gate never opens: set 'active_deadline', for example Duration.hours(1)"));
});

test('a finding names the members of constructs as Python does, and the fields of Kubernetes as Kubernetes does', () => {
  process.env.JSII_AGENT = 'Python/3.12.1';
  const web = deploymentIn(chartIn());
  addSidecar(web, 'cache').startsAfterInit('migrate');

  const [finding] = PodLifecycle.of(web).findings;

  expect([finding.rule, finding.fix]).toEqual(['NS203', "remove the 'starts_after_init' call, because the pod has no init containers"]);
});

test.each([
  ["set 'preStopDelay', or remove the preStop hook", "set 'pre_stop_delay', or remove the preStop hook"],
  ["remove startsAfterInit('migrate') of 'cache'", "remove starts_after_init('migrate') of 'cache'"],
  ["set another 'envPrefix' of 'db'", "set another 'env_prefix' of 'db'"],
  ['set onFailure: SidecarFailure.restartPod() on the construct', 'set on_failure: SidecarFailure.restart_pod() on the construct'],
  ["set 'healthPort' to another port than 'containerPort'", "set 'health_port' to another port than 'containerPort'"],
])('%s reads in Python: %s', (fix, inPython) => {
  expect(withMemberNames({ rule: 'NS310', message: '', fix }, 'Python/3.12.1').fix).toBe(inPython);
});

test('the words of a rule of your own stay as they are', () => {
  const own = { rule: 'ACME1', message: "the pod has no 'appPort'", fix: "set 'appPort'" };

  expect(withMemberNames(own, 'Python/3.12.1')).toBe(own);
});
