import { readFileSync } from 'node:fs';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { Mesh } from '../../../src/meshes/mesh';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';
import { ALL_RULES, FAMILIES, isChecked } from '../../../src/rules/all-rules';
import { findingText, Severity } from '../../../src/rules/engine/finding';
import { Rule } from '../../../src/rules/engine/rule';
import { checkPod } from '../../../src/rules/rule-book';
import { offenses, offensesByPrediction, offensesInMesh } from '../check';
import { readSnippet } from '../snippet';

/** Rules whose example cannot be asked about, and why. */
const NOT_RUN: { readonly [id: string]: string } = {
  NS203: 'it is written with constructs',
};

const VERSIONS = [KubernetesVersion.DEFAULT.toString(), '1.28', '1.29', '1.30', '1.32', '1.34', '1.36'];
const MESHES = [
  Mesh.istio({ version: '1.29' }), Mesh.istio({ version: '1.29', nativeSidecar: false }), Mesh.linkerd({ version: '2.20' }), Mesh.kuma({ version: '2.13' }),
  Mesh.consul({ version: '1.9' }), Mesh.dapr({ version: '1.18', appId: 'web' }),
];

/** Ways to ask a rule: for a Kubernetes version, or in a mesh. Each says how many offenses there are. */
const WAYS: readonly ((rule: Rule, text: string) => number)[] = [
  ...VERSIONS.map(kubernetes => (rule: Rule, text: string) => {
    const { pods, objects } = readSnippet(text);
    return pods.flatMap(pod => offenses(rule, pod, { kubernetes, beside: objects })).length;
  }),
  (rule, text) => readSnippet(text).pods.flatMap(pod => offensesByPrediction(rule, 'consul@2.0+cni', pod)).length,
  ...MESHES.map(mesh => (rule: Rule, text: string) => readSnippet(text).pods.flatMap(pod => inMesh(rule, mesh, pod)).length),
];

/** The version that an example is for, if it says so in its first line. */
function versionOf(text: string): KubernetesVersion {
  const [, version] = /^# for Kubernetes ([0-9.]+)\n/.exec(text) ?? [];
  return version === undefined ? KubernetesVersion.DEFAULT : KubernetesVersion.of(version);
}

function inMesh(rule: Rule, mesh: Mesh, pod: any): readonly unknown[] {
  try {
    return offensesInMesh(rule, mesh, pod);
  } catch {
    return []; // this mesh cannot take this pod
  }
}

describe.each(ALL_RULES.map(rule => [rule.id, rule] as const))('rule %s', (id, rule) => {
  test('says why, what to do, since when, and shows it wrong and right', () => {
    expect(rule.why).toMatch(/^[A-Z`'].*[.]$/s);
    expect(rule.fix).toMatch(/^[A-Z`'].*[.]$/s);
    expect(rule.title).toMatch(/^[A-Z`'].*[^.]$/);
    expect(rule.since).toMatch(/^\d+\.\d+\.\d+$/);
    expect(rule.example.wrong.trim()).not.toBe(rule.example.right.trim());
    for (const snippet of [rule.example.wrong, rule.example.right]) {
      expect(snippet.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    }
  });

  if (isChecked(rule) && !(id in NOT_RUN)) {
    test('finds its wrong example wrong and its right example right', () => {
      const { wrong, right } = rule.example;

      const way = WAYS.find(ask => ask(rule, wrong) > 0);

      expect([id, way === undefined ? 'does not offend' : 'offends']).toEqual([id, 'offends']);
      expect([id, way!(rule, right)]).toEqual([id, 0]);
    });

    test('has a right example in which no other rule sees an error', () => {
      const { pods, objects } = readSnippet(rule.example.right);

      const beside = new Surroundings(objects);
      const kubernetes = versionOf(rule.example.right);
      const found = pods.flatMap(pod => checkPod({ pod, kubernetes, stops: {}, recognition: new Recognition(pod, beside) }));

      expect(found.filter(finding => finding.severity === Severity.ERROR).map(findingText)).toEqual([]);
    });
  }
});

test('each rule belongs to one chapter', () => {
  expect(FAMILIES.flatMap(family => family.rules)).toEqual(ALL_RULES);
});

test('the names of topics stand for rules that there are', () => {
  const topics: { readonly [topic: string]: readonly string[] } = JSON.parse(readFileSync('test/fixtures/topics.json', 'utf8'));

  const known = ALL_RULES.map(rule => rule.id);

  expect(Object.values(topics).flat().filter(id => !known.includes(id))).toEqual([]);
});
