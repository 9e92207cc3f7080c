import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenAdvice, recommendedFor } from '../../e2e/apply/judge';
import { SIDECAR } from '../../e2e/apply/objects';
import { ApplyRecord, Attempt } from '../../e2e/apply/record';
import { PodModel } from '../../src/kubernetes/pod';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { commandFor, LAST_APPLIED, liveObject } from '../../src/migration/live-object';

/** What real API servers did with migrated manifests: `npm run e2e:apply -- --record`. */
const RECORDS = 'test/fixtures/apply';

describe.each(readdirSync(RECORDS))('%s', file => {
  const { kubernetes, attempts, live }: ApplyRecord = JSON.parse(readFileSync(join(RECORDS, file), 'utf8'));
  const outcomeOf = (kind: string, made: string, input: string, way: string) =>
    attempts.find(one => one.kind === kind && one.made === made && one.input === input && one.way === way)?.outcome;

  /** Where other kinds are rejected, the API server accepts this one. */
  const isUnchecked = ({ kind, made, way }: Attempt) => kind === 'StatefulSet' && outcomeOf('Deployment', made, 'manifest', way) === 'duplicate';

  test('the server was asked in every way', () => {
    expect(file).toBe(`${kubernetes}.json`);
    expect((['kind', 'made', 'way'] as const).map(key => new Set(attempts.map(one => one[key])).size)).toEqual([8, 15, 6]);
    // A dump that is older than its object is refused, and the object stays as it is.
    expect(attempts.filter(({ outcome, input }) => outcome === 'refused' || (outcome === 'unchanged' && input !== 'dump'))).toEqual([]);
  });

  test.each(live.map(one => [one.kind, one.made, one] as const))('what a dump of a %s recommends works: %s', (kind, made, one) => {
    expect(outcomeOf(kind, made, 'manifest', recommendedFor(one))).toBe('works');
    expect(outcomeOf(kind, made, 'dump', recommendedFor(one))).toBe('works');
    expect(brokenAdvice({ kubernetes, kubectl: '', attempts, live: [one] })).toEqual([]);
  });

  test('replacing works for every kind, in place or by force', () => {
    const isFixed = (kind: string) => WorkloadKinds.KNOWN.find(kind, undefined)?.fixed === true;
    const replaced = attempts.filter(({ input, way, kind }) => input === 'manifest' && way === (isFixed(kind) ? 'replace --force' : 'replace'));

    expect(replaced.filter(({ outcome }) => outcome !== 'works')).toEqual([]);
    expect(attempts.filter(({ input, kind, way, outcome }) => input === 'manifest' && isFixed(kind) && way !== 'replace --force' && outcome === 'works')).toEqual([]);
  });

  test('all kinds with keyed lists of containers behave like a Deployment', () => {
    const like = attempts.filter(({ input, kind }) => input === 'manifest' && ['StatefulSet', 'DaemonSet', 'ReplicaSet', 'CronJob'].includes(kind));
    const differing = like.filter(({ made, way, outcome }) => outcome !== outcomeOf('Deployment', made, 'manifest', way));

    expect(differing.filter(one => !isUnchecked(one))).toEqual([]);
  });

  test('an older API server stores a StatefulSet with the container in both lists, of which the report warns', () => {
    expect(attempts.some(one => one.input === 'manifest' && one.outcome === 'both' && isUnchecked(one))).toBe(kubernetes.startsWith('1.33.'));
  });

  test('another name can leave both containers', () => {
    expect(attempts.some(({ input, outcome }) => input === 'renamed' && outcome === 'both')).toBe(true);
    expect(attempts.some(one => one.input === 'manifest' && one.outcome === 'both' && !isUnchecked(one))).toBe(false);
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
