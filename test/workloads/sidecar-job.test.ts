import { ApiObject, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, PodFailureAction, PodFailureRule, PodLifecycle, ResizePolicy, RestartRule, Severity, SidecarJob, SidecarJobProps } from '../../src';
import { addSidecar, chartIn, refusals, synthPod } from '../sidecars/support';

const EXPORT: SidecarJobProps = {
  containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
  activeDeadline: Duration.hours(1),
};

function jobIn(chart: Chart, props: Partial<SidecarJobProps> = {}): SidecarJob {
  return new SidecarJob(chart, 'export', { ...EXPORT, ...props });
}

function specOf(props: Partial<SidecarJobProps>): any {
  const chart = chartIn();
  jobIn(chart, props);
  return Testing.synth(chart)[0].spec;
}

test('a whole manifest', () => {
  const app = Testing.app();
  const job = jobIn(chartIn(app), {
    shutdown: Duration.seconds(10),
    podFailureRules: [PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, [42]), PodFailureRule.onDisruption()],
  });

  addSidecar(job, 'proxy');

  expect(app.synthYaml()).toMatchSnapshot();
});

describe('a job ends when its work ends', () => {
  test('although its sidecar never does', () => {
    const job = jobIn(chartIn());
    addSidecar(job, 'proxy', { shutdown: Duration.seconds(3) });

    const timeline = PodLifecycle.of(job).timeline({ containers: { export: { exitsAfter: 12 } } });

    expect(timeline.completes()).toBe(true);
    expect(timeline.startsBefore('proxy', 'export')).toBe(true);
    expect(timeline.endOf('proxy')! - timeline.endOf('export')!).toBe(3);
  });

  test('and fails at its deadline if a gate never opens', () => {
    const job = jobIn(chartIn(), { activeDeadline: Duration.minutes(5) });
    addSidecar(job, 'proxy');

    const timeline = PodLifecycle.of(job).timeline({ containers: { proxy: { gateNeverOpens: true } } });

    expect(timeline.completes()).toBe(false);
    expect(timeline.startOf('export')).toBeUndefined();
  });
});

describe('unless it is told otherwise, a job', () => {
  test('is tried three times more, in new pods, and is kept', () => {
    const spec = specOf({});

    expect(spec).toMatchObject({ activeDeadlineSeconds: 3600, backoffLimit: 3, template: { spec: { restartPolicy: 'Never' } } });
    expect(spec).not.toHaveProperty('ttlSecondsAfterFinished');
    expect(spec).not.toHaveProperty('podFailurePolicy');
  });

  test('never restarts always, whatever other languages send for what is not given', () => {
    const chart = chartIn();
    const absent = null as unknown as undefined;
    const job = jobIn(chart, { restartPolicy: absent, backoffLimit: absent, terminationGracePeriod: absent, podFailureRules: absent });
    addSidecar(job, 'proxy');

    const spec = specOf({ restartPolicy: undefined, backoffLimit: undefined });

    expect([spec.template.spec.restartPolicy, spec.backoffLimit]).toEqual(['Never', 3]);
    expect(synthPod(chart)).toMatchObject({ restartPolicy: 'Never', gracePeriodSeconds: 37, job: { backoffLimit: 3 } });
  });

  test('is given 30 s to stop by cdk8s-plus, and what it needs if it has a sidecar', () => {
    const chart = chartIn();
    addSidecar(jobIn(chart), 'proxy');

    expect(specOf({}).template.spec.terminationGracePeriodSeconds).toBe(30);
    expect(synthPod(chart).gracePeriodSeconds).toBe(37);
  });
});

describe('what is given', () => {
  test('is written', () => {
    expect(specOf({ backoffLimit: 0, ttlAfterFinished: Duration.days(1), activeDeadline: Duration.minutes(2) })).toMatchObject({
      backoffLimit: 0, ttlSecondsAfterFinished: 86400, activeDeadlineSeconds: 120,
    });
  });

  test('counts toward the grace period: 10 + 5, and 2 of margin', () => {
    const chart = chartIn();
    addSidecar(jobIn(chart, { shutdown: Duration.seconds(10) }), 'proxy');

    expect(synthPod(chart).gracePeriodSeconds).toBe(17);
  });

  test('is the user\'s grace period, even if it is 30', () => {
    const chart = chartIn();
    addSidecar(jobIn(chart, { terminationGracePeriod: Duration.seconds(30), shutdown: Duration.seconds(10) }), 'proxy');

    expect(synthPod(chart).gracePeriodSeconds).toBe(30);
  });

  test('is refused if it is too short', () => {
    const chart = chartIn();
    addSidecar(jobIn(chart, { terminationGracePeriod: Duration.seconds(30), shutdown: Duration.seconds(28) }), 'proxy');

    expect(refusals(chart)).toEqual([
      '[shop/export] NS301 the grace period is 30 s, but stopping in order takes 33 s (export shutdown 28 s + proxy shutdown 5 s = 33 s, plus 2 s of margin: 35 s): '
      + "set the grace period ('terminationGracePeriod' in cdk8s-plus) to 35 s or more, omit it, or shorten the longest step",
    ]);
  });

  test('may also be a patch', () => {
    const chart = chartIn();
    const job = jobIn(chart);
    addSidecar(job, 'proxy');

    ApiObject.of(job).addJsonPatch(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 90));

    expect(synthPod(chart).gracePeriodSeconds).toBe(90);
  });
});

