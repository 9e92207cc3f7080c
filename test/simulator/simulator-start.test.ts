import { GATE, jobOf, podOf, sidecar } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { Scenario } from '../../src/simulator/scenario';
import { PodOutcome, PodPhase } from '../../src/simulator/timeline-event';

/** What happens to a pod: one line an event. */
function play(pod: PodModel, scenario: Scenario = {}): string[] {
  return Timeline.of(pod, scenario).events.map(event => [event.at, event.container, event.event, event.code].filter(part => part !== undefined).join(' '));
}

const app = { name: 'app' };
const gated = (name: string, probe: object = {}) => sidecar(name, { startupProbe: { ...GATE, ...probe } });
const slowStart = (seconds: number) => ({ lifecycle: { postStart: { exec: { command: ['sleep', String(seconds)] } } } });

describe('who waits for whom', () => {
  test('without gates everything starts at once, in the order of the manifest', () => {
    expect(play(podOf([app, { name: 'worker' }], [sidecar('s1'), sidecar('s2')]))).toEqual(['0 s1 started', '0 s2 started', '0 app started', '0 worker started']);
  });

  test('each container waits for the gate of the sidecar before it', () => {
    expect(play(podOf([app], [gated('s1'), gated('s2')]), { containers: { s1: { gateOpens: 1.5 }, s2: { gateOpens: 2 } } })).toEqual([
      '0 s1 started', '2 s1 gate-open', '2 s2 started', '4 s2 gate-open', '4 app started',
    ]);
  });

  test('plain init containers run one after the other', () => {
    expect(play(podOf([app], [{ name: 'fetch' }, { name: 'migrate' }]), { containers: { fetch: { exitsAfter: 3 } } })).toEqual([
      '0 fetch started', '3 fetch exited 0', '3 migrate started', '3 migrate exited 0', '3 app started',
    ]);
  });

  test('an init container behind a sidecar waits for its gate, and the app for both', () => {
    expect(play(podOf([app], [gated('proxy'), { name: 'migrate' }]), { containers: { proxy: { gateOpens: 2 }, migrate: { exitsAfter: 4 } } })).toEqual([
      '0 proxy started', '2 proxy gate-open', '2 migrate started', '6 migrate exited 0', '6 app started',
    ]);
  });

  test('a sidecar behind an init container starts when that has ended', () => {
    expect(play(podOf([app], [{ name: 'migrate' }, sidecar('proxy')]), { containers: { migrate: { exitsAfter: 4 } } })).toEqual([
      '0 migrate started', '4 migrate exited 0', '4 proxy started', '4 app started',
    ]);
  });

  test('a startup probe on a main container holds nobody back', () => {
    expect(play(podOf([{ ...app, startupProbe: GATE }, { name: 'worker' }]), { containers: { app: { gateOpens: 5 } } })).toEqual([
      '0 app started', '0 worker started', '5 app gate-open',
    ]);
  });

  test('readiness and liveness probes hold nobody back', () => {
    expect(play(podOf([app], [sidecar('proxy', { readinessProbe: GATE, livenessProbe: GATE })]))).toEqual(['0 proxy started', '0 app started']);
  });

  test('the gate opens no earlier than the initial delay', () => {
    expect(play(podOf([app], [gated('proxy', { initialDelaySeconds: 5 })]), { containers: { proxy: { gateOpens: 1 } } })).toEqual([
      '0 proxy started', '5 proxy gate-open', '5 app started',
    ]);
  });

  test('a crash after the gate was open does not shut it again', () => {
    expect(play(podOf([app], [gated('proxy'), { name: 'migrate' }]), { containers: { proxy: { gateOpens: 2, crashesAt: [3] }, migrate: { exitsAfter: 2 } } })).toEqual([
      '0 proxy started', '2 proxy gate-open', '2 migrate started', '3 proxy exited 1', '3 proxy started', '4 migrate exited 0', '4 app started', '5 proxy gate-open',
    ]);
  });
});

