import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenAdvice, recommendedFor } from '../../e2e/apply/judge';
import { SIDECAR } from '../../e2e/apply/objects';
import { ApplyRecord, Attempt } from '../../e2e/apply/record';
import { MADE, WAYS } from '../../e2e/apply/ways';
import { PodModel } from '../../src/kubernetes/pod';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { commandFor, LAST_APPLIED, liveObject } from '../../src/migration/live-object';

/** What real API servers did with migrated manifests: `npm run e2e:apply -- --record`. */
const RECORDS = 'test/fixtures/apply';

describe.each(readdirSync(RECORDS))('%s', file => {
  const { kubernetes, helm, attempts, live }: ApplyRecord = JSON.parse(readFileSync(join(RECORDS, file), 'utf8'));
  const outcomeOf = (kind: string, made: string, input: string, way: string) =>
    attempts.find(one => one.kind === kind && one.made === made && one.input === input && one.way === way)?.outcome;

  /** Until Kubernetes 1.33, the API server does not check the containers of a StatefulSet. */
  const isUnchecked = (kind: string) => kind === 'StatefulSet' && kubernetes.startsWith('1.33.');

  /**
   * What becomes of an object that the API server does not check, where it rejects a Deployment: the container is in both lists. But where `kubectl apply` alone has the container,
   * server-side apply by kubectl succeeds, takes over those fields, and applies a second time, which removes the container.
   */
  const uncheckedOutcome = (made: string, way: string) =>
    ['apply', 'create --save-config', 'apply, then set image'].includes(made) && /^server-side( --force-conflicts)?$/.test(way) ? 'works' : 'both';

  test('the server was asked in every way', () => {
    expect(file).toBe(`${kubernetes}.json`);
    expect((['kind', 'made', 'way'] as const).map(key => new Set(attempts.map(one => one[key])).size)).toEqual([8, MADE.length, WAYS.length]);
    expect(helm.map(version => version.split('.')[0])).toEqual(['v3', 'v4']);
    expect(attempts.filter(({ outcome }) => outcome === 'refused' || outcome === 'unchanged')).toEqual([]);
  });

  test.each(live.map(one => [one.kind, one.made, one] as const))('what a dump of a %s recommends works: %s', (kind, made, one) => {
    const isDumped = attempts.some(({ input, ...attempt }) => attempt.kind === kind && attempt.made === made && input === 'dump');

    for (const way of recommendedFor(one)) {
      expect(outcomeOf(kind, made, 'manifest', way)).toBe('works');
      expect(outcomeOf(kind, made, 'dump', way)).toBe(isDumped ? 'works' : undefined);
    }
    expect(brokenAdvice({ attempts, live: [one] })).toEqual([]);
  });

  test('replacing works for every kind, in place or by force', () => {
    const isFixed = (kind: string) => WorkloadKinds.KNOWN.find(kind, undefined)?.fixed === true;
    const replaced = attempts.filter(({ input, way, kind }) => input === 'manifest' && way === (isFixed(kind) ? 'replace --force' : 'replace'));
    const recreating = ['replace --force', 'delete, then helm 3 upgrade', 'delete, then helm 4 upgrade'];

    expect(replaced.filter(({ outcome }) => outcome !== 'works')).toEqual([]);
    expect(attempts.filter(({ input, kind, way, outcome }) => input === 'manifest' && isFixed(kind) && (outcome === 'works') !== recreating.includes(way))).toEqual([]);
  });

  test('all kinds with keyed lists of containers behave like a Deployment', () => {
    const like = attempts.filter(({ input, kind }) => input === 'manifest' && ['StatefulSet', 'DaemonSet', 'ReplicaSet', 'CronJob'].includes(kind));
    const expected = ({ kind, made, way }: Attempt) => {
      const outcome = outcomeOf('Deployment', made, 'manifest', way);
      return isUnchecked(kind) && outcome === 'duplicate' ? uncheckedOutcome(made, way) : outcome;
    };

    expect(like.filter(one => one.outcome !== expected(one))).toEqual([]);
  });

  test('an older API server stores a StatefulSet with the container in both lists, of which the report warns', () => {
    const both = attempts.filter(one => one.input === 'manifest' && one.outcome === 'both');

    expect(both.length > 0).toBe(isUnchecked('StatefulSet'));
    expect(both.filter(({ kind }) => !isUnchecked(kind))).toEqual([]);
  });

  test('another name can leave both containers', () => {
    expect(attempts.some(({ input, outcome }) => input === 'renamed' && outcome === 'both')).toBe(true);
  });

  test('the tables of docs/migrate.md are what was recorded', () => {
    const words: { readonly [outcome: string]: string } = { works: 'works', duplicate: '`Duplicate value`', conflict: 'conflict' };
    const recorded = (made: string, ways: readonly string[]) => ways.map(way => words[String(outcomeOf('Deployment', made, 'manifest', way))]);
    const [byKubectl, byHelm] = tablesOf(readFileSync('docs/migrate.md', 'utf8'));

    expect(byKubectl).toEqual(['apply', 'create', 'server-side', 'server-side, other manager', 'apply, then server-side', 'create, then apply']
      .map(made => recorded(made, ['apply', 'server-side --force-conflicts', 'replace'])));
    expect(byHelm).toEqual(['helm 3', 'helm 4', 'helm 4, then set image', 'helm 4, then apply', 'apply, adopted by helm 3', 'apply, adopted by helm 4', 'create, adopted by helm 4']
      .map(made => recorded(made, ['helm 3 upgrade', 'helm 4 upgrade', 'helm 4 upgrade --server-side=false', 'apply'])));
  });

  test('Helm can replace whatever it manages, except for what cannot change', () => {
    const replaced = attempts.filter(({ way, kind }) => /--force(-replace)?$/.test(way) && way.startsWith('helm') && !['Job', 'Pod'].includes(kind));

    expect(replaced.length).toBeGreaterThan(0);
    expect(replaced.filter(({ outcome }) => outcome !== 'works')).toEqual([]);
  });

  test('a conflict of Helm 4 becomes a duplicate by force', () => {
    const conflicts = attempts.filter(({ kind, way, outcome }) => kind === 'Deployment' && way === 'helm 4 upgrade' && outcome === 'conflict');

    expect(conflicts.map(({ made }) => outcomeOf('Deployment', made, 'manifest', 'helm 4 upgrade --server-side=true --force-conflicts'))).toEqual(['duplicate', 'duplicate']);
  });
});

