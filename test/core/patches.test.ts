import { check, explain, migrate } from '../../src/core';
import { SourceText } from '../../src/core/text-options';

const APP = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };
const BARE = { name: 'app', args: ['--verbose'] };

function deployment(containers: object[], more: object = {}): object {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { selector: {}, template: { spec: { containers } } }, ...more };
}

const job = (...containers: object[]) => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'web' }, spec: { template: { spec: { containers } } } });
const ray = (...groups: object[]) => ({
  apiVersion: 'ray.io/v1', kind: 'RayCluster', metadata: { name: 'web' }, spec: { headGroupSpec: { template: { spec: { containers: [APP] } } }, workerGroupSpecs: groups.map(spec => ({ template: { spec } })) },
});
const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', patches: [{ path: 'web.json' }] };

/** What each command takes the object for. */
function opinions(object: object, ...others: SourceText[]) {
  const sources = [{ name: 'web.json', text: JSON.stringify(object) }, ...others];
  const { summary: { pods, partial } } = check(sources);
  const refused = migrate(sources).pods.filter(({ manual }) => manual.some(({ why }) => why.includes('is a patch, not a complete manifest')));
  const workload = (object as { kind: string }).kind === 'RayCluster' ? 'RayCluster/web:spec.headGroupSpec.template' : undefined;
  const noted = explain(sources, { workload }).problems.filter(({ message }) => message.includes('is a patch, not a complete manifest'));
  return { check: partial === 1 && pods === 0, migrate: refused.length === 1, explain: noted.length === 1 };
}

describe('check, migrate and explain agree', () => {
  test.each<[string, object, boolean]>([
    ['a complete Deployment', deployment([APP]), false],
    ['a Deployment with neither a selector nor labels', deployment([APP], { spec: { template: { spec: { containers: [APP] } } } }), true],
    ['a complete object with several pod templates', ray({ containers: [APP] }), false],
    ['one of several containers without an image', deployment([BARE, { ...APP, name: 'other' }]), false],
    ['no image', deployment([BARE]), true],
    ['one container without an image, and no selector', deployment([BARE, { ...APP, name: 'other' }], { spec: { template: { spec: { containers: [BARE, { ...APP, name: 'other' }] } } } }), true],
    ['one container without an image, and a Job without a restart policy', job(BARE, { ...APP, name: 'other' }), true],
    ['a pod template without an image among complete ones', ray({ containers: [BARE] }), true],
  ])('%s', (_what, object, isPatch) => {
    expect(opinions(object)).toEqual({ check: isPatch, migrate: isPatch, explain: isPatch });
  });

  test('except about a sketch without apiVersion, which explain draws', () => {
    expect(opinions(deployment([APP], { apiVersion: undefined }))).toEqual({ check: true, migrate: true, explain: false });
  });

  test('a Kustomization names its file', () => {
    const named = { name: 'kustomization.yaml', text: JSON.stringify(KUSTOMIZATION) };

    expect(opinions(deployment([APP]), named)).toEqual({ check: true, migrate: true, explain: true });
  });
});

test('a text with a workload and a patch of it explains the workload, and tells that the patch is not included', () => {
  const sources = [{ name: 'patch.json', text: JSON.stringify(deployment([BARE])) }, { name: 'base.json', text: JSON.stringify(deployment([APP])) }];
  const { pod, problems } = explain(sources);

  expect(pod.containers[0].spec.image).toBe(APP.image);
  expect(problems).toEqual([{ file: 'patch.json', message: "Deployment/web is a patch, not a complete manifest, and the timeline does not include it: explain the output of 'kustomize build'" }]);
});

test('migrate tells which container of a complete manifest has no image', () => {
  const { pods: [{ verdict, manual }] } = migrate([{ name: 'web.json', text: JSON.stringify(deployment([BARE, { ...APP, name: 'other' }])) }]);

  expect({ verdict, manual }).toEqual({
    verdict: 'refused',
    manual: [{ rule: null, why: "Deployment/web is not complete, because container 'app' has no image: migrate the manifest that sets it, for example the kustomize base, or the output of 'kustomize build'" }],
  });
});
