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

  test('the table of docs/migrate.md is what was recorded', () => {
    const rows = readFileSync('docs/migrate.md', 'utf8').split('\n').filter(line => /^ {2}\| .*\| /.test(line)).slice(1);
    const recorded = (made: string) => ['apply', 'server-side --force-conflicts', 'replace'].map(way => ({ works: 'works', duplicate: '`Duplicate value`' })[String(outcomeOf('Deployment', made, 'manifest', way))]);

    expect(rows.map(row => row.split('|').slice(2, -1).map(cell => cell.trim()))).toEqual([
      recorded('apply'), recorded('create'), recorded('server-side'), recorded('server-side, other manager'), recorded('apply, then server-side'), recorded('create, then apply'),
    ]);
  });
});

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
  ['Flux', { managedFields: [owned('helm-controller', 'Update')] }],
])('the dump shows that %s deploys it', (tool, metadata) => {
  expect(liveObject(deployment({ uid: '1', ...metadata }), [SIDECAR])?.tool).toBe(tool);
});