/** The cells of the indented tables of a page, without the first column and the header. */
function tablesOf(page: string): string[][][] {
  return page.split(/\n {2}\|-[-|]*\n/).slice(1)
    .map(text => text.split('\n').slice(0, text.split('\n').findIndex(line => !line.startsWith('  | '))).map(row => row.split('|').slice(2, -1).map(cell => cell.trim())));
}

const POD = { containers: [{ name: 'app', image: 'a' }, { name: SIDECAR, image: 'b' }] };

function deployment(metadata: object): PodModel {
  return PodModel.fromManifest({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', ...metadata }, spec: { template: { spec: POD } } });
}

const owned = (manager: string, operation: string) => ({
  manager, operation, fieldsV1: { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { [`k:{"name":"${SIDECAR}"}`]: { '.': {} } } } } } },
});

test('a manifest that is no dump tells nothing', () => {
  expect(liveObject(deployment({}), [SIDECAR])).toBeUndefined();
  expect(liveObject(deployment({ uid: '1' }), [])).toBeUndefined();
});

test('an annotation that does not list the container, or cannot be read, does not help', () => {
  const listed = (name: string) => JSON.stringify({ spec: { template: { spec: { containers: [{ name }] } } } });

  expect(liveObject(deployment({ annotations: { [LAST_APPLIED]: listed(SIDECAR) } }), [SIDECAR])?.way).toBe('apply');
  expect(liveObject(deployment({ annotations: { [LAST_APPLIED]: listed('other') } }), [SIDECAR])?.way).toBe('replace');
  expect(liveObject(deployment({ annotations: { [LAST_APPLIED]: '{' } }), [SIDECAR])?.way).toBe('replace');
});

test('two managers of one container need a replacement, one manager is named in the command', () => {
  const two = liveObject(deployment({ managedFields: [owned('kubectl', 'Apply'), owned('kubectl-create', 'Update')] }), [SIDECAR])!;
  const one = liveObject(deployment({ managedFields: [owned('deployer', 'Apply')] }), [SIDECAR])!;

  expect([commandFor(two), two.because]).toEqual(['kubectl replace', 'its managedFields name kubectl and kubectl-create, and it has no annotation of kubectl apply']);
  expect([commandFor(one), one.because]).toEqual(['kubectl apply --server-side --field-manager=deployer', 'the field manager deployer applied it server-side']);
  expect(commandFor(liveObject(deployment({ managedFields: [owned('kubectl', 'Apply')] }), [SIDECAR])!)).toBe('kubectl apply --server-side');
});

