import { GATE, HOOK, jobOf, podOf, sidecar, TestContainer } from './pods';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Timeline } from '../../src/sidecars/timeline';
import { assumeScenario, platformAssumptions } from '../../src/simulator/assumptions';

const app = { name: 'app' };
const work = { name: 'work' };
const KUBERNETES = KubernetesVersion.DEFAULT;

/** The life of a pod under assumptions. */
function assumed(pod: PodModel): Timeline {
  return Timeline.of(pod, assumeScenario(pod, KUBERNETES).scenario);
}

/** The names of the containers that have to be killed. */
function killed(timeline: Timeline): string[] {
  return timeline.pod.containers.map(container => container.name).filter(name => timeline.isKilled(name));
}

describe('what is assumed', () => {
  test('a server runs, is deleted, and stops in what the grace period leaves', () => {
    const pod = podOf([app], [sidecar('proxy', { startupProbe: GATE }), { name: 'migrate' }]);

    const { scenario, assumptions } = assumeScenario(pod, KUBERNETES);

    expect(scenario).toEqual({
      kubernetes: KUBERNETES,
      deleteAt: 60,
      containers: { proxy: { gateOpens: 1, shutdown: 5 }, migrate: { exitsAfter: 1 }, app: { shutdown: 25 } },
    });
    expect(assumptions).toEqual([
      'the pod is deleted 60 s after its start',
      "'migrate' takes 1 s and succeeds",
      "'proxy' is up 1 s after the start, and the startup probe passes at its next check",
      "after SIGTERM 'app' needs 25 s, which is what is left of the grace period",
      "after SIGTERM 'proxy' needs 5 s",
    ]);
  });

  test('work ends, and what is said never to end does not', () => {
    const { scenario, assumptions } = assumeScenario(jobOf([work, { name: 'proxy' }]), KUBERNETES, { endless: ['proxy'] });

    expect([scenario.containers?.work.exitsAfter, scenario.containers?.proxy.exitsAfter]).toEqual([60, undefined]);
    expect(assumptions).toEqual(["'work' succeeds after 60 s", "'proxy' never exits on its own"]);
  });

  test('an app has 30 seconds when the grace period leaves as much', () => {
    const pod = podOf([app, { name: 'worker' }], [], { terminationGracePeriodSeconds: 120 });

    expect(assumeScenario(pod, KUBERNETES).assumptions).toEqual(['the pod is deleted 60 s after its start', "after SIGTERM 'app' and 'worker' each need 30 s"]);
  });

  test('the work of a Job takes a minute and succeeds', () => {
    const pod = jobOf([work], [sidecar('proxy'), sidecar('logs', { startupProbe: GATE })]);

    const { scenario, assumptions } = assumeScenario(pod, KUBERNETES);

    expect(scenario.deleteAt).toBeUndefined();
    expect(scenario.containers?.work).toMatchObject({ exitsAfter: 60 });
    expect(assumptions).toEqual([
      "'work' succeeds after 60 s",
      "'logs' is up 1 s after the start, and the startup probe passes at its next check",
      "after SIGTERM 'proxy' and 'logs' each need 5 s",
    ]);
    expect([assumed(pod).completes(), assumed(pod).endOf('proxy')]).toEqual([true, 71]);
  });

  test('a hook takes the time that it says, or none', () => {
    const pod = podOf([{ ...app, lifecycle: { preStop: { sleep: { seconds: 10 } } } }, { name: 'worker', lifecycle: HOOK }], [sidecar('proxy', { lifecycle: HOOK })]);

    expect(assumeScenario(pod, KUBERNETES).assumptions).toEqual([
      'the pod is deleted 60 s after its start',
      "after SIGTERM 'app' needs 15 s, which is what is left of the grace period",
      "after SIGTERM 'worker' needs 25 s, which is what is left of the grace period",
      "after SIGTERM 'proxy' needs 5 s",
      "the preStop hooks of 'proxy' and 'worker' take no time",
    ]);
  });

  test('a hook takes time from its own container only, and the second that remains when it takes too long is not called left', () => {
    const hook = (seconds: number) => ({ lifecycle: { preStop: { sleep: { seconds } } } });
    const pod = podOf([{ name: 'shop', ...hook(10) }, { name: 'filebeat', ...hook(30) }, { name: 'memcached' }]);

    expect(assumeScenario(pod, KUBERNETES).assumptions).toEqual([
      'the pod is deleted 60 s after its start',
      "after SIGTERM 'shop' needs 20 s, which is what is left of the grace period",
      "after SIGTERM 'filebeat' needs 1 s, although the grace period leaves less",
      "after SIGTERM 'memcached' needs 30 s",
    ]);
    expect(assumeScenario(podOf([{ ...app, ...hook(30) }], [sidecar('proxy')]), KUBERNETES).assumptions.slice(1)).toEqual([
      "after SIGTERM 'app' needs 1 s, although the grace period leaves less",
      "after SIGTERM 'proxy' needs 1 s, although the grace period leaves less",
    ]);
  });

  test('of one or of several, in the same words', () => {
    const pod = podOf([{ ...app, lifecycle: HOOK }], [{ name: 'fetch' }, { name: 'migrate' }, sidecar('s1', { startupProbe: GATE }), sidecar('s2', { startupProbe: GATE })]);

    expect(assumeScenario(pod, KUBERNETES).assumptions).toEqual([
      'the pod is deleted 60 s after its start',
      "'fetch' and 'migrate' each take 1 s and succeed",
      "'s1' and 's2' are each up 1 s after the start, and the startup probe passes at its next check",
      "after SIGTERM 'app' needs 20 s, which is what is left of the grace period",
      "after SIGTERM 's1' and 's2' each need 5 s",
      "the preStop hook of 'app' takes no time",
    ]);
  });

  test('nothing about a shutdown that somebody has said', () => {
    const pod = podOf([app], [sidecar('proxy'), sidecar('logs')]);

    const { scenario, assumptions } = assumeScenario(pod, KUBERNETES, { shutdowns: { app: 12, logs: 3 } });

    expect(scenario.containers).toEqual({ proxy: { shutdown: 5 }, logs: { shutdown: 3 }, app: { shutdown: 12 } });
    expect(assumptions).toEqual(['the pod is deleted 60 s after its start', "after SIGTERM 'proxy' needs 5 s"]);
  });

  test('the same about a container whatever its name', () => {
    const { scenario } = assumeScenario(podOf([app], [sidecar('constructor')]), KUBERNETES);

    expect(Object.entries(scenario.containers ?? {})).toEqual([['constructor', { shutdown: 5 }], ['app', { shutdown: 25 }]]);
  });
});

