import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run, Run } from '../run';

const TEXT = readFileSync('test/fixtures/check/flawed.yaml', 'utf8');
const JOB = `apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  activeDeadlineSeconds: 600
  template:
    spec:
      restartPolicy: Never
      containers:
      - { name: export, image: ghcr.io/acme/export:1.0.0 }
      - { name: audit, image: registry.example.com/acme/audit-proxy:3 }
`;

/** Checks a text with a configuration. */
async function withConfig(config: string, text: string, ...options: string[]): Promise<Run> {
  return inFolder({ 'config.yaml': config }, async folder => {
    const result = await run(['check', '-', '--format', 'json', '--config', join(folder, 'config.yaml'), ...options], text);
    return { ...result, err: result.err.replaceAll(`${folder}/`, '') };
  });
}

function severities(out: string): { [rule: string]: string } {
  return Object.fromEntries(JSON.parse(out).findings.map((finding: any) => [finding.rule, finding.severity]));
}

test('the configuration decides how bad a rule is', async () => {
  const { out, code } = await withConfig('rules:\n  NS302: info\n  no-startup-gate: error\n  NS304: off\n', TEXT);

  expect(severities(out)).toMatchObject({ NS302: 'info', NS101: 'error' });
  expect(severities(out)).not.toHaveProperty('NS304');
  expect(code).toBe(1);
});

test('the configuration says the version, the mesh, and when to fail; flags win', async () => {
  const config = 'kubernetes: 1.27\nmesh: istio@1.20\nfailOn: never\n';

  const byConfig = await withConfig(config, TEXT);
  const byFlags = await withConfig(config, TEXT, '--kubernetes-version', '1.33', '--fail-on', 'error');

  expect(severities(byConfig.out)).toHaveProperty('NS601');
  expect(byConfig.code).toBe(0);
  expect(severities(byFlags.out)).not.toHaveProperty('NS601');
  expect(byFlags.code).toBe(1);
});

test('the configuration names own sidecars by their image', async () => {
  const without = await withConfig('', JOB);
  const withIt = await withConfig('sidecars:\n- image: acme/*-proxy\n  direction: outbound\n', JOB);
  const withAnother = await withConfig('sidecars:\n- image: audit\n  direction: outbound\n', JOB);

  expect(severities(without.out)).not.toHaveProperty('NS401');
  expect(severities(withIt.out)).toMatchObject({ NS401: 'error' });
  expect(severities(withAnother.out)).not.toHaveProperty('NS401');
});

test('the configuration names own sidecars by their tag or by the name of the container, and reports an entry without effect', async () => {
  const tools = JOB.replace(/image: \S*-proxy\S*/, 'image: ghcr.io/acme/tools:ci_audit_1');
  const asked = async (entry: string) => severities((await withConfig(`sidecars:\n- { ${entry}, direction: outbound }\n`, tools)).out);
  const idle = await withConfig('sidecars:\n- { container: nobody, direction: outbound }\n', tools);

  expect(tools).not.toBe(JOB);
  expect(await asked('image: "acme/tools:*audit*"')).toMatchObject({ NS401: 'error' });
  expect(await asked('container: "aud*"')).toMatchObject({ NS401: 'error' });
  expect(idle.err).toBe("the configuration: no container of this input matches the sidecar 'nobody'\n");
});

test('the configuration names own kinds of workloads, with several templates in one object', async () => {
  const text = `apiVersion: example.com/v1
kind: Pipeline
metadata: { name: nightly }
spec:
  prepare:
    spec:
      containers: [{ name: prepare, image: ghcr.io/acme/prepare:1.0.0 }]
  stages:
  - pod:
      spec:
        containers:
        - { name: export, image: ghcr.io/acme/export:1.0.0 }
        - { name: db, image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3 }
`;
  const own = (more: string) => `workloads:\n- { kind: Pipeline, template: [spec.prepare, "spec.stages[*].pod"], runsToCompletion: true${more} }\n`;

  const unknown = await withConfig('', text);
  const known = await withConfig(own(''), text);
  const ofAnotherGroup = await withConfig(own(', group: example.org'), text);

  expect(JSON.parse(unknown.out).summary.pods).toBe(0);
  expect(JSON.parse(known.out).summary.pods).toBe(2);
  expect(JSON.parse(known.out).findings).toMatchObject([{ rule: 'NS401', severity: 'error', kind: 'Pipeline', name: 'nightly', container: 'db', line: 13 }]);
  expect(JSON.parse(ofAnotherGroup.out).summary.pods).toBe(0);
});

describe('a path that matches no object', () => {
  const rollout = (name: string) => `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: ${name} }\nspec: { template: { spec: { containers: [{ name: app, image: a:1 }] } } }\n`;
  const text = `${rollout('a')}---\n${rollout('b')}`;
  const NOTE = "<stdin>:1:1: no Rollout has a pod template at 'spec.tmpl': correct 'template' of Rollout in the configuration\n";

  test.each(['check', 'migrate', 'explain'])('is reported once by %s', async command => {
    const { err } = await inFolder({ 'config.yaml': 'workloads:\n- { kind: Rollout, template: spec.tmpl }\n' }, folder =>
      run([command, '-', '--config', join(folder, 'config.yaml')], text));

    expect(err.split(NOTE)).toHaveLength(2);
  });

  test('is not reported if another object of the kind has a pod there', async () => {
    const { err } = await withConfig('workloads:\n- { kind: Rollout, template: [spec.tmpl, spec.template] }\n', text.replace('template:', 'workloadRef:'));

    expect(err).toBe('');
  });
});

