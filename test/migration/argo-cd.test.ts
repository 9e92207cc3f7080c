import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SIDECAR } from '../../e2e/apply/objects';
import { JsonObject } from '../../src/data/json';
import { PodModel } from '../../src/kubernetes/pod';
import { commandFor, liveObject } from '../../src/migration/live-object';

/** A sync with options. */
interface Sync {
  readonly kind: string;
  readonly made: string;
  readonly way: string;
  readonly outcome: string;
  /** The object was deleted and created again. */
  readonly recreated?: boolean;
  /** What the Application showed afterward, without and with server-side diff. */
  readonly compared?: readonly string[];
}

/** What a real Argo CD did with migrated manifests. */
interface ArgoRecord {
  readonly argoCd: string;
  readonly kubernetes: string;
  readonly attempts: readonly Sync[];
  /** What happened where the API server does not check the containers of a StatefulSet. */
  readonly unchecked: { readonly kubernetes: string; readonly attempts: readonly Sync[] };
  /** The commands that a dump recommends, without the names, as `argocd` ran them. */
  readonly commands: readonly { kind: string; made: string; tracking: string; way: string; outcome: string }[];
  /** Objects that Argo CD applied last, reduced to what tells how they were made. */
  readonly live: readonly { kind: string; made: string; tracking: string; object: JsonObject }[];
}

const RECORDS = 'test/fixtures/argo-cd';

/** Where Argo CD tracks by label, the field manager of Flux is all that tells the two apart. */
const LOOKS_LIKE_FLUX = /another field manager/;

describe.each(readdirSync(RECORDS))('Argo CD %s', file => {
  const { argoCd, kubernetes, attempts, unchecked, commands, live }: ArgoRecord = JSON.parse(readFileSync(join(RECORDS, file), 'utf8'));
  const page = readFileSync('docs/migrate.md', 'utf8');
  const outcomeOf = (kind: string, made: string, way: string) =>
    attempts.find(one => one.kind === kind && one.made === made && one.way === way)?.outcome;

  test('docs/migrate.md names the version', () => {
    expect(`${argoCd}.json`).toBe(file);
    expect(page).toContain(`We ran Argo CD ${argoCd} on Kubernetes ${kubernetes.replace(/\.\d+$/, '')} for`);
  });

  test('the table of docs/migrate.md is what was recorded', () => {
    const [, ...rows] = page.slice(page.indexOf('- **Argo CD.** A sync'), page.indexOf('"Then" is a sync')).split('\n').filter(line => line.startsWith('  | '))
      .map(line => line.split('|').slice(1, -1).map(cell => cell.trim()));
    const words: { readonly [outcome: string]: string } = { works: 'works', duplicate: '`Duplicate value`' };

    expect(rows).toHaveLength(11);
    for (const [made, ...cells] of rows) {
      expect([made, ...['sync', 'ServerSideApply=true', 'Replace=true'].map(way => words[String(outcomeOf('Deployment', made.replaceAll('`', ''), way))])]).toEqual([made, ...cells]);
    }
  });

  test('the kinds that roll out behave alike', () => {
    const like = attempts.filter(({ kind }) => kind === 'StatefulSet' || kind === 'CronJob');

    expect(like.length).toBeGreaterThan(100);
    expect(like.filter(({ made, way, outcome }) => outcome !== outcomeOf('Deployment', made, way))).toEqual([]);
  });

  test('until Kubernetes 1.33, a StatefulSet with the container in both lists is in sync', () => {
    const sets = unchecked.attempts.filter(({ kind }) => kind === 'StatefulSet');
    const duplicates = sets.filter(({ made, way }) => outcomeOf('StatefulSet', made, way) === 'duplicate');
    const both = sets.filter(({ outcome }) => outcome === 'both');

    expect(unchecked.kubernetes).toMatch(/^1\.33\./);
    expect(unchecked.attempts.filter(one => one.kind === 'Deployment' && one.outcome !== outcomeOf('Deployment', one.made, one.way))).toEqual([]);
    expect(duplicates.filter(one => !both.includes(one)).map(({ made, way, outcome }) => [made, way, outcome])).toEqual([['Argo CD', 'ServerSideApply=true', 'works']]);
    expect(both.length).toBeGreaterThan(10);
    expect(both.filter(({ compared }) => compared?.[0] !== 'Synced')).toEqual([]);
  });

  test('server-side apply after kubectl needs a migration of its field managers', () => {
    expect(outcomeOf('Deployment', 'kubectl apply', 'ServerSideApply=true, ClientSideApplyMigration=false')).toBe('duplicate');
    expect(outcomeOf('Deployment', 'kubectl create', 'ServerSideApply=true, migration from kubectl-create')).toBe('works');
  });

  test.each(['Job', 'Pod'])('a %s needs Replace and Force, of which the latter has no effect among the options of an Application', kind => {
    const ways = (has: boolean) => new Set(attempts.filter(one => one.kind === kind && (one.outcome === 'works') === has).map(one => one.way));

    expect([...ways(true)].filter(way => ways(false).has(way))).toEqual([]);
    expect([...ways(true)]).toEqual(expect.arrayContaining(['--force, Replace=true', 'annotation Force=true,Replace=true', 'ServerSideApply=true, annotation Force=true,Replace=true']));
    expect([...ways(false)]).toEqual(expect.arrayContaining(['sync', 'ServerSideApply=true', 'Replace=true', 'Force=true, Replace=true']));
  });

  test('any sync creates a hook again', () => {
    expect(attempts.filter(({ way }) => way.endsWith('hook')).map(({ outcome, recreated }) => [outcome, recreated])).toEqual(Array(8).fill(['works', true]));
  });

  test('Replace updates in place, and Force alone deletes what it cannot update', () => {
    const works = attempts.filter(({ kind, outcome }) => kind === 'Deployment' && outcome === 'works');

    expect(works.filter(({ way, recreated }) => /Replace=true/.test(way) && recreated)).toEqual([]);
    expect(works.filter(({ recreated }) => recreated).map(({ made, way }) => [made, way])).toEqual([['kubectl create', '--force']]);
  });

  test('a moved container leaves no difference', () => {
    const moved = attempts.filter(({ way, outcome }) => outcome === 'works' && !way.includes('ServerSideApply=true, Replace=true'));

    expect(moved.filter(({ compared }) => compared?.join() !== 'Synced,Synced')).toEqual([]);
  });

  test.each(live.map(one => [one.kind, one.made, one.tracking, one.object] as const))('what a dump of a %s recommends works: %s, tracked by %s', (kind, made, tracking, object) => {
    const found = liveObject(PodModel.fromManifest(object), [SIDECAR])!;

    if (tracking === 'label' && LOOKS_LIKE_FLUX.test(made)) {
      expect(found.tool).toBe('Flux');
    } else {
      expect(found).toMatchObject({ tool: 'Argo CD', app: (object.metadata as JsonObject).name });
      expect(commands.find(one => one.kind === kind && one.made === made && one.tracking === tracking)).toMatchObject({ way: found.way, outcome: 'works' });
    }
  });
});

