import { Severity } from '../../../src/rules/engine/finding';
import { knownKubeletBug } from '../../../src/rules/platform/known-kubelet-bug';
import { GATE, jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const TWO_GATES = jobOf([{ name: 'work' }], [sidecar('proxy', { startupProbe: GATE }), sidecar('cache', { startupProbe: GATE })]);

test('a pod that can meet a bug of its target offends', () => {
  expect(says(knownKubeletBug, TWO_GATES, { kubernetes: '1.34.1' })).toEqual([
    "NS603 Kubernetes 1.34.1 has a bug that can affect 'proxy', 'cache': in a pod with restartPolicy Never and several startup probes, a sidecar that crashes before its first "
    + 'probe is never probed again, and the app never starts (kubernetes#133072): use 1.33.6, 1.34.2, 1.35.0 or a newer release',
  ]);
});

test.each([
  ['host ports', '1.32', podOf([{ name: 'web' }], [sidecar('proxy', { ports: [{ containerPort: 80, hostPort: 80 }] })]), 'kubernetes#132040'],
  ['a gate beside an app that is restarted', '1.35.2', podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: GATE })]), 'kubernetes#137146'],
  ['several sidecars', '1.30.2', podOf([{ name: 'web' }], [sidecar('proxy'), sidecar('cache')]), 'kubernetes#125935'],
  ['a sidecar of a Job', '1.29.1', jobOf([{ name: 'work' }], [sidecar('proxy')]), 'kubernetes#123323'],
  ['a gate that may stay shut for minutes', '1.36.3', podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: { ...GATE, failureThreshold: 300 } })]), 'kubernetes#142305'],
  ['exec probes', '1.36.3', podOf([{ name: 'web', readinessProbe: { exec: { command: ['true'] } } }], [sidecar('proxy')]), 'kubernetes#140882'],
])('so does a pod with %s on %s', (_name, kubernetes, pod, reference) => {
  const found = offenses(knownKubeletBug, pod, { kubernetes });

  expect(found).toHaveLength(1);
  expect(found[0].message).toContain(`(${reference})`);
  expect(found[0].severity).not.toBe(Severity.ERROR);
});

test('a target without the bug does not, and without a patch the newest is meant', () => {
  expect(['1.34.2', '1.34', '1.33'].flatMap(kubernetes => says(knownKubeletBug, TWO_GATES, { kubernetes }))).toEqual([]);
});

test('pods without sidecars are no concern, nor those of another form', () => {
  expect(says(knownKubeletBug, jobOf([{ name: 'work', startupProbe: GATE }, { name: 'other', startupProbe: GATE }]), { kubernetes: '1.34.1' })).toEqual([]);
  expect(says(knownKubeletBug, jobOf([{ name: 'work' }], [sidecar('proxy', { startupProbe: GATE })]), { kubernetes: '1.34.1' })).toEqual([]);
  expect(says(knownKubeletBug, podOf([{ name: 'web' }], [sidecar('proxy', { startupProbe: GATE })]), { kubernetes: '1.36.3' })).toEqual([]);
});
