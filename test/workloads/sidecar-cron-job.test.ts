import { Cron, Duration, Testing } from 'cdk8s';
import { PodFailureAction, PodFailureRule, PodLifecycle, SidecarCronJob, SidecarCronJobProps } from '../../src';
import { addSidecar, chartIn, refusals } from '../sidecars/support';

const NIGHTLY: SidecarCronJobProps = {
  schedule: Cron.daily(),
  containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
  activeDeadline: Duration.hours(1),
};

function specOf(props: Partial<SidecarCronJobProps>): any {
  const chart = chartIn();
  new SidecarCronJob(chart, 'nightly', { ...NIGHTLY, ...props });
  return Testing.synth(chart)[0].spec;
}

test('a whole manifest', () => {
  const app = Testing.app();
  const nightly = new SidecarCronJob(chartIn(app), 'nightly', {
    ...NIGHTLY,
    podFailureRules: [PodFailureRule.onOtherExitCodes(PodFailureAction.FAIL_JOB, [1])],
  });

  addSidecar(nightly, 'proxy');

  expect(app.synthYaml()).toMatchSnapshot();
});

test('each job ends when its work ends', () => {
  const nightly = new SidecarCronJob(chartIn(), 'nightly', NIGHTLY);
  addSidecar(nightly, 'proxy');

  const timeline = PodLifecycle.of(nightly).timeline();

  expect(timeline.completes()).toBe(true);
  expect(timeline.outlives('proxy', 'export')).toBe(true);
});

describe('finished jobs', () => {
  test('are kept by number, as cdk8s-plus does', () => {
    expect(specOf({ successfulJobsRetained: 5, failedJobsRetained: 2 })).toMatchObject({ successfulJobsHistoryLimit: 5, failedJobsHistoryLimit: 2 });
    expect(specOf({}).jobTemplate.spec).toMatchObject({ backoffLimit: 3, activeDeadlineSeconds: 3600 });
    expect(specOf({}).jobTemplate.spec).not.toHaveProperty('ttlSecondsAfterFinished');
  });

  test('or by time, also when the numbers arrive as null from another language', () => {
    const absent = null as unknown as undefined;

    const spec = specOf({ ttlAfterFinished: Duration.hours(2), successfulJobsRetained: absent, failedJobsRetained: undefined });

    expect(spec.jobTemplate.spec.ttlSecondsAfterFinished).toBe(7200);
  });

  test('but not by both', () => {
    expect(() => specOf({ ttlAfterFinished: Duration.hours(2), successfulJobsRetained: 5 })).toThrow("The 'ttlAfterFinished' property cannot be set");
  });
});

test('what is not given never becomes restartPolicy Always', () => {
  expect(specOf({ restartPolicy: undefined }).jobTemplate.spec.template.spec.restartPolicy).toBe('Never');
});

describe('refused', () => {
  test('a cron job without a deadline', () => {
    expect(() => specOf({ activeDeadline: undefined })).toThrow(new Error(
      "NS404 job 'nightly' has no deadline, so it waits forever if a startup gate never opens: set 'activeDeadline', for example Duration.hours(1)"));
  });

  test('a known sidecar as an ordinary container', () => {
    const chart = chartIn();
    const nightly = new SidecarCronJob(chart, 'nightly', NIGHTLY);

    nightly.addContainer({ name: 'logs', image: 'docker.elastic.co/beats/filebeat:9.5.2' });

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\/nightly\] NS401 'logs' \(Filebeat\) is an ordinary container of a Job/)]);
  });
});