describe('a postStart hook', () => {
  test('holds up the next start, also without a gate', () => {
    expect(play(podOf([app, { name: 'worker' }], [sidecar('proxy', slowStart(3))]))).toEqual(['0 proxy started', '3 app started', '3 worker started']);
    expect(play(podOf([{ ...app, ...slowStart(3) }, { name: 'worker' }]))).toEqual(['0 app started', '3 worker started']);
  });

  test('holds up the startup probe of its container', () => {
    expect(play(podOf([app], [sidecar('proxy', { startupProbe: GATE, ...slowStart(3) })]), { containers: { proxy: { gateOpens: 1 } } })).toEqual([
      '0 proxy started', '4 proxy gate-open', '4 app started',
    ]);
  });

  test('is over when its container dies, unless the kubelet itself sleeps', () => {
    const dying = (lifecycle: object) => play(podOf([app], [sidecar('proxy', { lifecycle })]), { containers: { proxy: { crashesAt: [2] } } });

    expect(dying(slowStart(5).lifecycle)).toEqual(['0 proxy started', '2 proxy exited 1', '2 proxy started', '7 app started']);
    expect(dying({ postStart: { sleep: { seconds: 5 } } })).toEqual(['0 proxy started', '2 proxy exited 1', '5 proxy started', '10 app started']);
  });

  test('holds up the deletion of the pod', () => {
    expect(play(podOf([{ ...app, ...slowStart(20) }], [sidecar('proxy')]), { deleteAt: 5 })).toEqual([
      '0 proxy started', '0 app started', '20 app sigterm', '20 app exited 0', '20 proxy sigterm', '20 proxy exited 0',
    ]);
  });
});

describe('a gate that does not open', () => {
  test('the sidecar is killed and started again: twice at once, then after a back-off that grows', () => {
    const pod = podOf([app], [gated('proxy', { failureThreshold: 5 })]);

    const timeline = Timeline.of(pod, { deleteAt: 60, containers: { proxy: { gateNeverOpens: true } } });

    expect(timeline.eventsOf('proxy').slice(0, 5).map(event => `${event.at} ${event.event}`)).toEqual([
      '0 started', '5 gate-failed', '5 sigterm', '5 exited', '5 started',
    ]);
    expect(timeline.eventsOf('proxy').filter(event => event.event === 'started').map(event => event.at)).toEqual([0, 5, 10, 25, 50]);
    expect(timeline.eventsOf('proxy').filter(event => event.event === 'backoff').map(event => event.at)).toEqual([15, 30, 55]);
    expect(timeline.startOf('app')).toBeUndefined();
  });

  test('the kill takes as long as the program needs, and the grace period of the probe at most', () => {
    const pod = podOf([app], [gated('proxy', { failureThreshold: 5, terminationGracePeriodSeconds: 4 })]);

    const slow = play(pod, { deleteAt: 10, containers: { proxy: { gateNeverOpens: true, shutdown: 3 } } });
    const deaf = play(pod, { deleteAt: 10, containers: { proxy: { gateNeverOpens: true, ignoresSigterm: true } } });

    expect(slow.slice(1, 5)).toEqual(['5 proxy gate-failed', '5 proxy sigterm', '8 proxy exited 0', '8 proxy started']);
    expect(deaf.slice(1, 6)).toEqual(['5 proxy gate-failed', '5 proxy sigterm', '9 proxy sigkill', '9 proxy exited 137', '9 proxy started']);
  });

  test('a gate that is too slow fails, one that is just in time opens', () => {
    const pod = podOf([app], [gated('proxy', { periodSeconds: 2, failureThreshold: 5, initialDelaySeconds: 1 })]);

    expect(play(pod, { deleteAt: 11, containers: { proxy: { gateOpens: 10.001 } } })).toContain('10 proxy gate-failed');
    expect(play(pod, { containers: { proxy: { gateOpens: 10 } } })).toEqual(['0 proxy started', '10 proxy gate-open', '10 app started']);
  });

  test('a probe that says nothing gives its container 30 seconds', () => {
    const pod = podOf([app], [sidecar('proxy', { startupProbe: { tcpSocket: { port: 8080 } } })]);

    expect(play(pod, { deleteAt: 31, containers: { proxy: { gateNeverOpens: true } } })).toContain('30 proxy gate-failed');
  });
});

describe('a crash while the pod starts', () => {
  test('before the gate has opened keeps it shut, and counts anew from the restart', () => {
    expect(play(podOf([app], [gated('proxy')]), { containers: { proxy: { gateOpens: 4, crashesAt: [3, 5] } } })).toEqual([
      '0 proxy started', '3 proxy exited 1', '3 proxy started', '5 proxy exited 1', '5 proxy backoff', '15 proxy started', '19 proxy gate-open', '19 app started',
    ]);
  });

  test('of a sidecar without a gate does not hold the app back', () => {
    expect(play(podOf([app], [sidecar('proxy')]), { containers: { proxy: { crashesAt: [0] } } })).toEqual([
      '0 proxy started', '0 app started', '0 proxy exited 1', '0 proxy started',
    ]);
  });

  test('of a sidecar is repaired under restartPolicy Never too', () => {
    expect(play(jobOf([app], [gated('proxy')]), { deleteAt: 10, containers: { proxy: { gateOpens: 2, crashesAt: [1] } } }).slice(0, 5)).toEqual([
      '0 proxy started', '1 proxy exited 1', '1 proxy started', '3 proxy gate-open', '3 app started',
    ]);
  });
});