test.each([
  ['Argo CD', { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:default/web' } }],
  ['Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'shop' } }],
  ['Helm', { annotations: { 'meta.helm.sh/release-name': 'shop' } }],
  ['Helm', { managedFields: [owned('helm', 'Apply')] }],
  ['Flux', { managedFields: [owned('kustomize-controller', 'Apply')] }],
  ['Flux HelmRelease', { managedFields: [owned('helm-controller', 'Update')] }],
  ['Flux HelmRelease', { labels: { 'helm.toolkit.fluxcd.io/name': 'shop' }, annotations: { 'meta.helm.sh/release-name': 'shop' } }],
])('the dump shows that %s deploys it', (tool, metadata) => {
  expect(liveObject(deployment({ uid: '1', ...metadata }), [SIDECAR])?.tool).toBe(tool);
});

describe('a dump of a Job', () => {
  const UID = { 'batch.kubernetes.io/controller-uid': '1', 'controller-uid': '1' };
  const job = (metadata: object, spec: object, labels: object) => PodModel.fromManifest({
    apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'import', uid: '1', ...metadata }, spec: { ...spec, template: { metadata: { labels }, spec: { ...POD, restartPolicy: 'Never' } } },
  });
  const firstOf = (pod: PodModel) => liveObject(pod, [SIDECAR])?.first;
  const selector = { matchLabels: { 'batch.kubernetes.io/controller-uid': '1' } };

  test('loses what the API server made for the old one before a new one takes its place', () => {
    expect(firstOf(job({}, { selector, manualSelector: false }, { ...UID, 'job-name': 'import' }))).toMatch(
      /^remove spec\.selector, and batch\.kubernetes\.io\/controller-uid and controller-uid from the labels of spec\.template, or migrate the manifest/);
    expect(firstOf(job({}, {}, { 'controller-uid': '1' }))).toMatch(/^remove controller-uid from the labels of spec\.template, or/);
  });

  test('keeps a selector of its own, and needs nothing where the dump has none', () => {
    expect(firstOf(job({}, { selector, manualSelector: true }, UID))).toBeUndefined();
    expect(firstOf(job({}, {}, { 'job-name': 'import' }))).toBeUndefined();
  });

  test('stays as it is where a tool deploys it from its source', () => {
    expect(firstOf(job({ annotations: { 'argocd.argoproj.io/tracking-id': 'shop:batch/Job:default/import' } }, { selector }, UID))).toBeUndefined();
    expect(firstOf(job({ annotations: { 'meta.helm.sh/release-name': 'shop' } }, { selector }, UID))).toBeUndefined();
  });
});

test('the label of a chart does not show that Helm manages the object', () => {
  expect(liveObject(deployment({ uid: '1', labels: { 'app.kubernetes.io/managed-by': 'Helm' } }), [SIDECAR])).toMatchObject({ way: 'replace' });
  expect(liveObject(deployment({ uid: '1', labels: { 'app.kubernetes.io/managed-by': 'Helm' } }), [SIDECAR])?.tool).toBeUndefined();
});

test('the release of Helm is upgraded, by a merge where another manager has the container too', () => {
  const annotations = { 'meta.helm.sh/release-name': 'shop' };
  const told = (metadata: object) => {
    const live = liveObject(deployment(metadata), [SIDECAR])!;
    return [commandFor(live), live.because];
  };

  expect(told({ annotations, managedFields: [owned('helm', 'Update')] })).toEqual(['helm upgrade shop', 'Helm manages it in the release shop']);
  expect(told({ annotations, managedFields: [owned('helm', 'Update'), owned('kubectl-client-side-apply', 'Update')] })).toEqual(['helm upgrade shop', 'Helm manages it in the release shop']);
  expect(told({ annotations, managedFields: [owned('helm', 'Apply')] })).toEqual(['helm upgrade shop', 'Helm manages it in the release shop']);
  expect(told({ annotations, managedFields: [owned('helm', 'Apply'), owned('kubectl-client-side-apply', 'Update')] }))
    .toEqual(['helm upgrade shop --server-side=false', 'Helm manages it in the release shop, and another field manager has the container too']);
  expect(told({ annotations: { ...annotations, 'meta.helm.sh/release-namespace': 'releases' }, uid: '1', namespace: 'web' })[0]).toBe('helm upgrade shop -n releases');
  expect(told({ annotations, uid: '1', namespace: 'web' })[0]).toBe('helm upgrade shop -n web');
  expect(told({ managedFields: [owned('helm', 'Update')] })).toEqual(['helm upgrade RELEASE', 'Helm manages it']);
});

test('a Job of Helm is deleted before its release is upgraded', () => {
  const job = PodModel.fromManifest({
    apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'x', uid: '1', annotations: { 'meta.helm.sh/release-name': 'shop' } }, spec: { template: { spec: POD } },
  });

  expect(commandFor(liveObject(job, [SIDECAR])!)).toBe('kubectl delete && helm upgrade shop');
});
