import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { meshNeedsService } from '../../../src/rules/platform/mesh-needs-service';
import { offenses, says } from '../check';

const web = (annotations: object) => PodModel.fromManifest({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels: { app: 'web' }, annotations }, spec: { containers: [{ name: 'web' }] },
});
const CONSUL = { 'consul.hashicorp.com/connect-inject': 'true' };
const service = (name: string, labels: object = {}) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name, labels }, spec: { selector: { app: 'web' } } });

test('two Services offend', () => {
  expect(says(meshNeedsService, web(CONSUL), { beside: [service('web'), service('web-admin')] })).toEqual([
    "NS622 the pod joins Consul, but 'web', 'web-admin' select it: the init container of Consul waits until exactly one Service selects the pod, and fails after 120 tries: "
    + 'keep one of them, or choose one with consul.hashicorp.com/kubernetes-service',
  ]);
});

test('without any here, it is a warning: one may be elsewhere', () => {
  expect(offenses(meshNeedsService, web(CONSUL))).toMatchObject([{ severity: Severity.WARNING, message: expect.stringContaining('no Service here selects it') }]);
});

test('one Service, one that is chosen or not ignored, and other meshes do not offend', () => {
  const ignored = service('web-admin', { 'consul.hashicorp.com/service-ignore': 'true' });

  expect([
    says(meshNeedsService, web(CONSUL), { beside: [service('web')] }),
    says(meshNeedsService, web(CONSUL), { beside: [service('web'), ignored] }),
    says(meshNeedsService, web({ ...CONSUL, 'consul.hashicorp.com/kubernetes-service': 'web' }), { beside: [service('web'), service('web-admin')] }),
    says(meshNeedsService, web({ 'linkerd.io/inject': 'enabled' })),
  ].flat()).toEqual([]);
});
