import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplyRecord } from '../../../e2e/apply/record';
import { beforeYouApply } from '../../../src/cli/migrate/before-you-apply';
import { migrate } from '../../../src/core';
import { liveStep } from '../../../src/core/migrate/pod-entry';
import { JsonObject } from '../../../src/data/json';

const RECORDS = 'test/fixtures/apply';
const { live }: ApplyRecord = JSON.parse(readFileSync(join(RECORDS, readdirSync(RECORDS)[0]), 'utf8'));

/** What the report tells about the live objects of a dump. */
function toldAbout(...objects: readonly JsonObject[]): string[] {
  const { pods } = migrate([{ name: 'dump.json', text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, undefined, 2) }]);
  const lines = beforeYouApply(pods);
  return lines.slice(1, lines.findIndex(line => line.includes('Keep the names')));
}

const recorded = (made: string, kind = 'Deployment') => live.find(one => one.made === made && one.kind === kind)!.object;
const named = (object: JsonObject, name: string) => ({ ...object, metadata: { ...object.metadata, name } });

test('a dump of live objects gets one command for each way in which they were made', () => {
  expect(toldAbout(named(recorded('apply'), 'a'), named(recorded('create'), 'b'), named(recorded('server-side'), 'c'), named(recorded('apply', 'CronJob'), 'd'))).toEqual([
    '- **Change the live objects in this way**, or the API server can reject the container as a duplicate (`Duplicate value`), because it then is in both lists. '
      + 'The input shows how they were made.',
    '  - Deployment/a in namespace default, CronJob/d in namespace default: `kubectl apply`, because it has the annotation of kubectl apply',
    '  - Deployment/b in namespace default: `kubectl replace`, because its managedFields name kubectl-create, and it has no annotation of kubectl apply',
    '  - Deployment/c in namespace default: `kubectl apply --server-side`, because the field manager kubectl applied it server-side',
  ]);
});

test('an object that a tool deploys is changed at its source', () => {
  const lines = toldAbout(recorded('server-side, other manager'));

  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^- Deployment\/[\w-]+ in namespace default: change the source from which Flux deploys it, because Flux undoes other changes\. \*\*Flux\*\* applies server-side as `kustomize-controller`/);
});

test('an object of a HelmRelease is changed in its chart, as Helm does it', () => {
  const released = (object: JsonObject) => ({ ...object, metadata: { ...object.metadata, labels: { 'helm.toolkit.fluxcd.io/name': 'shop' } } });
  const [line] = toldAbout(released(named(recorded('helm 3'), 'a')), released(named(recorded('helm 4', 'Job'), 'b')));

  expect(line).toMatch(/^- Deployment\/a in namespace default, Job\/b in namespace default: change the chart of its HelmRelease, because Flux undoes other changes\. \*\*Flux\*\* upgrades a HelmRelease as Helm does/);
  expect(line).toMatch(/Delete a Job before the upgrade/);
  expect(line).not.toContain('kustomize');
});

test('a dump of a Job tells what to remove before the command', () => {
  const [, line] = toldAbout(named(recorded('create', 'Job'), 'import'));

  expect(line).toMatch(/^ {2}- Job\/import in namespace default: `kubectl replace --force`, because the API server rejects other containers in an existing Job\. First remove spec\.selector, and /);
});

test('an object that Helm manages is changed by an upgrade of its release', () => {
  const lines = toldAbout(recorded('helm 3'), recorded('apply, adopted by helm 4'), recorded('helm 4', 'Job'));
  const hint = lines.pop();

  expect(lines.map(line => line.replace(/[a-z]+-manifest-\d+/g, 'NAME').replace(/e2e-apply-[\w-]+/g, 'RELEASES'))).toEqual([
    '- Deployment/NAME in namespace default: change the chart, then use `helm upgrade NAME -n RELEASES`, because Helm manages it in the release NAME',
    '- Deployment/NAME in namespace default: change the chart, then use `helm upgrade NAME -n RELEASES --server-side=false`, because Helm manages it in the release NAME, and another field manager has the container too',
    '- Job/NAME in namespace default: change the chart, then use `kubectl delete && helm upgrade NAME -n RELEASES`, because Helm manages it in the release NAME, and the API server rejects other containers in an existing Job',
  ]);
  expect(hint).toMatch(/^- \*\*Helm\*\* moves the container with `helm upgrade`\. Where Helm 4 reports a conflict or `Duplicate value`/);
});

test('an object that Argo CD deploys gets the sync that moves its containers', () => {
  const tracked = (name: string, kind: string, isApplied = false) => {
    const { metadata: { managedFields: _, annotations, ...metadata }, ...object } = recorded('apply', kind) as any;
    return { ...object, metadata: { ...metadata, name, annotations: { ...(isApplied ? annotations : {}), 'argocd.argoproj.io/tracking-id': `shop:apps/${kind}:default/${name}` } } };
  };
  const lines = toldAbout(tracked('a', 'Deployment', true), tracked('b', 'Deployment'), tracked('c', 'Job'));
  const hint = lines.pop();

  expect(lines).toEqual([
    '- Deployment/a in namespace default: change the source from which Argo CD deploys it, then use `argocd app sync shop`, because it has the annotation of kubectl apply',
    '- Deployment/b in namespace default: change the source from which Argo CD deploys it, then use `argocd app sync shop --resource apps:Deployment:b --replace`, '
      + 'because it has no annotation of kubectl apply, and the dump leaves out managedFields',
    '- Job/c in namespace default: change the source from which Argo CD deploys it, then use `argocd app sync shop --resource batch:Job:c --force --replace`, '
      + 'because the API server rejects other containers in an existing Job',
  ]);
  expect(hint).toMatch(/^- \*\*Argo CD\*\* moves a container of an object.*A Job needs the annotation `argocd\.argoproj\.io\/sync-options: Force=true,Replace=true`, unless it is a hook\.$/);
});

