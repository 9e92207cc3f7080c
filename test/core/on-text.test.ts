import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { check, explain, InvalidInput, migrate, parse } from '../../src/core';

const QUIT = { name: 'quit-call.yaml', text: readFileSync('test/fixtures/migrate/quit-call.yaml', 'utf8') };
const WEB = { name: 'web.yaml', text: readFileSync('test/fixtures/manifests/web.yaml', 'utf8') };
const RELAY = {
  name: 'job.yaml',
  text: `apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - { name: export, image: ghcr.io/acme/export:1.0.0 }
        - { name: relay, image: ghcr.io/acme/relay:1.0.0 }
`,
};
const CONFIG = { name: 'config.yaml', text: 'sidecars:\n  - { image: acme/relay, direction: outbound }\n' };

test('parse reads objects, and reports what it cannot read', () => {
  const { documents, problems } = parse([WEB, { name: 'broken.yaml', text: 'kind: [' }]);

  expect(documents.map(document => document.value.kind)).toEqual(['Deployment']);
  expect(problems.map(problem => problem.file)).toEqual(['broken.yaml']);
});

test('check, migrate and explain agree on a text, with a configuration', () => {
  const { findings, summary } = check([RELAY], { config: CONFIG });
  const { timeline } = explain([RELAY], { config: CONFIG });
  const { texts, pods } = migrate([RELAY], { config: CONFIG, timelines: true });

  expect(findings.map(finding => finding.rule)).toContain('NS401');
  expect(summary.pods).toBe(1);
  expect([timeline.outcome, timeline.why]).toEqual(['stuck', expect.stringContaining("'relay' never does")]);
  expect(pods.map(pod => [pod.verdict, pod.moved, pod.timelines?.before.includes('stuck'), pod.timelines?.after.includes('stuck')]))
    .toEqual([[expect.any(String), ['relay'], true, false]]);
  expect(explain(texts, { config: CONFIG }).timeline.outcome).toBe('completed');
});

test('without the configuration nothing is known of the relay', () => {
  expect(check([RELAY]).findings.map(finding => finding.rule)).not.toContain('NS401');
  expect(explain([RELAY]).timeline.outcome).toBe('completed');
  expect(migrate([RELAY]).texts).toEqual([RELAY]);
});

test('explain takes a scenario, which names the version unless an option does', () => {
  const scenario = { name: 'scenario.yaml', text: 'kubernetes: "1.31"\ndeleteAt: 5\n' };

  expect(explain([WEB], { scenario }).timeline.kubernetes.toString()).toBe('1.31');
  expect(explain([WEB], { scenario, kubernetesVersion: '1.32' }).timeline.kubernetes.toString()).toBe('1.32');
});

test.each<[string, () => unknown, string]>([
  ['a version', () => check([WEB], { kubernetesVersion: 'new' }), "'new'"],
  ['a mesh', () => check([WEB], { mesh: 'moss@1' }), "'moss@1'"],
  ['a mesh that the version does not run', () => explain([WEB], { mesh: 'linkerd@2.20', kubernetesVersion: '1.29' }), 'Linkerd 2.20 needs Kubernetes 1.31'],
  ['a configuration', () => migrate([WEB], { config: { name: 'c.yaml', text: 'a: 1' } }), "c.yaml:1:1: the configuration has the unknown key 'a'"],
  ['a scenario', () => explain([WEB], { scenario: { name: 's.yaml', text: 'deleteAt: -1' } }), 's.yaml:1:'],
  ['a workload', () => explain([WEB], { workload: 'Job/none' }), "'Job/none'"],
  ['a version without native sidecars', () => migrate([WEB], { kubernetesVersion: '1.28' }), 'Kubernetes 1.28 does not start and stop native sidecars in order'],
  ['a quantity', () => explain([{ name: 'q.yaml', text: 'kind: Pod\nspec:\n  containers:\n  - name: app\n    resources: { limits: { cpu: many } }\n' }]), "q.yaml:5:28: Pod/(no name): 'spec.containers[0].resources.limits.cpu' of container 'app' is \"many\""],
  ['a text without a pod', () => explain([{ name: 'empty.yaml', text: '' }]), 'no pod found'],
])('%s that cannot be used is refused with a sentence', (_what, ask, sentence) => {
  expect(ask).toThrow(InvalidInput);
  expect(ask).toThrow(sentence);
});

describe('without Node', () => {
  /** The core as one script; a Node module in it cannot be resolved for a neutral platform, and fails the build. */
  const { outputFiles, warnings, metafile } = buildSync({
    entryPoints: ['src/core/index.ts'],
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    format: 'iife',
    globalName: 'core',
    write: false,
    metafile: true,
  });

  test('it is bundled from itself and its four libraries', () => {
    const packages = Object.keys(metafile!.inputs).flatMap(file => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);

    expect(warnings).toEqual([]);
    expect([...new Set(packages)].sort()).toEqual(['diff', 'js-yaml', 'unbash', 'yaml']);
  });

  test('it checks, migrates and explains where there is no process, no require and no file system, as in a browser', () => {
    const text = `${outputFiles[0].text};
      const sources = [${JSON.stringify(QUIT)}];
      const [first] = core.parse(sources).documents;
      const workload = first.value.kind + '/' + first.value.metadata.name;
      JSON.stringify([
        core.check(sources).findings.length,
        core.migrate(sources, { timelines: true }).texts[0].text !== sources[0].text,
        core.explain(sources, { workload }).timeline.outcome,
        typeof process, typeof require,
      ]);`;

    const result = JSON.parse(runInNewContext(text, { structuredClone, TextDecoder, TextEncoder }));

    expect(result).toEqual([expect.any(Number), true, 'completed', 'undefined', 'undefined']);
    expect(result[0]).toBe(check([QUIT]).findings.length);
  });
});