describe('under assumptions nobody is killed', () => {
  test.each<[string, TestContainer[], TestContainer[], object]>([
    ['a default pod', [app], [], {}],
    ['a default pod with a sidecar', [app], [sidecar('proxy', { startupProbe: GATE })], {}],
    ['a default pod with five sidecars', [app], ['s1', 's2', 's3', 's4', 's5'].map(name => sidecar(name)), {}],
    ['an app whose hook sleeps', [{ ...app, lifecycle: { preStop: { exec: { command: ['sleep', '4.5'] } } } }], [sidecar('proxy')], {}],
    ['a short grace period without sidecars', [app], [], { terminationGracePeriodSeconds: 1 }],
    ['a long grace period', [app], [sidecar('proxy')], { terminationGracePeriodSeconds: 600 }],
  ])('%s', (_what, mains, inits, spec) => {
    const timeline = assumed(podOf(mains, inits, spec));

    expect(killed(timeline)).toEqual([]);
    expect([timeline.outcome, timeline.phase]).toEqual(['deleted', 'Succeeded']);
  });

  test('even if many sidecars share a short grace period', () => {
    const pod = podOf([app], ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'].map(name => sidecar(name)));

    expect(killed(assumed(pod))).toEqual([]);
    expect(assumeScenario(pod, KUBERNETES).assumptions).toContainEqual(expect.stringMatching(/^after SIGTERM .* each need 3 s, which is a share of what is left of the grace period$/));
  });

  test('work with a deadline is done well before it', () => {
    expect(assumed(jobOf([work], [sidecar('proxy')], {}, { activeDeadlineSeconds: 30 })).completes()).toBe(true);
  });
});

describe('what is taken for granted about the platform', () => {
  const GATE_ON = 'the feature gate SidecarContainers is on; before 1.29 it is off by default';
  const withSidecar = podOf([app], [sidecar('proxy')]);

  test.each<[string, PodModel, string, string[]]>([
    ['a pod with sidecars on 1.28', withSidecar, '1.28', [GATE_ON]],
    ['a pod with sidecars on 1.29', withSidecar, '1.29', []],
    ['a pod with sidecars on 1.27, which does not know them', withSidecar, '1.27', []],
    ['a pod without sidecars on 1.28', podOf([app]), '1.28', []],
    ['a Job without a restart policy', jobOf([work], [], { restartPolicy: undefined }), '1.33',
      ['restartPolicy is Never: a Job must set Never or OnFailure, and this one sets neither']],
    ['a Job with one', jobOf([work]), '1.33', []],
    ['a grace period in quotes', podOf([app], [], { terminationGracePeriodSeconds: '60' }), '1.33',
      ['terminationGracePeriodSeconds is 30: "60" in the manifest is not a whole number']],
    ['a grace period that is there', podOf([app], [], { terminationGracePeriodSeconds: 60 }), '1.33', []],
    ['a grace period that is empty', podOf([app], [], { terminationGracePeriodSeconds: null }), '1.33', []],
  ])('%s', (_what, pod, version, notes) => {
    expect(platformAssumptions(pod, KubernetesVersion.of(version))).toEqual(notes);
  });

  test('stands behind the other assumptions', () => {
    expect(assumeScenario(withSidecar, KubernetesVersion.of('1.28')).assumptions.pop()).toBe(GATE_ON);
  });
});
