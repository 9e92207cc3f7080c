import { offenses } from './check';
import { readSnippet } from './snippet';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../src/kubernetes/pod';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { makeItNative } from '../../src/rules/make-native';
import { RULES } from '../../src/rules/rule-book';
import { jobOf } from '../simulator/pods';

const ADVICE = /\b(make|makes) .*a native sidecar/;

/** The fixes that ask for a native sidecar, of all examples of what is wrong. */
function advice(kubernetes: string): { readonly rule: string; readonly fix: string }[] {
  return RULES.flatMap(rule => {
    const { pods, objects } = readSnippet(rule.example.wrong);
    return pods.flatMap(pod => offenses(rule, pod, { kubernetes, beside: objects }).map(({ fix }) => ({ rule: rule.id, fix })));
  }).filter(({ fix }) => ADVICE.test(fix));
}

test('on a target without native sidecars, each fix that asks for one names the version that it needs', () => {
  const old = advice('1.28');

  expect(old.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['NS113', 'NS401', 'NS505', 'NS515']));
  expect(old.filter(({ fix }) => !fix.includes('a native sidecar (Kubernetes 1.29 or newer)'))).toEqual([]);
});

test('on a target that has them, none does', () => {
  expect(advice('1.29').filter(({ fix }) => fix.includes('or newer)'))).toEqual([]);
});

test('a probe that the mesh of the pod redirects is no part of the fix', () => {
  const { spec } = jobOf([{ name: 'work' }, { name: 'metrics', image: 'prom/statsd-exporter:v0.26.1' }]).manifest as any;
  const fixIn = (annotations: object) => {
    const pod = PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'work' }, spec: { template: { metadata: { annotations }, spec: spec.template.spec } } });
    return makeItNative({ recognition: new Recognition(pod, new Surroundings([])), kubernetes: KubernetesVersion.of('1.33') }, pod.container('metrics'));
  };

  expect(fixIn({})).toBe('make it a native sidecar, an init container with restartPolicy: Always and a startupProbe: httpGet /-/ready on port 9102');
  expect(fixIn({ 'sidecar.istio.io/inject': 'true' })).toBe('make it a native sidecar, an init container with restartPolicy: Always');
});
