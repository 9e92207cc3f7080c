import { check, explain } from '../../../src/core';

const rules = (action: string) => [{ action, exitCodes: { operator: 'In', values: [1] } }];

function source(spec: object) {
  return [{ name: 'web.yaml', text: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec }) }];
}

const RESTARTS_ALL = source({ containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', restartPolicy: 'Never', restartPolicyRules: rules('RestartAllContainers') }] });
const CRASH = { name: 'crash.yaml', text: 'containers:\n  web: { crashesAt: [5] }\n' };
const GATE = 'RestartAllContainersOnContainerExits';

test('a gate that is off by default is told, and how to assume that it is on', () => {
  const { assumptions, timeline } = explain(RESTARTS_ALL, { kubernetesVersion: '1.35', scenario: CRASH });

  expect(assumptions).toContain(
    `the feature gate ${GATE} is off, which is the default in Kubernetes 1.35: if your cluster turns it on, pass --feature-gate ${GATE}`,
  );
  expect(timeline.events.map(({ event }) => event)).not.toContain('restart-all');
});

test.each([
  ['the option', { featureGates: [GATE], scenario: CRASH }],
  ['the scenario', { scenario: { ...CRASH, text: `${CRASH.text}featureGates: [${GATE}]\n` } }],
  ['the configuration', { scenario: CRASH, config: { name: 'config.yaml', text: `featureGates: [${GATE}]\n` } }],
])('a gate that %s turns on acts, and is told', (_where, options) => {
  const { assumptions, known, timeline } = explain(RESTARTS_ALL, { kubernetesVersion: '1.35', ...options });

  expect(timeline.events.map(({ event }) => event)).toContain('restart-all');
  expect(assumptions).toEqual([`the feature gate ${GATE} is on; by default it is off in Kubernetes 1.35`]);
  expect(known).toEqual([]);
});

test('nothing is told where the version has it on', () => {
  expect(explain(RESTARTS_ALL, { kubernetesVersion: '1.36', scenario: CRASH }).assumptions).toEqual([]);
});

test('check accepts a field whose gate is on', () => {
  const found = (featureGates: string[]) => check(RESTARTS_ALL, { kubernetesVersion: '1.35', featureGates }).findings.map(({ rule }) => rule);

  expect([found([]).includes('NS602'), found([GATE]).includes('NS602')]).toEqual([true, false]);
});

test.each([
  ['Sidecars', /^feature gate 'Sidecars' is unknown/],
  [GATE, /^Kubernetes 1\.34 has no feature gate 'RestartAllContainersOnContainerExits': it came with 1\.35$/],
])('gate %s is refused', (gate, message) => {
  expect(() => explain(RESTARTS_ALL, { kubernetesVersion: '1.34', featureGates: [gate] })).toThrow(message);
});

test('what goes well with little time to spare is told, unless the times are assumed', () => {
  const pod = source({ containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });

  expect(explain(pod, { scenario: { name: 's.yaml', text: 'deleteAt: 5\ncontainers: { web: { shutdown: 29 } }\n' } }).closeCalls).toEqual([
    "'web' exits 1 s before the kubelet kills it",
  ]);
  expect(explain(pod).closeCalls).toEqual([]);
});

test('a pod with nothing but resources of its own is BestEffort where the target drops them', () => {
  const pod = source({ resources: { requests: { cpu: '100m' } }, containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });
  const qos = (options: object) => explain(pod, options).resources.qosClass;

  expect([qos({ kubernetesVersion: '1.33' }), qos({ kubernetesVersion: '1.33', featureGates: ['PodLevelResources'] }), qos({ kubernetesVersion: '1.34' })])
    .toEqual(['BestEffort', 'Burstable', 'Burstable']);
});

describe('stop signals', () => {
  const STOPS = source({
    os: { name: 'linux' },
    initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always', lifecycle: { stopSignal: 'SIGKILL' } }],
    containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', lifecycle: { stopSignal: 'SIGUSR1' } }],
  });
  const told = (featureGates: string[]) => {
    const { timeline, assumptions } = explain(STOPS, { kubernetesVersion: '1.36', featureGates });
    return { text: timeline.toText(), assumptions, events: timeline.events.slice(2) };
  };

  test('have their names where the gate is on, and SIGKILL ends a container at once', () => {
    const { text, assumptions, events } = told(['ContainerStopSignals']);

    expect(events).toEqual([
      { at: 60, container: 'web', event: 'sigterm', signal: 'SIGUSR1' },
      { at: 85, container: 'web', event: 'exited', code: 0 },
      { at: 85, container: 'proxy', event: 'sigterm', signal: 'SIGKILL' },
      { at: 85, container: 'proxy', event: 'exited', code: 137 },
    ]);
    expect(text).toContain('web    receives SIGUSR1');
    expect(text).toContain('stopping after the stop signal');
    expect(assumptions.filter(one => one.startsWith('after'))).toEqual([expect.stringContaining("after SIGUSR1 'web' needs")]);
    expect(JSON.stringify({ text, assumptions })).not.toContain('SIGTERM');
  });

  test('are SIGTERM where it is off', () => {
    const { text, events } = told([]);

    expect(events).toContainEqual({ at: 60, container: 'web', event: 'sigterm' });
    expect(text).toMatch(/proxy +receives SIGTERM/);
  });
});