test('restarting in place is allowed, and a finding says what it costs', () => {
  const chart = chartIn();
  const job = jobIn(chart, { restartPolicy: kplus.RestartPolicy.ON_FAILURE });
  addSidecar(job, 'proxy');

  expect(refusals(chart)).toEqual([]);
  expect(PodLifecycle.of(job).findings).toEqual([{
    rule: 'NS403',
    severity: Severity.WARNING,
    path: 'spec.template.spec.restartPolicy',
    message: "with restartPolicy: OnFailure, every restart of 'proxy' counts against backoffLimit 3, so a sidecar that keeps restarting fails the Job",
    fix: 'use restartPolicy: Never, or raise backoffLimit',
  }]);
});

describe('refused', () => {
  test.each([undefined, null as unknown as undefined])('a job whose deadline is %s', activeDeadline => {
    const chart = chartIn();

    expect(() => jobIn(chart, { activeDeadline })).toThrow(new Error(
      "NS404 job 'export' has no deadline, so it waits forever if a startup gate never opens: set 'activeDeadline', for example Duration.hours(1)"));
  });

  test('a known sidecar as an ordinary container, by its name', () => {
    const chart = chartIn();
    const job = jobIn(chart);

    job.addContainer({ name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' });

    expect(refusals(chart)).toEqual([
      "[shop/export] NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself, so the Job never completes: "
      + 'make it a NativeSidecar',
    ]);
  });
});

describe('restart rules', () => {
  function jobFor(version: string, props: Partial<SidecarJobProps>): Chart {
    const chart = chartIn();
    PodLifecycle.target(chart, KubernetesVersion.of(version));
    jobIn(chart, props);
    return chart;
  }

  test('restart the first main container or the whole pod', () => {
    const chart = jobFor('1.36', { restartRules: [RestartRule.restartContainer([42, 7]), RestartRule.restartPod([88])] });

    expect(synthPod(chart).container('export').spec).toMatchObject({
      restartPolicy: 'Never',
      restartPolicyRules: [
        { action: 'Restart', exitCodes: { operator: 'In', values: [7, 42] } },
        { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [88] } },
      ],
    });
    expect(refusals(chart)).toEqual([]);
  });

  test('leave other exits to the restart policy of the Job', () => {
    const chart = jobFor('1.35', { restartPolicy: kplus.RestartPolicy.ON_FAILURE, restartRules: [RestartRule.restartContainer([42])] });

    expect(synthPod(chart).container('export').spec.restartPolicy).toBe('OnFailure');
  });

  test.each([
    ['1.34', RestartRule.restartContainer([42]), '1.35'],
    ['1.35', RestartRule.restartPod([42]), '1.36'],
  ])('are refused for Kubernetes %s, once', (version, rule, since) => {
    expect(refusals(jobFor(version, { restartRules: [rule] }))).toEqual([
      expect.stringContaining(`NS602 job 'export' restarts within its pod ('restartRules'), which Kubernetes ${version} cannot do: `
        + `target ${since} or newer, for example PodLifecycle.target(chart, KubernetesVersion.of('${since}')), or remove 'restartRules'`),
    ]);
  });

  test('have valid exit codes', () => {
    expect(() => RestartRule.restartPod([])).toThrow('the exit codes [] of a restart rule are not valid: set one or more different codes from 1 to 255');
    // Work that restarts after success never completes.
    expect(() => RestartRule.restartContainer([0])).toThrow('the exit codes [0] of a restart rule are not valid');
    expect(() => RestartRule.restartPod([0, 42])).toThrow('the exit codes [0, 42] of a restart rule are not valid');
    const rules = Array.from({ length: 21 }, (_, index) => RestartRule.restartContainer([index + 1]));
    expect(() => specOf({ restartRules: rules })).toThrow("job 'export' has 21 restart rules, but Kubernetes accepts at most 20: list several exit codes in one rule");
    expect(() => specOf({ restartRules: [42 as any] })).toThrow("'restartRules' of job 'export' is [42]: set a list of rules, for example [RestartRule.restartContainer([42])]");
  });
});

test('a sidecar that restarts for a resize is refused, because the pod never restarts', () => {
  const chart = chartIn();
  addSidecar(jobIn(chart), 'proxy', { cpuResize: ResizePolicy.RESTART });

  expect(refusals(chart)).toEqual([expect.stringContaining("NS616 'proxy' has resizePolicy RestartContainer for cpu in a pod with restartPolicy: Never, which the API server rejects")]);
});
