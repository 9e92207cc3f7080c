import { isPartial } from '../../src/recognition/partial';

const deployment = (spec: unknown, apiVersion: string | undefined = 'apps/v1') => ({ apiVersion, kind: 'Deployment', spec: { template: { spec } } });

test.each<[string, object, boolean]>([
  ['a whole Deployment', deployment({ containers: [{ name: 'app', image: 'a' }] }), false],
  ['one of several containers without an image', deployment({ containers: [{ name: 'app' }, { name: 'b', image: 'b' }] }), false],
  ['only an init container with an image', deployment({ containers: [{ name: 'app' }], initContainers: [{ name: 'b', image: 'b' }] }), false],
  ['no workload', { apiVersion: 'v1', kind: 'Service' }, false],
  ['no containers that could be read', deployment({ containers: 'app' }), false],
  ['an empty list of containers', deployment({ containers: [] }), false],
  ['no apiVersion', { ...deployment({ containers: [{ name: 'app', image: 'a' }] }), apiVersion: undefined }, true],
  ['no image', deployment({ containers: [{ name: 'app', args: [] }] }), true],
  ['no containers', deployment({ nodeSelector: {} }), true],
  ['no pod template', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 3 } }, true],
])('%s', (_what, manifest, partial) => {
  expect(isPartial(manifest)).toBe(partial);
});
