import { PodModel } from '../../src/kubernetes/pod';
import { Surroundings } from '../../src/recognition/surroundings';

function podIn(namespace?: string, labels: object = { app: 'web', tier: 'front' }): PodModel {
  return PodModel.fromManifest({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', ...(namespace ? { namespace } : {}) },
    spec: { template: { metadata: { labels }, spec: { containers: [{ name: 'web' }] } } },
  });
}

function object(kind: string, name: string, rest: object = {}, namespace?: string): any {
  return { apiVersion: 'v1', kind, metadata: { name, ...(namespace ? { namespace } : {}) }, ...rest };
}

const names = (found: readonly any[]) => found.map(one => one.metadata.name);

test('a ConfigMap is found by its name, in the namespace of the pod', () => {
  const surroundings = new Surroundings([object('ConfigMap', 'settings', {}, 'shop'), object('ConfigMap', 'other'), object('Secret', 'settings')]);

  expect(surroundings.configMap(podIn('shop'), 'settings')?.metadata.namespace).toBe('shop');
  expect(surroundings.configMap(podIn(), 'settings')).toBeUndefined();
  expect(surroundings.configMap(podIn('default'), 'other')?.metadata.name).toBe('other');
});

test('a Service is found when all its labels match', () => {
  const surroundings = new Surroundings([
    object('Service', 'both', { spec: { selector: { app: 'web', tier: 'front' } } }),
    object('Service', 'one', { spec: { selector: { tier: 'front' } } }),
    object('Service', 'half', { spec: { selector: { app: 'web', tier: 'back' } } }),
    object('Service', 'none', { spec: {} }),
    object('Service', 'far', { spec: { selector: { app: 'web' } } }, 'elsewhere'),
  ]);

  expect(names(surroundings.services(podIn())).sort()).toEqual(['both', 'one']);
  expect(surroundings.services(podIn(undefined, { app: 'other' }))).toEqual([]);
});

test('a policy without labels applies to every pod of its namespace', () => {
  const surroundings = new Surroundings([
    object('NetworkPolicy', 'all', { spec: { podSelector: {} } }),
    object('NetworkPolicy', 'web', { spec: { podSelector: { matchLabels: { app: 'web' } } } }),
    object('NetworkPolicy', 'db', { spec: { podSelector: { matchLabels: { app: 'db' } } } }),
    object('PodMonitor', 'monitor', { spec: { selector: { matchLabels: { app: 'web' } } } }),
  ]);

  expect(names(surroundings.networkPolicies(podIn())).sort()).toEqual(['all', 'web']);
  expect(names(surroundings.podMonitors(podIn()))).toEqual(['monitor']);
});

test('an autoscaler is found by the workload that it names', () => {
  const surroundings = new Surroundings([
    object('HorizontalPodAutoscaler', 'h', { spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } }),
    object('HorizontalPodAutoscaler', 'other', { spec: { scaleTargetRef: { kind: 'StatefulSet', name: 'web' } } }),
    object('VerticalPodAutoscaler', 'v', { spec: { targetRef: { kind: 'Deployment', name: 'web' } } }),
  ]);

  expect(names(surroundings.horizontalAutoscalers(podIn()))).toEqual(['h']);
  expect(names(surroundings.verticalAutoscalers(podIn()))).toEqual(['v']);
});

test('objects that cannot be read, or that nothing asks for, do no harm', () => {
  const surroundings = new Surroundings([null, 'text', 7, [], { kind: 'Service' }, { kind: 'ConfigMap', metadata: null }, object('Ingress', 'web')]);

  expect(surroundings.services(podIn())).toEqual([]);
  expect(Surroundings.NONE.services(podIn())).toEqual([]);
  expect(Surroundings.NONE.configMap(podIn(), 'web')).toBeUndefined();
});

describe('folders that nothing else ties together', () => {
  const autoscaler = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'web' }, spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' } } };
  const web = PodModel.fromManifest({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { spec: { containers: [{ name: 'a', image: 'b' }] } } } });
  const foundIn = (kustomizations: { readonly [file: string]: object }, scaled: string, file: string) => {
    const all = new Surroundings([autoscaler, ...Object.values(kustomizations)], [scaled, ...Object.keys(kustomizations)]);
    return all.near(file).horizontalAutoscalers(web).length;
  };
  const K = { 'k/kustomization.yaml': { resources: ['d.yaml'] } };

  test('a Kustomization takes them together, by the file that it names', () => {
    expect(foundIn({}, 'o/h.yaml', 'k/d.yaml')).toBe(0);
    expect(foundIn({ ...K, 'o/kustomization.yaml': { resources: ['../k', 'h.yaml'] } }, './o/h.yaml', './k/d.yaml')).toBe(1);
    expect(foundIn({ ...K, 'o/kustomization.yaml': { resources: ['../k', 'plain'] } }, 'o/plain/h.yaml', 'k/d.yaml')).toBe(1);
    expect(foundIn({ ...K, 'o/kustomization.yaml': { resources: ['../k'] } }, 'o/h.yaml', 'k/d.yaml')).toBe(0);
  });

  test('a Component adds to what the Kustomization that includes it takes together', () => {
    const all = { ...K, 'c/kustomization.yaml': { kind: 'Component', resources: ['h.yaml'] }, 'o/kustomization.yaml': { resources: ['../k'], components: ['../c'] } };

    expect(foundIn(all, 'c/h.yaml', 'k/d.yaml')).toBe(1);
  });

  test('one that lists environments does not make their objects belong together', () => {
    const all = { 'kustomization.yaml': { resources: ['dev', 'prod'] }, 'dev/kustomization.yaml': { resources: ['d.yaml'] }, 'prod/kustomization.yaml': { resources: ['h.yaml'] } };

    expect(foundIn(all, 'prod/h.yaml', 'dev/d.yaml')).toBe(0);
  });
});

test('of objects of one name, as in overlays, the nearest counts', () => {
  const config = (mode: string) => ({ kind: 'ConfigMap', metadata: { name: 'settings' }, data: { mode } });
  const files = ['overlays/dev/config.yaml', 'overlays/prod/config.yaml', 'base/app.yaml'];
  const all = new Surroundings([config('dev'), config('prod'), config('base')], files);
  const pod = podIn();

  expect(['overlays/prod/web.yaml', 'overlays/dev/config.yaml', 'base/web.yaml', 'other.yaml'].map(file => all.near(file).configMap(pod, 'settings')?.data.mode))
    .toEqual(['prod', 'dev', 'base', 'dev']);
});
