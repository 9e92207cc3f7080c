import { GATE, jobOf, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

const rule = (action: string, ...values: number[]) => ({ restartPolicyRules: [{ action, exitCodes: { operator: 'In', values } }] });
const RESTART_42 = { restartPolicy: 'Never', ...rule('Restart', 42) };
const ALL_ON_1 = { restartPolicy: 'Never', ...rule('RestartAllContainers', 1) };

function play(pod: PodModel, version: string, scenario: Scenario): string[] {
  const timeline = Timeline.of(pod, { ...scenario, kubernetes: KubernetesVersion.of(version) });
  return [
    ...timeline.events.map(({ at, container, event, code }) => [at, container, event, code].filter(part => part !== undefined).join(' ')),
    `${timeline.outcome} ${timeline.phase}${timeline.why ? `: ${timeline.why}` : ''}`,
  ];
}

describe('a rule that restarts its container', () => {
  const job = jobOf([{ name: 'work', ...RESTART_42 }], [], {}, { backoffLimit: 0 });

  test('keeps a Job with restartPolicy Never running, with the usual back-off and uncounted', () => {
    expect(play(job, '1.36', { deleteAt: 30, containers: { work: { exitsAfter: 3, exitCode: 42 } } })).toEqual([
      '0 work started', '3 work exited 42', '3 work started', '6 work exited 42', '6 work backoff', '16 work started', '19 work exited 42', '19 work backoff', 'deleted Failed',
    ]);
  });

  test.each([['1.36', 41], ['1.34', 42]])('does nothing on %s after exit code %s', (version, exitCode) => {
    expect(play(job, version, { containers: { work: { exitsAfter: 3, exitCode } } })).toEqual(['0 work started', `3 work exited ${exitCode}`, 'failed Failed']);
  });

  test('can be assumed on where its feature gate is off', () => {
    const scenario = { deleteAt: 5, containers: { work: { exitsAfter: 3, exitCode: 42 } } };

    expect(play(job, '1.34', { ...scenario, featureGates: ['ContainerRestartRules'] })).toContain('3 work started');
  });

  test('applies to an init container, before the pod would fail', () => {
    const pod = jobOf([{ name: 'work' }], [{ name: 'fetch', ...RESTART_42 }]);

    expect(play(pod, '1.36', { deleteAt: 4, containers: { fetch: { exitsAfter: 3, exitCode: 42 } } }).slice(0, 3)).toEqual([
      '0 fetch started', '3 fetch exited 42', '3 fetch started',
    ]);
  });

  test('is not asked when a probe fails: the policy decides, and a stopped pod with restartPolicy Never stays stopped', () => {
    const pod = jobOf([{ name: 'work', restartPolicy: 'Never', ...rule('Restart', 137), livenessProbe: { tcpSocket: { port: 80 } } }], [sidecar('proxy')]);

    expect(play(pod, '1.36', { containers: { work: { livenessFailsAt: [5], ignoresSigterm: true } } }).slice(2)).toEqual([
      '5 work sigterm', '35 work sigkill', '35 work exited 137', '35 proxy sigterm', '35 proxy exited 0',
      "stuck Running: the kubelet stopped the pod after a failed probe of 'work': a restart rule matches its exit code 137, "
        + 'but a stopped pod with restartPolicy Never never starts again',
    ]);
  });
});

describe('a rule that restarts all containers', () => {
  const pod = podOf(
    [{ name: 'm1', ...ALL_ON_1 }, { name: 'm2', lifecycle: { preStop: { sleep: { seconds: 5 } } } }],
    [{ name: 'i1' }, sidecar('s1', { startupProbe: GATE }), { name: 'i2' }, sidecar('s2')],
  );
  const containers = {
    i1: { exitsAfter: 1 },
    s1: { gateOpens: 1, shutdown: 1 },
    i2: { exitsAfter: 1 },
    s2: { ignoresSigterm: true },
    m1: { crashesAt: [10] },
    m2: { shutdown: 20, exitCode: 3 },
  };

  test('stops main containers, then init containers as listed, one after another, without hooks and within 2 s, and starts from the first init container', () => {
    expect(play(pod, '1.36', { containers }).slice(9)).toEqual([
      '10 m1 exited 1', '10 m1 restart-all',
      '10 m2 sigterm', '12 m2 sigkill', '12 m2 exited 137',
      '12 s1 sigterm', '13 s1 exited 0',
      '13 s2 sigterm', '15 s2 sigkill', '15 s2 exited 137',
      '15 i1 started', '16 i1 exited 0', '16 s1 started', '17 s1 gate-open', '17 i2 started', '18 i2 exited 0', '18 s2 started', '18 m1 started', '18 m2 started',
      'running Running',
    ]);
  });

  test('is the usual restart where the kubelet does not know the action', () => {
    const onFailure = podOf([{ name: 'm1', restartPolicy: 'OnFailure', ...rule('RestartAllContainers', 1) }, { name: 'm2' }]);

    expect(play(onFailure, '1.35', { containers: { m1: { crashesAt: [10] } } }).slice(2)).toEqual(['10 m1 exited 1', '10 m1 started', 'running Running']);
    expect(play(onFailure, '1.35', { featureGates: ['RestartAllContainersOnContainerExits'], containers: { m1: { crashesAt: [10] } } }))
      .toContain('10 m1 restart-all');
  });

  test('runs main containers again that had succeeded, and knows no back-off', () => {
    const job = jobOf([{ name: 'm1', ...ALL_ON_1 }, { name: 'done' }]);

    const lines = play(job, '1.36', { containers: { m1: { exitsAfter: 20, crashesAt: [5, 6, 7] }, done: { exitsAfter: 1 } } });

    expect(lines.filter(line => line.includes('done'))).toEqual([
      '0 done started', '1 done exited 0', '5 done started', '6 done exited 0', '6 done started', '7 done exited 0', '7 done started', '8 done exited 0',
    ]);
  });

  test('from a sidecar restarts the app too', () => {
    const watched = podOf([{ name: 'app' }], [sidecar('watcher', rule('RestartAllContainers', 1))]);

    expect(play(watched, '1.36', { containers: { watcher: { crashesAt: [5] } } })).toEqual([
      '0 watcher started', '0 app started', '5 watcher exited 1', '5 watcher restart-all', '5 app sigterm', '5 app exited 0', '5 watcher started', '5 app started',
      'running Running',
    ]);
  });

  test('waits until a postStart hook is over', () => {
    const hooked = podOf([{ name: 'm1', ...ALL_ON_1 }, { name: 'm2', lifecycle: { postStart: { sleep: { seconds: 8 } } } }]);

    expect(play(hooked, '1.36', { containers: { m1: { crashesAt: [5] } } }).slice(2, 5)).toEqual(['5 m1 exited 1', '8 m1 restart-all', '8 m2 sigterm']);
  });

  test('does not restart a pod that is deleted meanwhile, and an exit during a deletion restarts nothing', () => {
    expect(play(pod, '1.36', { deleteAt: 11, containers }).slice(-3)).toEqual(['15 s2 sigkill', '15 s2 exited 137', 'deleted Failed']);
    expect(play(pod, '1.36', { deleteAt: 9, containers })).not.toContain('10 m1 restart-all');
  });

  test('ends a loop that nothing else ends', () => {
    const job = jobOf([{ name: 'work', ...ALL_ON_1 }], [sidecar('proxy', { startupProbe: GATE })]);

    expect(play(job, '1.36', { containers: { work: { exitsAfter: 3, exitCode: 1 } } }).pop()).toBe(
      "stuck Running: 'work' exits with code 1 every time, and the kubelet restarts all containers of the pod each time",
    );
  });

  test('starts a pod again that a failed probe has stopped as a whole', () => {
    const probed = podOf([{ name: 'app', restartPolicy: 'Never', ...rule('RestartAllContainers', 137), livenessProbe: { tcpSocket: { port: 80 } } }], [sidecar('proxy')], { terminationGracePeriodSeconds: 4 });

    expect(play(probed, '1.36', { containers: { app: { livenessFailsAt: [5], ignoresSigterm: true } } }).slice(2)).toEqual([
      '5 app sigterm', '9 app sigkill', '9 app exited 137', '9 proxy sigterm', '9 proxy exited 0', '9 app restart-all', '9 proxy started', '9 app started', 'running Running',
    ]);
  });

  test('starts a sidecar once that crashed while a failed probe stopped the pod', () => {
    const probed = podOf([{ name: 'app', restartPolicy: 'Never', ...rule('Restart', 0), livenessProbe: { tcpSocket: { port: 80 } } }], [sidecar('proxy')]);

    expect(play(probed, '1.36', { containers: { app: { livenessFailsAt: [5] }, proxy: { ignoresSigterm: true, crashesAt: [7] } } }).slice(2)).toEqual([
      '5 app sigterm', '5 app exited 0', '5 proxy sigterm', '7 proxy exited 1', '7 proxy started', '7 app started', 'running Running',
    ]);
  });
});

describe('restarts of all containers in a Job', () => {
  const containers = { init: { exitsAfter: 1 }, work: { exitsAfter: 10, crashesAt: [5] } };
  const jobWith = (restartPolicy: string, backoffLimit: number) =>
    jobOf([{ name: 'work', ...ALL_ON_1 }], [{ name: 'init' }, sidecar('proxy')], { restartPolicy }, { backoffLimit });

  test('do not count with restartPolicy Never', () => {
    expect(play(jobWith('Never', 0), '1.36', { containers }).pop()).toBe('completed Succeeded');
  });

  test('count once for each container with OnFailure', () => {
    expect(play(jobWith('OnFailure', 4), '1.36', { containers }).pop()).toBe('completed Succeeded');
    expect(play(jobWith('OnFailure', 3), '1.36', { containers }).pop()).toBe(
      'failed Failed: the Job reached its backoffLimit of 3: restarts of every container count, including sidecars',
    );
  });
});

describe('a Job that restarts all its containers again and again', () => {
  const looping = (activeDeadlineSeconds: number) =>
    jobOf([{ name: 'work', restartPolicy: 'Never', ...rule('RestartAllContainers', 0) }], [], {}, { activeDeadlineSeconds });
  const endOf = (deadline: number, exitsAfter: number) => play(looping(deadline), '1.36', { containers: { work: { exitsAfter } } }).pop();

  test('ends at its deadline, also where a round ends at that instant', () => {
    expect(endOf(65, 10)).toBe('failed Succeeded: the Job exceeded its deadline of 65 s');
    expect(endOf(60, 10)).toBe('failed Succeeded: the Job exceeded its deadline of 60 s');
  });

  test('ends at a deadline in the middle of a round', () => {
    const pod = podOf([{ name: 'app' }], [sidecar('proxy', { ...rule('RestartAllContainers', 137), lifecycle: { postStart: { exec: { command: ['false'] } } } })], {
      terminationGracePeriodSeconds: 0, activeDeadlineSeconds: 35,
    });

    expect(play(pod, '1.36', { containers: { proxy: { postStartFails: true, ignoresSigterm: true } } }).slice(-3)).toEqual([
      '36 proxy sigkill', '36 proxy exited 137', 'failed Failed: the pod exceeded its deadline of 35 s',
    ]);
  });

  test('ends at a deadline that is more rounds away than the simulator follows', () => {
    expect(endOf(86400, 10)).toBe("failed Succeeded: 'work' exits with code 0 every time, and the kubelet restarts all containers of the pod each time, "
      + 'until the Job exceeded its deadline of 86400 s');
  });
});
