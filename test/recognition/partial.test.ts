import { isPartial } from '../../src/recognition/partial';

const deployment = (spec: unknown, apiVersion: string | undefined = 'apps/v1') => ({ apiVersion, kind: 'Deployment', spec: { template: { spec } } });
const selecting = (manifest: { readonly spec: object }) => ({ ...manifest, spec: { selector: {}, ...manifest.spec } });
const LABELED = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'app', image: 'a' }] } } } };
const POD = { containers: [{ name: 'app', image: 'a' }, { name: 'b', image: 'b', volumeMounts: [{ name: 'files', mountPath: '/files' }] }], volumes: [{ name: 'files', emptyDir: {} }] };
const job = (spec: unknown) => ({ apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec } } });

test.each<[string, object, boolean]>([
  ['a whole Deployment', deployment({ containers: [{ name: 'app', image: 'a' }] }), false],
  ['one of several containers without an image', selecting(deployment({ containers: [{ name: 'app' }, { name: 'b', image: 'b' }] })), false],
  ['only an init container with an image', selecting(deployment({ containers: [{ name: 'app' }], initContainers: [{ name: 'b', image: 'b' }] })), false],
  ['one without an image in a Job', job({ restartPolicy: 'Never', containers: [{ name: 'app' }, { name: 'b', image: 'b' }] }), false],
  ['one without an image in a Pod', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'app' }, { name: 'b', image: 'b' }] } }, false],
  ['no selector, but images', deployment({ containers: [{ name: 'app', image: 'a' }, { name: 'b', image: 'b' }] }), false],
  ['a name, but neither a selector nor labels', { ...deployment({ containers: [{ name: 'app', image: 'a' }] }), metadata: { name: 'web' } }, true],
  ['a name and a whole pod, as in a manual', { ...deployment(POD), metadata: { name: 'web' } }, false],
  ['the same after one of its containers has moved', { ...deployment({ containers: [{ name: 'app', image: 'a' }], initContainers: [{ name: 'b', image: 'b', restartPolicy: 'Always' }] }), metadata: { name: 'web' } }, false],
  ['a name and a pod without one of its volumes', { ...deployment({ ...POD, volumes: [] }), metadata: { name: 'web' } }, true],
  ['a name and a pod without one of its images', { ...deployment({ ...POD, initContainers: [{ name: 'init' }] }), metadata: { name: 'web' } }, true],
  ['a name and only images of several containers', { ...deployment({ containers: [{ name: 'app', image: 'a' }, { name: 'b', image: 'b' }] }), metadata: { name: 'web' } }, true],
  ['a name and a selector', { ...selecting(deployment({ containers: [{ name: 'app', image: 'a' }] })), metadata: { name: 'web' } }, false],
  ['a name and labels', { ...LABELED, metadata: { name: 'web' } }, false],
  ['one without an image, and no selector', deployment({ containers: [{ name: 'app' }, { name: 'b', image: 'b' }] }), true],
  ['one without an image, and a Job without a restart policy', job({ containers: [{ name: 'app' }, { name: 'b', image: 'b' }] }), true],
  ['no workload', { apiVersion: 'v1', kind: 'Service' }, false],
  ['no containers that could be read', deployment({ containers: 'app' }), false],
  ['an empty list of containers', deployment({ containers: [] }), false],
  ['no apiVersion', { ...deployment({ containers: [{ name: 'app', image: 'a' }] }), apiVersion: undefined }, true],
  ['a directive of a patch', selecting(deployment({ containers: [{ name: 'app', image: 'a', livenessProbe: { httpGet: { $patch: 'delete' } } }] })), true],
  ['no image', deployment({ containers: [{ name: 'app', args: [] }] }), true],
  ['no containers', deployment({ nodeSelector: {} }), true],
  ['no pod template', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 3 } }, true],
])('%s', (_what, manifest, partial) => {
  expect(isPartial(manifest)).toBe(partial);
});