test('the step of a workload names the command, and first what to change for the tool that deploys it', () => {
  const entry = { command: 'COMMAND', because: 'REASON' };

  expect(liveStep({ ...entry, first: 'remove a field' })).toBe('change the live object with COMMAND: REASON. First remove a field');
  expect(([undefined, 'Argo CD', 'Flux', 'Flux HelmRelease', 'Helm'] as const).map(tool => liveStep({ ...entry, tool }))).toEqual([
    'change the live object with COMMAND: REASON',
    'change the source from which Argo CD deploys it, then use COMMAND: REASON',
    'change the source from which Flux deploys it, because Flux undoes other changes',
    'change the chart of its HelmRelease, because Flux undoes other changes',
    'change the chart, then use COMMAND: REASON',
  ]);
});

test('a dump without managed fields, as kubectl prints it, is told apart by the annotation only', () => {
  const printed = (made: string) => {
    const { metadata: { managedFields: _, ...metadata }, ...object } = recorded(made);
    return { ...object, metadata };
  };

  expect(toldAbout(printed('apply')).join('\n')).toMatch(/`kubectl apply`, because it has the annotation/);
  expect(toldAbout(printed('server-side')).join('\n')).toMatch(/`kubectl replace`, because it has no annotation of kubectl apply, and the dump leaves out managedFields/);
});

const workload = (apiVersion: string, kind: string) => ({
  apiVersion,
  kind,
  metadata: { name: 'x' },
  spec: {
    selector: kind === 'Job' ? undefined : { matchLabels: { app: 'x' } },
    template: {
      metadata: { labels: { app: 'x' } },
      spec: {
        ...(kind === 'Job' ? { restartPolicy: 'Never' } : {}),
        containers: [{ name: 'app', image: 'acme/app:1' }, { name: 'sql', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'] }],
      },
    },
  },
});

test('a manifest gets the ways for its kind', () => {
  const [deployment, job, set] = [toldAbout(workload('apps/v1', 'Deployment')), toldAbout(workload('batch/v1', 'Job')), toldAbout(workload('apps/v1', 'ReplicaSet'))];

  expect(deployment.join('\n')).toMatch(/kubectl apply`\. Server-side apply can fail.*\n.*--server-side --field-manager=MANAGER.*\n.*`kubectl replace`\.\n.*\*\*Argo CD\*\*.*\n.*\*\*Flux\*\*/);
  expect(job).toEqual(['- **The containers of an existing Job cannot be changed.** Use `kubectl replace --force`, or delete the object and apply the new one. '
    + 'Argo CD needs the annotation `argocd.argoproj.io/sync-options: Force=true,Replace=true` for it, unless it is a hook, and Flux the annotation `kustomize.toolkit.fluxcd.io/force: enabled`. For Helm, delete it before the upgrade.']);
  expect(toldAbout(workload('apps/v1', 'StatefulSet')).join('\n')).toContain('**A StatefulSet can accept a wrong command.**');
  expect(deployment.join('\n')).not.toContain('StatefulSet');
  expect(set[set.length - 1]).toBe('- **The running pods of a ReplicaSet stay as they are.** Delete them after you have applied the manifest.');
});

test('a Job is mentioned only where one moves, and what a tool needs for it only once', () => {
  const [deployment, both] = [toldAbout(workload('apps/v1', 'Deployment')), toldAbout(workload('apps/v1', 'Deployment'), workload('batch/v1', 'Job'))].map(lines => lines.join('\n'));

  expect(deployment).not.toMatch(/\bJob\b/);
  expect(both.match(/Force=true,Replace=true/g)).toHaveLength(1);
});

test('what a tool needs is told once, where the input has manifests and live objects', () => {
  const lines = toldAbout(workload('apps/v1', 'Deployment'), recorded('helm 3'), recorded('helm 4', 'Job'), recorded('server-side, other manager'));

  expect(lines.filter(line => line.includes('moves the container with `helm upgrade`'))).toHaveLength(1);
  expect(lines.filter(line => line.includes('applies server-side as `kustomize-controller`'))).toHaveLength(1);
  expect(lines).toContain('- Delete a Job before the upgrade, which otherwise fails, also with `--force` or `--force-replace`.');
});

test('objects of one name in two namespaces are told apart', () => {
  const inNamespace = (object: JsonObject, namespace: string) => ({ ...named(object, 'web'), metadata: { ...object.metadata, name: 'web', namespace } });

  expect(toldAbout(inNamespace(recorded('apply'), 'a'), inNamespace(recorded('create'), 'b')).slice(1).map(line => line.split(',')[0])).toEqual([
    '  - Deployment/web in namespace a: `kubectl apply`', '  - Deployment/web in namespace b: `kubectl replace`',
  ]);
});

test('a Job that has no name can only be created', () => {
  const { metadata: _, ...job } = workload('batch/v1', 'Job');

  expect(toldAbout({ ...job, metadata: { generateName: 'build-' } })).toEqual([
    '- **Job/build- can only be created**, because it has no name, only `generateName`: use `kubectl create`. Objects that exist already stay as they are.',
  ]);
});