describe('an init container that fails', () => {
  const failing = { exitsAfter: 1, exitCode: 3 };

  test('under Never fails the pod, once the running sidecars have stopped', () => {
    const timeline = Timeline.of(podOf([app], [sidecar('proxy'), { name: 'migrate' }], { restartPolicy: 'Never' }), {
      containers: { migrate: failing, proxy: { shutdown: 2 } },
    });

    expect(timeline.events.map(event => `${event.at} ${event.container} ${event.event}`)).toEqual([
      '0 proxy started', '0 migrate started', '1 migrate exited', '1 proxy sigterm', '3 proxy exited',
    ]);
    expect([timeline.phase, timeline.outcome]).toEqual([PodPhase.FAILED, PodOutcome.FAILED]);
  });

  test.each(['OnFailure', 'Always'])('under %s is tried again with a back-off, and the app waits', restartPolicy => {
    const pod = podOf([app], [{ name: 'migrate' }], { restartPolicy });

    const timeline = Timeline.of(pod, { deleteAt: 30, containers: { migrate: failing } });

    expect(timeline.eventsOf('migrate').filter(event => event.event === 'started').map(event => event.at)).toEqual([0, 1, 12]);
    expect(timeline.startOf('app')).toBeUndefined();
  });

  test('once only delays the app', () => {
    expect(play(podOf([app], [{ name: 'migrate' }]), { containers: { migrate: { exitsAfter: 5, crashesAt: [2] } } })).toEqual([
      '0 migrate started', '2 migrate exited 1', '2 migrate started', '7 migrate exited 0', '7 app started',
    ]);
  });
});

describe('a pod that is deleted while it starts', () => {
  test('fails, and what has not started never does', () => {
    const timeline = Timeline.of(podOf([app], [gated('s1'), gated('s2')]), { deleteAt: 2, containers: { s1: { gateOpens: 5, shutdown: 1 } } });

    expect(timeline.events.map(event => `${event.at} ${event.container} ${event.event}`)).toEqual(['0 s1 started', '2 s1 sigterm', '3 s1 exited']);
    expect([timeline.phase, timeline.outcome]).toEqual([PodPhase.FAILED, PodOutcome.DELETED]);
  });

  test('tells sidecars and a running init container at once, neither waits for the other', () => {
    expect(play(podOf([app], [sidecar('proxy'), { name: 'migrate' }]), { deleteAt: 2, containers: { migrate: { neverExits: true, shutdown: 3 } } })).toEqual([
      '0 proxy started', '0 migrate started', '2 proxy sigterm', '2 migrate sigterm', '2 proxy exited 0', '5 migrate exited 0',
    ]);
  });

  test('asks the probes of its sidecars on until their stop signal, but not those of its main containers', () => {
    const slow = { gateOpens: 10, preStop: 8, shutdown: 20 };
    const hook = { lifecycle: { preStop: { exec: { command: ['/drain'] } } } };

    expect(play(podOf([app], [{ ...gated('proxy'), ...hook }]), { deleteAt: 5, containers: { proxy: slow } })).toEqual([
      '0 proxy started', '5 proxy prestop-begin', '10 proxy gate-open', '13 proxy prestop-end', '13 proxy sigterm', '33 proxy exited 0',
    ]);
    expect(play(podOf([{ ...app, startupProbe: GATE }]), { deleteAt: 5, containers: { app: slow } })).toEqual(['0 app started', '5 app sigterm', '25 app exited 0']);
  });

  test.each([['would pass', { gateOpens: 10 }], ['would fail for good', { gateNeverOpens: true }]])('never comes up after its stop signal: a probe that %s decides nothing', (_, proxy) => {
    expect(play(podOf([app], [gated('proxy', { failureThreshold: 20 })]), { deleteAt: 5, containers: { proxy: { ...proxy, shutdown: 20 } } })).toEqual([
      '0 proxy started', '5 proxy sigterm', '25 proxy exited 0',
    ]);
  });

  test('before its first instant is over starts nothing', () => {
    expect(play(podOf([app], [sidecar('proxy')]), { deleteAt: 0 })).toEqual([]);
  });

  test.each([['1.30.3', 32], ['1.30.4', 2]])('on %s a sidecar whose follower has not started is told at %d', (version, told) => {
    const pod = podOf([app], [gated('s1'), sidecar('s2')]);

    const timeline = Timeline.of(pod, { kubernetes: KubernetesVersion.of(version), deleteAt: 2, containers: { s1: { gateOpens: 5 } } });

    expect(timeline.eventsOf('s1').find(event => event.event === 'sigterm')?.at).toBe(told);
  });
});
