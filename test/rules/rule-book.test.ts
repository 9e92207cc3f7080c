import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { Severity } from '../../src/rules/engine/finding';
import { checkPod, RULES } from '../../src/rules/rule-book';
import { jobOf, podOf, sidecar } from '../simulator/pods';

test('every rule has an id and a name of its own, in the order of the ids', () => {
  const ids = RULES.map(rule => rule.id);

  expect(ids).toEqual([...new Set(ids)].sort());
  expect(new Set(RULES.map(rule => rule.name)).size).toBe(RULES.length);
  expect(ids.every(id => /^NS\d{3}$/.test(id))).toBe(true);
});

test('what a rule finds carries its id and its severity', () => {
  const findings = check(podOf([{ name: 'web' }], [sidecar('proxy', { resources: { requests: { cpu: '50m' } } })]), '1.28');

  expect(findings.map(({ rule, severity, container }) => [rule, severity, container])).toEqual([
    ['NS101', Severity.WARNING, 'proxy'], ['NS601', Severity.ERROR, undefined],
  ]);
});

test('a plain pod and a plain Job are fine', () => {
  expect([...check(podOf([{ name: 'web' }])), ...check(jobOf([{ name: 'work' }]))]).toEqual([]);
});

function check(pod: PodModel, kubernetes: string = KubernetesVersion.DEFAULT.toString()) {
  return checkPod({ pod, kubernetes: KubernetesVersion.of(kubernetes), stops: {}, recognition: new Recognition(pod) });
}
