import { GATE, HOOK, jobOf, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';

/** What happens to a pod from an instant on, one line an event, and how it ends. */
function play(pod: PodModel, scenario: Scenario, from = 0.001): string[] {
  const timeline = Timeline.of(pod, scenario);
  return [
    ...timeline.events
      .filter(event => event.at >= from)
      .map(event => [event.at, event.container, event.event, event.code].filter(part => part !== undefined).join(' ')),
    `${timeline.outcome} ${timeline.phase}`,
  ];
}

/** How a pod ends: outcome, phase, and the sentence that says why. */
function verdict(pod: PodModel, scenario: Scenario = {}): string[] {
  const { outcome, phase, why } = Timeline.of(pod, scenario);
  return [outcome, phase, ...(why === undefined ? [] : [why])];
}

const app = { name: 'app' };
const work = { name: 'work' };
const on = (version: string) => ({ kubernetes: KubernetesVersion.of(version) });

describe('a Job whose work ends', () => {
  test('completes although its sidecar never ends by itself', () => {
    expect(play(jobOf([work], [sidecar('proxy')]), { containers: { work: { exitsAfter: 12 }, proxy: { shutdown: 1 } } })).toEqual([
      '12 work exited 0', '12 proxy sigterm', '13 proxy exited 0', 'completed Succeeded',
    ]);
  });

  test('stops three sidecars one by one, last first, all their hooks at once', () => {
    const pod = jobOf([work], [sidecar('s1'), sidecar('s2', { lifecycle: HOOK }), sidecar('s3')]);
    const programs = { work: { exitsAfter: 10 }, s1: { shutdown: 1 }, s2: { preStop: 5, shutdown: 1 }, s3: { shutdown: 2 } };

    expect(play(pod, { containers: programs })).toEqual([
      '10 work exited 0', '10 s2 prestop-begin', '10 s3 sigterm', '12 s3 exited 0', '15 s2 prestop-end', '15 s2 sigterm', '16 s2 exited 0',
      '16 s1 sigterm', '17 s1 exited 0', 'completed Succeeded',
    ]);
  });

  test('waits for the last of its main containers', () => {
    expect(play(jobOf([work, app], [sidecar('proxy')]), { containers: { work: { exitsAfter: 5 }, app: { exitsAfter: 8 } } })).toEqual([
      '5 work exited 0', '8 app exited 0', '8 proxy sigterm', '8 proxy exited 0', 'completed Succeeded',
    ]);
  });

  test('fails under Never when a main container failed, whatever the sidecars say', () => {
    expect(play(jobOf([work, app], [sidecar('proxy')]), { containers: { work: { exitsAfter: 5, exitCode: 2 }, app: { exitsAfter: 8 } } })).toEqual([
      '5 work exited 2', '8 app exited 0', '8 proxy sigterm', '8 proxy exited 0', 'failed Failed',
    ]);
    expect(verdict(jobOf([work], [sidecar('proxy')]), { containers: { work: { exitsAfter: 5 }, proxy: { exitCode: 143 } } })).toEqual(['completed', 'Succeeded']);
  });

  test('tries again under OnFailure, and leaves the sidecar alone', () => {
    const pod = jobOf([work], [sidecar('proxy')], { restartPolicy: 'OnFailure' });

    expect(play(pod, { containers: { work: { exitsAfter: 10, crashesAt: [4] } } })).toEqual([
      '4 work exited 1', '4 work started', '14 work exited 0', '14 proxy sigterm', '14 proxy exited 0', 'completed Succeeded',
    ]);
  });

  test('needs nobody to stop when its sidecar is down', () => {
    expect(play(jobOf([work], [sidecar('proxy')]), { containers: { work: { exitsAfter: 12 }, proxy: { crashesAt: [10, 11] } } }, 11)).toEqual([
      '11 proxy exited 1', '11 proxy backoff', '12 work exited 0', 'completed Succeeded',
    ]);
  });

  test('tells all sidecars at once on 1.28', () => {
    expect(play(jobOf([work], [sidecar('s1'), sidecar('s2')]), { ...on('1.28'), containers: { work: { exitsAfter: 12 }, s2: { shutdown: 4 } } })).toEqual([
      '12 work exited 0', '12 s1 sigterm', '12 s2 sigterm', '12 s1 exited 0', '16 s2 exited 0', 'completed Succeeded',
    ]);
  });
});

describe('work that ends while the last of several sidecars is down', () => {
  const pod = jobOf([work], [sidecar('s1'), sidecar('s2', { startupProbe: GATE })]);
  const down = { work: { exitsAfter: 9 }, s2: { crashesAt: [10, 11], gateOpens: 3 } };

  test.each(['1.29', '1.33', '1.36'])('waits on %s until that sidecar is up again', version => {
    expect(play(pod, { ...on(version), containers: down }, 11)).toEqual([
      '11 s2 exited 1', '11 s2 backoff', '12 work exited 0', '21 s2 started', '24 s2 gate-open',
      '24 s2 sigterm', '24 s2 exited 0', '24 s1 sigterm', '24 s1 exited 0', 'completed Succeeded',
    ]);
  });

  test.each(['1.28', '1.37'])('ends the pod at once on %s', version => {
    expect(play(pod, { ...on(version), containers: down }, 12)).toEqual([
      '12 work exited 0', '12 s1 sigterm', '12 s1 exited 0', 'completed Succeeded',
    ]);
  });

  test('ends the pod at once when only an earlier one is down', () => {
    expect(play(pod, { containers: { work: { exitsAfter: 12 }, s1: { crashesAt: [10, 11] } } }, 12)).toEqual([
      '13 work exited 0', '13 s2 sigterm', '13 s2 exited 0', 'completed Succeeded',
    ]);
  });

  test('waits for a sidecar that ends by itself too, which is up for a moment after each back-off', () => {
    const looping = jobOf([work], [sidecar('s1'), sidecar('s2')]);

    expect(play(looping, { containers: { work: { exitsAfter: 12 }, s2: { exitsAfter: 5 } } }, 12)).toEqual([
      '12 work exited 0', '20 s2 started', '20 s2 sigterm', '20 s2 exited 0', '20 s1 sigterm', '20 s1 exited 0', 'completed Succeeded',
    ]);
  });

  test('waits for that sidecar also before it is tried again', () => {
    const looping = podOf([work], [sidecar('s1'), sidecar('s2')], { restartPolicy: 'OnFailure' });

    expect(play(looping, { containers: { work: { exitsAfter: 15, crashesAt: [12] }, s2: { exitsAfter: 5 } } }, 12).slice(0, 3)).toEqual([
      '12 work exited 1', '20 s2 started', '20 work started',
    ]);
  });
});

describe('the limits of a Job', () => {
  const onFailure = { restartPolicy: 'OnFailure' };

  test('its backoffLimit counts the restarts of sidecars', () => {
    const pod = jobOf([work], [sidecar('proxy')], onFailure, { backoffLimit: 2 });
    const scenario = { containers: { proxy: { crashesAt: [5] }, work: { crashesAt: [7] } } };

    expect(play(pod, scenario, 7)).toEqual(['7 work exited 1', '7 work started', '7 work sigterm', '7 work exited 0', '7 proxy sigterm', '7 proxy exited 0', 'failed Succeeded']);
    expect(verdict(pod, scenario)[2]).toBe('the Job reached its backoffLimit of 2: restarts of every container count, including sidecars');
  });

  test.each([[0, 1], [1, 1], [3, 3]])('a backoffLimit of %d allows for less than %d restarts', (backoffLimit, restarts) => {
    const pod = jobOf([work], [sidecar('proxy')], onFailure, { backoffLimit });
    const crashes = (count: number) => ({ containers: { work: { exitsAfter: 5000 }, proxy: { crashesAt: [700, 1400, 2100].slice(0, count) } } });

    expect(verdict(pod, crashes(restarts - 1))[0]).toBe('completed');
    expect(verdict(pod, crashes(restarts))[0]).toBe('failed');
  });

  test('work that always fails is tried until its backoffLimit, and forever without one', () => {
    const failing = { containers: { work: { exitsAfter: 1, exitCode: 1 } } };
    const indexed = { completionMode: 'Indexed', backoffLimitPerIndex: 1 };

    expect(play(jobOf([work], [], onFailure, { backoffLimit: 3 }), failing, 33)).toEqual(['33 work started', '33 work sigterm', '33 work exited 1', 'failed Failed']);
    expect(verdict(jobOf([work], [], onFailure, indexed), failing)[0]).toBe('stuck');
  });

  test('its backoffLimit is nothing to a pod with restartPolicy Never', () => {
    const pod = jobOf([work], [sidecar('proxy')], {}, { backoffLimit: 0 });

    expect(verdict(pod, { containers: { work: { exitsAfter: 9 }, proxy: { crashesAt: [5] } } })).toEqual(['completed', 'Succeeded']);
  });

  test('its deadline deletes the pod', () => {
    const pod = jobOf([work], [sidecar('proxy')], {}, { activeDeadlineSeconds: 20 });

    expect(play(pod, { containers: { work: { shutdown: 2, exitCode: 143 } } })).toEqual([
      '20 work sigterm', '22 work exited 143', '22 proxy sigterm', '22 proxy exited 0', 'failed Failed',
    ]);
    expect(verdict(pod)).toEqual(['failed', 'Succeeded', 'the Job exceeded its deadline of 20 s']);
  });

  test('its deadline fails it even while the sidecars of finished work stop', () => {
    const pod = jobOf([work], [sidecar('proxy')], {}, { activeDeadlineSeconds: 20 });

    expect(play(pod, { containers: { work: { exitsAfter: 18 }, proxy: { shutdown: 5 } } })).toEqual(['18 work exited 0', '18 proxy sigterm', '23 proxy exited 0', 'failed Succeeded']);
    expect(verdict(pod, { containers: { work: { exitsAfter: 18 }, proxy: { shutdown: 1 } } })).toEqual(['completed', 'Succeeded']);
  });

  test('the deadline of its pod fails the pod, also while the sidecars stop', () => {
    const pod = jobOf([work], [sidecar('proxy')], { activeDeadlineSeconds: 20 });

    expect(verdict(pod, { containers: { work: { exitsAfter: 30 } } })).toEqual(['failed', 'Failed', 'the pod exceeded its deadline of 20 s']);
    expect(play(pod, { containers: { work: { exitsAfter: 18 }, proxy: { shutdown: 5 } } })).toEqual(['18 work exited 0', '18 proxy sigterm', '23 proxy exited 0', 'failed Failed']);
  });

  test('the deadline of its pod fails the pod even while it is deleted', () => {
    const pod = jobOf([work], [], { activeDeadlineSeconds: 20 });

    expect(verdict(pod, { deleteAt: 19, containers: { work: { shutdown: 5 } } })).toEqual(['deleted', 'Failed']);
  });

  test('a deletion while the sidecars stop changes nothing but the outcome', () => {
    expect(play(jobOf([work], [sidecar('proxy')]), { deleteAt: 19, containers: { work: { exitsAfter: 18 }, proxy: { shutdown: 5 } } })).toEqual([
      '18 work exited 0', '18 proxy sigterm', '23 proxy exited 0', 'deleted Succeeded',
    ]);
  });
});

describe('why a pod is stuck', () => {
  const never = { gateNeverOpens: true };

  test.each<[string, PodModel, Scenario, string[]]>([
    ['a gate never opens', podOf([app, work], [sidecar('proxy', { startupProbe: GATE })]), { containers: { proxy: never } },
      ['stuck', 'Pending', "the startup probe of sidecar 'proxy' never passes, so 'app', 'work' never start"]],
    ['the gate of the app never opens', podOf([{ ...app, startupProbe: GATE }]), { containers: { app: never } },
      ['stuck', 'Running', "the startup probe of 'app' never passes, so the kubelet restarts it forever"]],
    ['an init container hangs', podOf([app], [sidecar('proxy'), { name: 'migrate' }]), { containers: { migrate: { neverExits: true } } },
      ['stuck', 'Pending', "init container 'migrate' never exits, so 'app' never starts"]],
    ['an init container always fails', podOf([app], [{ name: 'migrate' }]), { containers: { migrate: { exitCode: 3 } } },
      ['stuck', 'Pending', "init container 'migrate' exits with code 3 every time, so 'app' never starts"]],
    ['a helper is an ordinary container of a Job', jobOf([work, { name: 'proxy' }]), { containers: { work: { exitsAfter: 5 } } },
      ['stuck', 'Running', "'work' exited, but 'proxy' never does, and a pod completes only when all its main containers have exited"]],
    ['work fails forever', podOf([work], [], { restartPolicy: 'OnFailure' }), { containers: { work: { exitsAfter: 5, exitCode: 4 } } },
      ['stuck', 'Running', "'work' exits with code 4 every time and the kubelet restarts it, so the pod never completes"]],
    ['Kubernetes 1.27 takes a sidecar for an init container', podOf([app], [sidecar('proxy')]), on('1.27'),
      ['stuck', 'Pending', "Kubernetes 1.27 does not support native sidecars: it treats 'proxy' as a regular init container, which never exits, so 'app' never starts"]],
    ['a sidecar dies while its postStart hook runs', podOf([app], [sidecar('proxy', { lifecycle: { postStart: { sleep: { seconds: 5 } } } })]),
      { containers: { proxy: { exitsAfter: 2 } } },
      ['stuck', 'Pending', "sidecar 'proxy' exits as soon as it is up, so 'app' never starts"]],
    ['a sidecar ends when its gate opens', podOf([app], [sidecar('proxy', { startupProbe: GATE })]), { containers: { proxy: { gateOpens: 2, exitsAfter: 2 } } },
      ['stuck', 'Pending', "sidecar 'proxy' exits as soon as it is up, so 'app' never starts"]],
  ])('%s', (_what, pod, scenario, expected) => {
    expect(verdict(pod, scenario)).toEqual(expected);
  });

  test.each(['startupProbe', 'livenessProbe', 'readinessProbe'])('Kubernetes 1.27 refuses an init container with a %s', probe => {
    expect(verdict(podOf([app], [sidecar('proxy', { [probe]: GATE })]), on('1.27'))).toEqual([
      'stuck', 'Pending', "Kubernetes 1.27 does not support native sidecars: it treats 'proxy' as a regular init container, and rejects init containers with probes or hooks",
    ]);
  });

  test.each(['preStop', 'postStart'])('Kubernetes 1.27 refuses an init container with a %s hook', hook => {
    expect(verdict(podOf([app], [sidecar('proxy', { lifecycle: { [hook]: HOOK.preStop } })]), on('1.27'))[2]).toBe(
      "Kubernetes 1.27 does not support native sidecars: it treats 'proxy' as a regular init container, and rejects init containers with probes or hooks");
  });

  test('a server that runs on is not stuck, nor is work that has not ended yet', () => {
    expect(verdict(podOf([app], [sidecar('proxy')]))).toEqual(['running', 'Running']);
    expect(verdict(jobOf([work], [sidecar('proxy')]))).toEqual(['running', 'Running']);
  });
});

describe('a restart policy of its own on a main container', () => {
  const pod = jobOf([work, { name: 'proxy', restartPolicy: 'Always' }]);
  const scenario = { containers: { work: { exitsAfter: 9 }, proxy: { exitsAfter: 5 } } };

  test('keeps a Job alive from 1.35', () => {
    expect(verdict(pod, { ...scenario, ...on('1.35') })).toEqual(['stuck', 'Running', "'proxy' exits with code 0 every time and the kubelet restarts it, so the pod never completes"]);
  });

  test('means nothing before', () => {
    expect(verdict(pod, { ...scenario, ...on('1.34') })).toEqual(['completed', 'Succeeded']);
  });
});
