import { join } from 'node:path';
import { Validation, ValidationContext } from 'cdk8s-cli/plugins';
import { LifecycleValidation } from '../src';
import { inFolder } from './cli/run';

const JOB = `apiVersion: batch/v1
kind: Job
metadata:
  name: export
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: export
          image: ghcr.io/acme/export:1.0.0
        - name: proxy
          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3
          args: [--port=5432, acme:europe-west1:orders]
`;

const WEB = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: ghcr.io/acme/web:1.4.2
`;

/** A native sidecar without a gate of a program that nobody knows: a warning. */
const UNGATED = WEB + `  initContainers:
    - name: agent
      image: ghcr.io/acme/agent:1.0.0
      restartPolicy: Always
      resources: { requests: { cpu: 10m, memory: 16Mi } }
`;

/** What the plugin reports about manifests, as cdk8s-cli would write it to a file. */
async function report(manifests: { readonly [file: string]: string }, props: object = {}, metadata = {}): Promise<any> {
  return inFolder(manifests, async folder => {
    const files = Object.keys(manifests).filter(file => !file.startsWith('.')).map(file => join(folder, file));
    const plugin: Validation = new LifecycleValidation({ ...props, ...('config' in props ? { config: join(folder, String(props.config)) } : {}) });
    const context = new ValidationContext(files, 'cdk8s-sidecars', '0.1.0', metadata, false);
    const log = jest.spyOn(context.logger, 'log').mockImplementation(() => {});

    await plugin.validate(context);

    const { violations, summary } = context.report.toJson();
    const text = JSON.stringify({ violations, status: summary.status, counts: summary.metadata, log: log.mock.calls.flat() });
    return JSON.parse(text.replaceAll(`${folder}/`, ''));
  });
}

const rulesOf = ({ violations }: any) => violations.map(({ ruleName }: any) => ruleName.split(' ')[0]);

describe('the plugin', () => {
  test('reports a finding with its rule, its fix, its place and its construct', async () => {
    const { violations, status, counts } = await report({ 'shop.k8s.yaml': JOB }, {}, { export: { path: 'shop/export/Resource' } });

    expect(status).toBe('failure');
    expect(violations[0]).toEqual({
      ruleName: 'NS401 sidecar-keeps-job-alive (error)',
      recommendation: expect.stringContaining("'proxy'"),
      fix: expect.stringMatching(/^[a-z]/),
      violatingConstructs: [{
        resourceName: 'export',
        constructPath: 'shop/export/Resource',
        manifestPath: 'shop.k8s.yaml',
        locations: ["line 12, column 11: Job/export, container 'proxy'"],
      }],
    });
    expect(counts).toMatchObject({ pods: '1', error: '1', acknowledged: '0' });
  });

  test('is content with what is right', async () => {
    expect(await report({ 'a.yaml': WEB })).toEqual({ violations: [], status: 'success', counts: { pods: '1', error: '0', warning: '0', info: '0', acknowledged: '0' }, log: [] });
  });

  test('says the same thing about several resources once', async () => {
    const other = JOB.replace('name: export\nspec', 'name: import\nspec');

    const { violations } = await report({ 'a.yaml': JOB, 'b.yaml': other });

    const [{ violatingConstructs }] = violations.filter(({ ruleName }: any) => ruleName.startsWith('NS401'));
    expect(violatingConstructs.map(({ resourceName, manifestPath }: any) => [resourceName, manifestPath])).toEqual([['export', 'a.yaml'], ['import', 'b.yaml']]);
  });

  test('names a resource without a name by its kind', async () => {
    const { violations } = await report({ 'a.yaml': JOB.replace('  name: export\nspec', '  generateName: export-\nspec') });

    expect(violations[0].violatingConstructs[0].resourceName).toBe('Job/export-');
  });

  test('knows what was acknowledged', async () => {
    const annotated = JOB.replace('metadata:\n', 'metadata:\n  annotations: { acknowledge.cdk8s-sidecars/NS401: it is killed from outside }\n');

    const { status, counts, ...rest } = await report({ 'a.yaml': annotated });

    expect(rulesOf(rest)).not.toContain('NS401');
    expect([status, counts.acknowledged]).toEqual(['success', '1']);
  });

  test('fails when something cannot be read, and says what', async () => {
    const { status, counts, log } = await report({ 'a.yaml': WEB, 'b.yaml': 'kind: [\n' });

    expect([status, counts.unreadable]).toEqual(['failure', '1']);
    expect(log).toEqual([expect.stringMatching(/^b\.yaml:2/)]);
  });
});

describe('its properties', () => {
  test.each([[undefined, 'success'], ['error', 'success'], ['warning', 'failure'], ['never', 'success']])('failOn %s: a warning is a %s', async (failOn, expected) => {
    const found = await report({ 'a.yaml': UNGATED }, { failOn });

    expect([rulesOf(found).includes('NS101'), found.status]).toEqual([true, expected]);
  });

  test('failOn never: an error is a success too', async () => {
    expect((await report({ 'a.yaml': JOB }, { failOn: 'never' })).status).toBe('success');
  });

  test('kubernetesVersion decides what is known there', async () => {
    const [old, young] = [await report({ 'a.yaml': UNGATED }, { kubernetesVersion: '1.28' }), await report({ 'a.yaml': UNGATED }, { kubernetesVersion: '1.34' })];

    expect([rulesOf(old).includes('NS601'), rulesOf(young).includes('NS601')]).toEqual([true, false]);
  });

  test('config says how bad a rule is', async () => {
    const found = await report({ 'a.yaml': JOB, '.own.yaml': 'rules:\n  NS401: info\n' }, { config: '.own.yaml' });

    expect(found.status).toBe('success');
    expect(found.violations[0].ruleName).toBe('NS401 sidecar-keeps-job-alive (info)');
  });

  test('mesh is the one that injects its proxy', async () => {
    const job = JOB.replace(/ {8}- name: proxy\n.*\n.*\n/, '').replace('template:\n', 'template:\n    metadata: { annotations: { linkerd.io/inject: enabled } }\n');

    const found = await report({ 'a.yaml': job }, { mesh: 'linkerd@2.14' });

    expect(found.violations.map(({ recommendation }: any) => recommendation).join('\n')).toContain('linkerd');
  });

  test.each<[object, string]>([
    [{ kubernetes: '1.34' }, "LifecycleValidation: unknown property 'kubernetes': the properties are kubernetesVersion, failOn, config, mesh"],
    [{ kubernetesVersion: 1.3 }, "LifecycleValidation: 'kubernetesVersion' is 1.3 but must be a string: put it in quotes"],
    [{ kubernetesVersion: '1.19' }, "LifecycleValidation: Kubernetes version '1.19' is not supported: the oldest supported version is 1.20"],
    [{ failOn: 'info' }, 'LifecycleValidation: \'failOn\' is "info": choose one of error, warning, never'],
    [{ mesh: 'istio' }, "LifecycleValidation: 'istio' has no version: write NAME@VERSION"],
  ])('%j is refused', (props, sentence) => {
    expect(() => new LifecycleValidation(props)).toThrow(sentence);
  });

  test('a config file that is not there is refused', async () => {
    await expect(report({ 'a.yaml': WEB }, { config: 'missing.yaml' })).rejects.toThrow(/^LifecycleValidation: .*missing\.yaml: no such file or folder: check the path$/);
  });
});
