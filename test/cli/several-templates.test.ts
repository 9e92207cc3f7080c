import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from './run';

const FOLDER = 'test/fixtures/several-templates';

async function checked(file: string) {
  const { out } = await run(['check', join(FOLDER, file), '--format', 'json']);
  return JSON.parse(out).findings.map(({ rule, container, line }: any) => [rule, container, line]);
}

test('every pod template of a RayCluster is checked, at its own line', async () => {
  expect(await checked('ray-cluster.yaml')).toEqual([
    ['NS201', 'db', 12],
    ['NS201', 'db', 27],
  ]);
});

test('the human report tells the templates of one object apart', async () => {
  const { out } = await run(['check', join(FOLDER, 'ray-cluster.yaml')]);

  expect(out.split('\n').filter(line => line.startsWith('RayCluster'))).toEqual([
    'RayCluster/demo (spec.headGroupSpec.template)',
    'RayCluster/demo (spec.workerGroupSpecs[1].template)',
  ]);
});

test('an ignoring comment in one template does not ignore the other', async () => {
  const text = readFileSync(join(FOLDER, 'ray-cluster.yaml'), 'utf8').replace('        - name: db', '        # cdk8s-sidecars: ignore NS201 the head reconnects\n        - name: db');

  const { out } = await run(['check', '-', '--format', 'json'], text);

  expect(JSON.parse(out).findings.map(({ line }: any) => line)).toEqual([28]);
});

test('a baseline holds the findings of each template', async () => {
  await inFolder({}, async folder => {
    const baseline = join(folder, 'baseline.json');
    await run(['check', join(FOLDER, 'ray-cluster.yaml'), '--write-baseline', baseline]);

    const one = readFileSync(join(FOLDER, 'ray-cluster.yaml'), 'utf8').replace('cloud-sql-proxy:2.25.3\n          args: [head]', 'unknown:1\n          args: [head]');
    const { out } = await run(['check', '-', '--baseline', baseline], one);

    expect(out).toContain('1 in the baseline, 1 baseline finding no longer present');
  });
});

test('the sidecar of each template is moved to the init containers of that template', async () => {
  const { out } = await run(['migrate', join(FOLDER, 'ray-cluster.yaml'), '--out', '-']);

  expect(out).toMatchSnapshot();
  const { findings } = JSON.parse((await run(['check', '-', '--format', 'json'], out)).out);
  expect(findings.map(({ rule }: any) => rule)).toEqual(['NS608', 'NS608']);
});

test('the report of a migration names the template', async () => {
  const { out } = await run(['migrate', join(FOLDER, 'ray-cluster.yaml'), '--format', 'json']);

  expect(JSON.parse(out).pods.map(({ template, verdict }: any) => [template, verdict])).toEqual([
    ['spec.headGroupSpec.template', 'migrated'],
    ['spec.workerGroupSpecs[0].template', 'nothing-to-do'],
    ['spec.workerGroupSpecs[1].template', 'migrated'],
  ]);
  expect(JSON.parse(out).pods[2].edits[0].path).toBe('spec.workerGroupSpecs[1].template.spec.initContainers[0]');
});

test('in an MPIJob the launcher runs to completion and the workers do not', async () => {
  expect(await checked('mpi-job.yaml')).toEqual([
    ['NS401', 'db', 16],
    ['NS201', 'db', 24],
  ]);
});

test('a sidecar of an Argo template does not keep it alive, a container of a container set does; neither is changed', async () => {
  const text = readFileSync(join(FOLDER, 'workflow.yaml'), 'utf8');

  expect(await checked('workflow.yaml')).toEqual([['NS401', 'db', 29]]);
  const { out, err, code } = await run(['migrate', '-'], text);
  expect(out).toBe(text);
  expect(err).toContain('Workflow/demo (spec.templates[2]) is an Argo template, not a pod template, so it is not changed: move its sidecars to its initContainers by hand');
  expect(code).toBe(0);
});

test('explain asks which template is meant, and takes it by its path', async () => {
  const file = join(FOLDER, 'ray-cluster.yaml');

  const which = await run(['explain', file]);
  const one = await run(['explain', file, '--workload', 'RayCluster/demo:spec.workerGroupSpecs[1].template']);
  const json = await run(['explain', file, '--workload', 'RayCluster/demo:spec.headGroupSpec.template', '--format', 'json']);
  const none = await run(['explain', file, '--workload', 'RayCluster/demo:spec.template']);

  expect(which.err).toContain('choose one with --workload, for example --workload RayCluster/demo:spec.headGroupSpec.template\n');
  expect(which.err).toContain('  RayCluster/demo:spec.workerGroupSpecs[1].template (');
  expect(which.code).toBe(2);
  expect(one.out).toContain('RayCluster/demo (spec.workerGroupSpecs[1].template) on Kubernetes');
  expect(JSON.parse(json.out).workload).toEqual({ kind: 'RayCluster', name: 'demo', namespace: null, template: 'spec.headGroupSpec.template' });
  expect(none.err).toContain("no workload is named 'RayCluster/demo:spec.template': choose one of");
});

test.each([['mpi-job.yaml', 'MPIJob/demo:spec.mpiReplicaSpecs.Launcher.template'], ['workflow.yaml', 'Workflow/demo:spec.templates[1]']])('explain shows a pod of %s', async (file, workload) => {
  const { out, code } = await run(['explain', join(FOLDER, file), '--workload', workload]);

  expect(out).toContain(`${workload.replace(':', ' (')}) on Kubernetes`);
  expect(code).toBe(0);
});

test('explain and migrate read own kinds of workloads from the configuration', async () => {
  const text = readFileSync(join(FOLDER, 'ray-cluster.yaml'), 'utf8').replace('ray.io/v1', 'example.com/v1').replace('RayCluster', 'Cluster');
  const config = 'workloads:\n- { kind: Cluster, template: [spec.headGroupSpec.template, "spec.workerGroupSpecs[*].template"] }\n';
  await inFolder({ 'own.yaml': config, 'cluster.yaml': text }, async folder => {
    const [own, file] = [join(folder, 'own.yaml'), join(folder, 'cluster.yaml')];

    const explained = await run(['explain', file, '--config', own, '--workload', 'cluster/demo:spec.headGroupSpec.template']);
    const migrated = await run(['migrate', file, '--config', own, '--format', 'json']);

    expect(explained.out).toContain('Cluster/demo (spec.headGroupSpec.template) on Kubernetes');
    expect(JSON.parse(migrated.out).pods.map(({ verdict }: any) => verdict)).toEqual(['migrated', 'nothing-to-do', 'migrated']);
  });
});
