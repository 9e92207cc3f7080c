import { GATE, HOOK, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';
import { PodOutcome, PodPhase } from '../../src/simulator/timeline-event';

/** What happens to a pod from an instant on: one line an event. */
function play(pod: PodModel, scenario: Scenario, from = 0.001): string[] {
  return Timeline.of(pod, scenario).events
    .filter(event => event.at >= from)
    .map(event => [event.at, event.container, event.event, event.code].filter(part => part !== undefined).join(' '));
}

/** When a container is started. */
function starts(timeline: Timeline, container: string): number[] {
  return timeline.eventsOf(container).filter(event => event.event === 'started').map(event => event.at);
}

const app = { name: 'app' };
const LIVENESS = { tcpSocket: { port: 8080 } };

describe('a crash', () => {
  test('of a sidecar restarts that sidecar and nobody else', () => {
    expect(play(podOf([app], [sidecar('s1'), sidecar('s2')]), { containers: { s1: { crashesAt: [20] } } })).toEqual(['20 s1 exited 1', '20 s1 started']);
  });

  test('of the app restarts the app and nobody else', () => {
    expect(play(podOf([app, { name: 'worker' }], [sidecar('proxy')]), { containers: { app: { crashesAt: [20] } } })).toEqual(['20 app exited 1', '20 app started']);
  });

  test('is not needed: a sidecar that ends well is started again too, even under Never', () => {
    expect(play(podOf([app], [sidecar('proxy')], { restartPolicy: 'Never' }), { deleteAt: 8, containers: { proxy: { exitsAfter: 5 } } })).toEqual([
      '5 proxy exited 0', '5 proxy started', '8 app sigterm', '8 app exited 0', '8 proxy sigterm', '8 proxy exited 0',
    ]);
  });

  test('while the container is down does not happen', () => {
    expect(play(podOf([app]), { containers: { app: { crashesAt: [1, 2, 5, 11.9] } } })).toEqual([
      '1 app exited 1', '1 app started', '2 app exited 1', '2 app backoff', '12 app started',
    ]);
  });

  test('leaves the pod running', () => {
    const timeline = Timeline.of(podOf([app], [sidecar('proxy')]), { containers: { app: { crashesAt: [20] }, proxy: { crashesAt: [30] } } });

    expect([timeline.phase, timeline.outcome, timeline.why]).toEqual([PodPhase.RUNNING, PodOutcome.RUNNING, undefined]);
  });
});

describe('the back-off', () => {
  test.each([
    ['a main container', podOf([app]), 'app'],
    ['a sidecar', podOf([app], [sidecar('proxy')]), 'proxy'],
  ])('of %s is 0, 10, 20, 40, 80, 160 and then 300 seconds', (_what, pod, name) => {
    const timeline = Timeline.of(pod, { deleteAt: 1000, containers: { [name]: { exitsAfter: 1, exitCode: 1 } } });

    const started = starts(timeline, name);

    expect(started.slice(1).map((at, index) => at - started[index] - 1)).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  });

  test('is forgotten when a run ends more than 600 seconds after the last restart', () => {
    const restarted = (crash: number) => starts(Timeline.of(podOf([app]), { containers: { app: { crashesAt: [1, 2, crash] } } }), 'app');

    expect(restarted(612)).toEqual([0, 1, 12, 632]);
    expect(restarted(612.001)).toEqual([0, 1, 12, 612.001]);
  });

  test('of one container is nothing to another', () => {
    const timeline = Timeline.of(podOf([app, { name: 'worker' }]), { containers: { app: { crashesAt: [5] }, worker: { crashesAt: [1, 2] } } });

    expect(starts(timeline, 'app')).toEqual([0, 5]);
    expect(starts(timeline, 'worker')).toEqual([0, 1, 12]);
  });

  test('is over when the pod is deleted: what is down stays down', () => {
    expect(play(podOf([app], [sidecar('proxy')]), { deleteAt: 5, containers: { proxy: { crashesAt: [1, 2] } } }, 2)).toEqual([
      '2 proxy exited 1', '2 proxy backoff', '5 app sigterm', '5 app exited 0',
    ]);
  });

  test.each([['1.30.3', 35], ['1.30.4', 5]])('of a sidecar makes the one before it stop on %s at %d', (version, told) => {
    const pod = podOf([app], [sidecar('s1'), sidecar('s2')]);

    const timeline = Timeline.of(pod, { kubernetes: KubernetesVersion.of(version), deleteAt: 5, containers: { s2: { crashesAt: [1, 2] } } });

    expect(timeline.eventsOf('s1').find(event => event.event === 'sigterm')?.at).toBe(told);
  });

  test('after kills by a liveness probe looks at the end before the last', () => {
    const pod = podOf([app], [sidecar('proxy', { livenessProbe: LIVENESS })]);

    const timeline = Timeline.of(pod, { containers: { proxy: { livenessFailsAt: [10, 20, 30, 40] } } });

    expect(starts(timeline, 'proxy')).toEqual([0, 10, 20, 30, 60]);
  });
});

describe('a liveness probe that fails', () => {
  const proxy = sidecar('proxy', { livenessProbe: { ...LIVENESS, terminationGracePeriodSeconds: 3 }, lifecycle: HOOK });
  const failing = { livenessFailsAt: [10] };

  test('stops that container with its hook and starts it again', () => {
    expect(play(podOf([app], [proxy]), { containers: { proxy: { ...failing, preStop: 1, shutdown: 1 } } })).toEqual([
      '10 proxy prestop-begin', '11 proxy prestop-end', '11 proxy sigterm', '12 proxy exited 0', '12 proxy started',
    ]);
  });

  test('gives the container the grace period of the probe, if it has one', () => {
    const pod = podOf([app], [proxy, sidecar('logs', { livenessProbe: LIVENESS })], { terminationGracePeriodSeconds: 20 });

    expect(play(pod, { containers: { proxy: { ...failing, ignoresSigterm: true } } })).toContain('13 proxy sigkill');
    expect(play(pod, { containers: { logs: { ...failing, ignoresSigterm: true } } })).toContain('30 logs sigkill');
  });

  test('has no say in a deletion', () => {
    const pod = podOf([app], [proxy], { terminationGracePeriodSeconds: 20 });

    expect(play(pod, { deleteAt: 10, containers: { proxy: { ignoresSigterm: true } } })).toContain('30 proxy sigkill');
  });

  test('ends a pod with restartPolicy Never, with the grace period of the pod', () => {
    const pod = podOf([{ ...app, livenessProbe: { ...LIVENESS, terminationGracePeriodSeconds: 3 } }], [sidecar('proxy')], { restartPolicy: 'Never' });

    expect(play(pod, { containers: { app: { ...failing, ignoresSigterm: true } } })).toEqual([
      '10 app sigterm', '40 app sigkill', '40 app exited 137', '40 proxy sigterm', '40 proxy exited 0',
    ]);
  });

  test('is forgotten when the container crashes first', () => {
    const pod = podOf([{ ...app, livenessProbe: LIVENESS }, { name: 'worker', livenessProbe: LIVENESS }]);

    expect(play(pod, { containers: { app: { ...failing, shutdown: 5 }, worker: { livenessFailsAt: [11], crashesAt: [12] } } })).toEqual([
      '10 app sigterm', '12 worker exited 1', '15 app exited 0', '15 app started', '15 worker started',
    ]);
  });

  test('says nothing while the startup probe has not passed, nor while the postStart hook runs', () => {
    const shut = podOf([app], [sidecar('proxy', { startupProbe: GATE, livenessProbe: LIVENESS })]);
    const hooked = podOf([app], [sidecar('proxy', { livenessProbe: LIVENESS, lifecycle: { postStart: { sleep: { seconds: 20 } } } })]);

    expect(play(shut, { containers: { proxy: { gateOpens: 20, livenessFailsAt: [5] } } })).toEqual(['20 proxy gate-open', '20 app started']);
    expect(play(hooked, { containers: { proxy: { livenessFailsAt: [5, 30] } } })).toEqual(['20 app started', '30 proxy sigterm', '30 proxy exited 0', '30 proxy started']);
  });

  test('under OnFailure starts the container again, although it ended well', () => {
    const pod = podOf([{ name: 'work', livenessProbe: LIVENESS }], [], { restartPolicy: 'OnFailure' });

    expect(play(pod, { containers: { work: { ...failing, exitsAfter: 20 } } })).toEqual([
      '10 work sigterm', '10 work exited 0', '10 work started', '30 work exited 0',
    ]);
  });

  test('without a liveness probe cannot happen', () => {
    expect(play(podOf([app]), { containers: { app: failing } })).toEqual([]);
  });
});

describe('a kill that takes long', () => {
  const pod = podOf([app], [sidecar('proxy', { livenessProbe: LIVENESS })]);
  const slow = { livenessFailsAt: [10], shutdown: 8 };

  test('holds up the restart of everyone else', () => {
    expect(play(pod, { containers: { app: { crashesAt: [12] }, proxy: slow } })).toEqual([
      '10 proxy sigterm', '12 app exited 1', '18 proxy exited 0', '18 proxy started', '18 app started',
    ]);
  });

  test('holds up the deletion of the pod', () => {
    expect(play(pod, { deleteAt: 12, containers: { proxy: slow } }, 18)).toEqual([
      '18 proxy exited 0', '18 proxy started', '18 app sigterm', '18 app exited 0', '18 proxy sigterm', '26 proxy exited 0',
    ]);
  });
});

describe('an app that is down while the last sidecar is down', () => {
  const pod = podOf([app], [sidecar('s1'), sidecar('s2', { startupProbe: GATE })]);
  const bothDown = { app: { crashesAt: [32] }, s2: { gateOpens: 2, crashesAt: [30, 31] } };

  test.each(['1.29', '1.33', '1.36'])('waits on %s until the sidecar is up again', version => {
    const timeline = Timeline.of(pod, { kubernetes: KubernetesVersion.of(version), containers: bothDown });

    expect(starts(timeline, 'app')).toEqual([2, 43]);
  });

  test.each(['1.28', '1.37'])('is started again at once on %s', version => {
    const timeline = Timeline.of(pod, { kubernetes: KubernetesVersion.of(version), containers: bothDown });

    expect(starts(timeline, 'app')).toEqual([2, 32]);
  });

  test('does not wait for any other sidecar', () => {
    const timeline = Timeline.of(pod, { containers: { app: { crashesAt: [32] }, s1: { crashesAt: [30, 31] } } });

    expect(starts(timeline, 'app')).toEqual([1, 32]);
  });

  test('does not wait when another main container runs', () => {
    const timeline = Timeline.of(podOf([app, { name: 'worker' }], [sidecar('s1'), sidecar('s2', { startupProbe: GATE })]), { containers: bothDown });

    expect(starts(timeline, 'app')).toEqual([2, 32]);
  });

  test('does not wait when the last init container is a plain one', () => {
    const timeline = Timeline.of(podOf([app], [sidecar('s2'), { name: 'migrate' }]), { containers: { app: { crashesAt: [32] }, s2: { crashesAt: [30, 31] } } });

    expect(starts(timeline, 'app')).toEqual([0, 32]);
  });
});

describe('a main container that ends by itself', () => {
  test('is started again under Always, whatever its code', () => {
    const timeline = Timeline.of(podOf([app]), { deleteAt: 41, containers: { app: { exitsAfter: 15 } } });

    expect(starts(timeline, 'app')).toEqual([0, 15, 40]);
  });
});

describe('a preStop hook', () => {
  const crashing = (preStop: object) => play(podOf([{ ...app, lifecycle: { preStop } }], [sidecar('proxy')]), { deleteAt: 10, containers: { app: { crashesAt: [12] } } });

  test('is over when its container dies', () => {
    expect(crashing({ exec: { command: ['sleep', '5'] } })).toEqual([
      '10 app prestop-begin', '12 app exited 1', '12 app prestop-end', '12 proxy sigterm', '12 proxy exited 0',
    ]);
  });

  test('goes on when the kubelet itself sleeps, and the sidecars wait for it', () => {
    expect(crashing({ sleep: { seconds: 5 } })).toEqual(['10 app prestop-begin', '12 app exited 1', '15 app prestop-end', '15 proxy sigterm', '15 proxy exited 0']);
  });

  test('has a second in a pod that is deleted with no grace period', () => {
    const pod = podOf([{ ...app, lifecycle: HOOK }], [], { terminationGracePeriodSeconds: 0 });

    expect(play(pod, { deleteAt: 10, containers: { app: { preStop: 5 } } })).toEqual(['10 app prestop-begin', '11 app prestop-end', '11 app sigterm', '11 app exited 0']);
  });
});
