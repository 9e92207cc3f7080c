import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { PodFailureAction, PodFailureRule, SidecarJob } from '../../src';
import { chartIn } from '../sidecars/support';

function rulesOf(...podFailureRules: PodFailureRule[]): any {
  const chart = chartIn();
  const job = new SidecarJob(chart, 'export', { containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }], activeDeadline: Duration.hours(1), podFailureRules });
  job.addContainer({ name: 'second', image: 'ghcr.io/acme/second:1.0.0' });
  return Testing.synth(chart)[0].spec.podFailurePolicy?.rules;
}

describe('a pod failure rule', () => {
  test('about exit codes names the main container, and sorts the codes as the API wants them', () => {
    expect(rulesOf(PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, [43, 7, 42]))).toEqual([
      { action: 'FailJob', onExitCodes: { containerName: 'export', operator: 'In', values: [7, 42, 43] } },
    ]);
  });

  test('about all other exit codes does so too', () => {
    expect(rulesOf(PodFailureRule.onOtherExitCodes(PodFailureAction.COUNT, [1]))).toEqual([
      { action: 'Count', onExitCodes: { containerName: 'export', operator: 'NotIn', values: [1] } },
    ]);
  });

  test('about a disruption ignores it unless told otherwise', () => {
    const condition = [{ type: 'DisruptionTarget', status: 'True' }];

    expect(rulesOf(PodFailureRule.onDisruption(), PodFailureRule.onDisruption(PodFailureAction.COUNT))).toEqual([
      { action: 'Ignore', onPodConditions: condition }, { action: 'Count', onPodConditions: condition },
    ]);
  });

  test('is not needed', () => {
    expect(rulesOf()).toBeUndefined();
  });
});

describe('refused', () => {
  test.each([[[]], [[0]], [[256]], [[1.5]], [[1, 1]]])('the exit codes %j', codes => {
    const message = `the exit codes [${codes.join(', ')}] of a pod failure rule are not valid: set one or more different codes from 1 to 255`;

    expect(() => PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, codes)).toThrow(new Error(message));
    expect(() => PodFailureRule.onOtherExitCodes(PodFailureAction.FAIL_JOB, codes)).toThrow(new Error(message));
  });

  test('rules for a job that restarts in place', () => {
    const podFailureRules = [PodFailureRule.onDisruption()];
    const restartPolicy = kplus.RestartPolicy.ON_FAILURE;

    expect(() => new SidecarJob(chartIn(), 'export', { activeDeadline: Duration.hours(1), restartPolicy, podFailureRules })).toThrow(new Error(
      "job 'export' has 'podFailureRules' and restartPolicy OnFailure, but Kubernetes accepts a pod failure policy only with Never: remove one of them"));
  });
});

test('a number instead of a list of exit codes is refused with a sentence', () => {
  expect(() => PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, 42 as any)).toThrow(
    new Error('the list of exit codes of a pod failure rule is 42: set a list of numbers, for example [42]'));
});