test('a configuration in the working folder is found by itself', async () => {
  await inFolder({ '.cdk8s-sidecars.yaml': 'failOn: never\n', 'web.yaml': TEXT }, async folder => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await run(['check', 'web.yaml'])).code).toBe(0);
    } finally {
      process.chdir(before);
    }
  });
});

/** What is wrong with a configuration, and all that is said. */
test.each<[string, string, string]>([
  ['an unknown key', 'kubernetes: "1.33"\nfail-on: error\n', "config.yaml:2:1: the configuration has the unknown key 'fail-on': the keys are kubernetes, featureGates, mesh, failOn, rules, sidecars, workloads, exclude\n"],
  ['a version that is too old', 'kubernetes: 1.19\n', "config.yaml:1:1: Kubernetes version '1.19' is not supported: the oldest supported version is 1.20\n"],
  ['an unknown mesh', '\nmesh: envoy@1\n', "config.yaml:2:1: 'envoy@1' is not a supported mesh: write NAME@VERSION, such as istio@1.29; supported meshes: linkerd, istio, kuma, consul, dapr\n"],
  ['a version that is an object', 'kubernetes: { minor: 33 }\n', 'config.yaml:1:1: \'kubernetes\' is {"minor":33}: write a version, such as "1.33"\n'],
  ['a mesh that is an object', 'mesh: { name: istio }\n', 'config.yaml:1:1: \'mesh\' is {"name":"istio"}: write NAME@VERSION, such as istio@1.29\n'],
  ['an unknown severity to fail on', 'failOn: info\n', 'config.yaml:1:1: \'failOn\' is "info": choose one of error, warning, never\n'],
  ['an unknown rule', 'rules:\n  NS101: off\n  NS999: off\n', "config.yaml:3:3: unknown rule 'NS999': run 'cdk8s-sidecars rules' to list all rules\n"],
  ['an unknown severity', 'rules:\n  NS101: fatal\n', 'config.yaml:2:3: \'NS101\' is "fatal": choose one of error, warning, info, off\n'],
  ['rules that are a list', 'rules: [NS101]\n', "config.yaml:1:1: 'rules' must be an object, such as { NS101: warning }\n"],
  ['sidecars that are no list', 'sidecars: x\n', "config.yaml:1:1: 'sidecars' must be a list\n"],
  ['a sidecar that is a text', 'sidecars:\n- x\n', "config.yaml:2:3: a sidecar must be an object with 'image' and 'direction'\n"],
  ['a sidecar without an image', 'sidecars:\n- direction: outbound\n', "config.yaml:2:3: a sidecar needs an 'image', or a 'container' with its name; * matches any text, for example ghcr.io/acme/*-proxy\n"],
  ['a sidecar without a direction', 'sidecars:\n- image: a\n', "config.yaml:2:3: 'direction' is missing: choose one of outbound, inbound, content, shipper, after-main, observer, reloader\n"],
  ['a sidecar with an unknown key', 'sidecars:\n- image: a\n  port: 1\n', "config.yaml:3:3: a sidecar has the unknown key 'port': the keys are image, container, direction, name\n"],
  ['a workload that is a text', 'workloads: [Rollout]\n', "config.yaml:1:13: a workload must be an object with 'kind' and 'template', such as { kind: Rollout, template: spec.template }\n"],
  ['a workload without a kind', 'workloads:\n- template: spec.template\n', "config.yaml:2:3: 'kind' is missing: write the kind of its objects, such as Rollout\n"],
  ['a workload without a template', 'workloads:\n- kind: Rollout\n', "config.yaml:2:3: 'template' is missing: write the path of the pod template, such as spec.template\n"],
  ['a workload without any template', 'workloads:\n- kind: Rollout\n  template: []\n', "config.yaml:3:3: 'template' is an empty list: write at least one path, such as spec.template\n"],
  ['a path that is none', 'workloads:\n- kind: Rollout\n  template: spec..x\n', "config.yaml:3:3: 'spec..x' is not a path: write it like spec.template, or spec.tasks[*].template where * stands for every item\n"],
  ['a path of a list that is none', 'workloads:\n- kind: Rollout\n  template:\n  - spec.a\n  - 7\n', "config.yaml:5:5: 'template' is 7: write the path of the pod template, such as spec.template\n"],
  ['a group with a version', 'workloads:\n- { kind: A, group: a.io/v1, template: spec }\n', 'config.yaml:2:14: \'group\' is "a.io/v1": write an API group without a version, such as argoproj.io\n'],
  ['a yes that is none', 'workloads:\n- { kind: A, template: spec, runsToCompletion: maybe }\n', 'config.yaml:2:30: \'runsToCompletion\' is "maybe": write true or false\n'],
  ['what is no YAML', 'rules: [\n', 'config.yaml:2:1: this is not valid YAML: unexpected end of the stream within a flow collection; fix it here or just above\n'],
  ['what is no object', 'strict\n', 'config.yaml:1:1: a configuration must be an object with the keys kubernetes, featureGates, mesh, failOn, rules, sidecars, workloads, exclude, but this document is the string "strict": for example \'failOn: warning\'\n'],
  ['several documents', 'failOn: never\n---\nfailOn: error\n', 'config.yaml: found 2 documents: a configuration must be a single document\n'],
])('%s is a usage error', async (_what, config, err) => {
  expect(await withConfig(config, TEXT)).toEqual({ code: 2, out: '', err });
});

test('a missing configuration is a usage error', async () => {
  expect(await run(['check', '-', '--config', 'missing.yaml'], TEXT)).toEqual({ code: 2, out: '', err: 'missing.yaml: no such file or folder: check the path\n' });
});
