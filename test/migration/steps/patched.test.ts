import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { planMigration } from '../../../src/migration/migrate';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';

const WORKLOAD = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'acme/web:1' }, { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'] }] },
    },
  },
};

function planBeside(...objects: object[]) {
  return planMigration(new Recognition(PodModel.fromManifest(WORKLOAD), new Surroundings(objects)), { kubernetes: KubernetesVersion.of('1.33') });
}

const patch = (container: string, name = 'web', fields: object = { args: ['x'] }) => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: { template: { spec: { containers: [{ name: container, ...fields }] } } },
});

test('a base is not changed where a patch names the container that would move', () => {
  const plan = planBeside(patch('db'));

  expect([plan.verdict, plan.edits]).toEqual(['refused', []]);
  expect(plan.manual).toEqual([{
    rule: null,
    why: "Deployment/web is not changed, because a patch in the same input names 'db' as a container, and would add it again: migrate the output of 'kustomize build', or change both by hand",
  }]);
});

test('other patches do not matter', () => {
  expect(planBeside(patch('web', 'web', { env: [] })).verdict).toBe('migrated');
  expect(planBeside(patch('db', 'other')).verdict).toBe('migrated');
});

test('the inline patches of a Kustomization count, also those that count containers', () => {
  const kustomization = (text: string) => ({ kind: 'Kustomization', patches: [{ target: { kind: 'Deployment', name: 'web' }, patch: text }] });

  expect(planBeside(kustomization('spec:\n  template:\n    spec:\n      containers:\n      - name: db\n        args: [y]\n')).verdict).toBe('refused');
  expect(planBeside(kustomization('- op: add\n  path: /spec/template/spec/containers/1/args/-\n  value: --debug\n')).manual[0].why).toMatch(/by their position/);
  expect(planBeside(kustomization('- op: replace\n  path: /spec/replicas\n  value: 3\n')).verdict).toBe('migrated');
});

test('a workload in which a container has no image is never changed', () => {
  const [web, db] = WORKLOAD.spec.template.spec.containers;
  const template = { ...WORKLOAD.spec.template, spec: { containers: [{ name: web.name }, db] } };
  const manifest = { ...WORKLOAD, spec: { ...WORKLOAD.spec, template } };

  expect(planMigration(new Recognition(PodModel.fromManifest(manifest)), { kubernetes: KubernetesVersion.of('1.33') }).verdict).toBe('refused');
});

test('a base is not changed where a patch replaces what one of its containers runs', () => {
  expect(planBeside(patch('web')).manual[0].why).toBe("Deployment/web is not changed, because a patch in the same input replaces the command or the arguments of 'web', "
    + "on which the changes depend: migrate the output of 'kustomize build', or change both by hand");
});

test('a workload without a selector and labels is laid over another one, and is not changed, unless its pod is whole', () => {
  const { selector: _, ...spec } = WORKLOAD.spec;
  const half = (pod: object) => ({ ...WORKLOAD, spec: { ...spec, template: { spec: pod } } });
  const [web, db] = spec.template.spec.containers;
  const planned = (manifest: object) => planMigration(new Recognition(PodModel.fromManifest(manifest)), { kubernetes: KubernetesVersion.of('1.33') });
  const missing = half({ containers: [{ ...web, volumeMounts: [{ name: 'files', mountPath: '/files' }] }, db] });

  expect([missing, half(spec.template.spec), { ...WORKLOAD, spec }, WORKLOAD].map(manifest => planned(manifest).verdict)).toEqual(['refused', 'migrated', 'migrated', 'migrated']);
  expect(planned(half(spec.template.spec)).manual.map(({ why }) => why))
    .toContain("Deployment 'web' has no selector, so the API server rejects it as it is: if it is a patch, migrate what it patches instead, otherwise complete it");
  expect(planned(WORKLOAD).manual).toEqual([]);
});
