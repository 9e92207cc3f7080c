import * as kplus from 'cdk8s-plus-28';
import { Mesh, MeshedDeployment, PodLifecycle } from '../../../src';
import { PodModel } from '../../../src/kubernetes/pod';
import { Severity } from '../../../src/rules/engine/finding';
import { meshNeedsService } from '../../../src/rules/platform/mesh-needs-service';
import { chartIn } from '../../sidecars/support';
import { offenses, says } from '../check';

const web = (annotations: object, spec: object = { serviceAccountName: 'web' }) => PodModel.fromManifest({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', labels: { app: 'web' }, annotations }, spec: { containers: [{ name: 'web' }], ...spec },
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

test('a service account with another name than the Service is a warning', () => {
  const found = offenses(meshNeedsService, web(CONSUL, {}), { beside: [service('web')] });

  expect(found).toMatchObject([{ severity: Severity.WARNING }]);
  expect(says(meshNeedsService, web(CONSUL, {}), { beside: [service('web')] })).toEqual([
    "NS622 the pod joins Consul as service 'web', but runs as service account 'default': if Consul uses ACLs, its init container fails, because the two must have the same name: "
    + "add a ServiceAccount named 'web', and set serviceAccountName: web",
  ]);
});

test.each<[string, object, object, string | undefined]>([
  ['the name of a chosen Service', { 'consul.hashicorp.com/kubernetes-service': 'web-admin' }, { serviceAccountName: 'web' }, 'web-admin'],
  ['the name that the pod gives its service', { 'consul.hashicorp.com/connect-service': 'shop' }, { serviceAccountName: 'web' }, 'shop'],
  ['the name that the pod gives its service, which its account has', { 'consul.hashicorp.com/connect-service': 'shop' }, { serviceAccountName: 'shop' }, undefined],
  ['the old field for the account', {}, { serviceAccount: 'web' }, undefined],
  ['several names, each with an account of its own', { 'consul.hashicorp.com/connect-service': 'web, web-admin' }, {}, undefined],
])('the account is compared with %s', (_what, annotations, spec, wanted) => {
  const found = offenses(meshNeedsService, web({ ...CONSUL, ...annotations }, spec), { beside: [service('web')] });

  expect(found.map(({ message }) => /as service '([^']*)'/.exec(message)?.[1])).toEqual(wanted === undefined ? [] : [wanted]);
});

test('two Services of a pod with two names do not offend', () => {
  const several = web({ ...CONSUL, 'consul.hashicorp.com/connect-service': 'web,web-admin' });

  expect(says(meshNeedsService, several, { beside: [service('web'), service('web-admin')] })).toEqual([]);
});

describe('at synth', () => {
  const deployed = (options: object, props: object = {}) => {
    const chart = chartIn();
    const workload = new MeshedDeployment(chart, 'web', {
      containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.0.0', portNumber: 8080 }], mesh: Mesh.consul({ version: '2.0', ...options }), ...props,
    });
    workload.exposeViaService({ name: 'web' });
    return PodLifecycle.of(workload).findings.filter(({ rule }) => rule === 'NS622');
  };

  test('the fix names the property', () => {
    expect(deployed({})).toMatchObject([{ severity: Severity.WARNING, fix: "pass a 'serviceAccount' named 'web', or set 'acls' to false if Consul uses no ACLs" }]);
  });

  test('an account of that name does not offend, and neither does Consul without ACLs', () => {
    const account = new kplus.ServiceAccount(chartIn(), 'account', { metadata: { name: 'web' } });

    expect([...deployed({ acls: false }), ...deployed({}, { serviceAccount: account })]).toEqual([]);
  });
});