const pod = { containers: [{ name: 'app', image: 'a' }, { name: SIDECAR, image: 'b' }] };
const told = (kind: string, metadata: object, spec: object = { template: { spec: pod } }) => {
  const apiVersion = { Deployment: 'apps/v1', Job: 'batch/v1' }[kind] ?? 'v1';
  const live = liveObject(PodModel.fromManifest({ apiVersion, kind, metadata: { name: 'web', uid: '1', ...metadata }, spec }), [SIDECAR])!;
  return [commandFor(live), live.because];
};
const tracked = (id: string, more: object = {}) => ({ annotations: { 'argocd.argoproj.io/tracking-id': id, ...more } });

test('a replacement is only for the object itself, because Argo CD would replace all that it deploys', () => {
  expect(told('Deployment', tracked('shop:apps/Deployment:default/web'))[0]).toBe('argocd app sync shop --resource apps:Deployment:web --replace');
  expect(told('Pod', tracked('shop:/Pod:default/web'), pod)[0]).toBe('argocd app sync shop --resource :Pod:web --force --replace');
});

test('a hook of Argo CD or of a chart needs no replacement', () => {
  const hook = ['argocd app sync shop', 'it is a hook, which Argo CD creates again with each sync'];

  expect(told('Job', tracked('shop:batch/Job:default/web', { 'argocd.argoproj.io/hook': 'PreSync' }))).toEqual(hook);
  expect(told('Job', tracked('shop:batch/Job:default/web', { 'helm.sh/hook': 'pre-upgrade' }))).toEqual(hook);
  expect(told('Job', tracked('shop:batch/Job:default/web'))[0]).toBe('argocd app sync shop --resource batch:Job:web --force --replace');
});

test('the application can be in a namespace of its own, and a name that is none does not get into the command', () => {
  const synced = (metadata: object) => told('Deployment', metadata)[0].split(' --')[0];

  expect(synced(tracked('team_shop:apps/Deployment:default/web'))).toBe('argocd app sync team/shop');
  expect(synced(tracked('shop; reboot:apps/Deployment:default/web'))).toBe('argocd app sync APP');
  expect(synced({ labels: { 'argocd.argoproj.io/instance': 'shop', 'app.kubernetes.io/instance': 'web' } })).toBe('argocd app sync shop');
});

test('what another manager applied server-side, Argo CD replaces', () => {
  const containers = { [`k:{"name":"${SIDECAR}"}`]: { '.': {} } };
  const managedFields = [{ manager: 'deployer', operation: 'Apply', fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': containers } } } } }];

  expect(told('Deployment', { ...tracked('shop:apps/Deployment:default/web'), managedFields }))
    .toEqual(['argocd app sync shop --resource apps:Deployment:web --replace', 'the field manager deployer applied it server-side']);
});

test('the label of a chart does not show that Argo CD deploys the object', () => {
  expect(told('Deployment', { labels: { 'app.kubernetes.io/instance': 'shop' } })[0]).toBe('kubectl replace');
});
