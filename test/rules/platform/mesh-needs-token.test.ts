import { Severity } from '../../../src/rules/engine/finding';
import { meshNeedsToken } from '../../../src/rules/platform/mesh-needs-token';
import { offenses, offensesByPrediction, says } from '../check';
import { annotated } from '../meshes';

const NONE = { automountServiceAccountToken: false };
const DAPR = { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'web' };
const CONSUL = { 'consul.hashicorp.com/connect-inject': 'true' };

test('a pod without a token offends in Dapr and Kuma', () => {
  expect(says(meshNeedsToken, annotated(DAPR, NONE))).toEqual([
    'NS621 the pod joins Dapr, but mounts no service account token: daprd exits when its built-in secret store looks for the token: '
    + 'set automountServiceAccountToken: true, or set dapr.io/disable-builtin-k8s-secret-store: "true"',
  ]);
  expect(offensesByPrediction(meshNeedsToken, 'kuma@2.14', annotated({}, NONE))).toMatchObject([{
    message: 'the pod joins Kuma, but mounts no service account token: its proxy cannot authenticate to the control plane, so its startup probe never passes',
    fix: 'set automountServiceAccountToken: true, or add a volume with a projected token and name it in kuma.io/service-account-token-volume',
  }]);
});

test('so does one whose service account keeps the token away, unless the pod says otherwise', () => {
  const beside = [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' }, ...NONE }];

  expect(says(meshNeedsToken, annotated(DAPR, { serviceAccountName: 'web' }), { beside })).toHaveLength(1);
  expect(says(meshNeedsToken, annotated(DAPR, { serviceAccountName: 'web', automountServiceAccountToken: true }), { beside })).toEqual([]);
  expect(says(meshNeedsToken, annotated(DAPR), { beside })).toEqual([]);
});

test('in Consul it is a warning, because only ACLs need it', () => {
  expect(offenses(meshNeedsToken, annotated(CONSUL, NONE))).toMatchObject([{ severity: Severity.WARNING, fix: 'set automountServiceAccountToken: true' }]);
});

test('a token, or what stands in for it, does not offend', () => {
  const mounted = annotated(CONSUL, NONE);
  mounted.spec.containers[0].volumeMounts = [{ name: 't', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }];

  expect([
    says(meshNeedsToken, annotated(DAPR)),
    says(meshNeedsToken, annotated({ ...DAPR, 'dapr.io/disable-builtin-k8s-secret-store': 'yes' }, NONE)),
    says(meshNeedsToken, mounted),
    offensesByPrediction(meshNeedsToken, 'kuma@2.14', annotated({ 'kuma.io/service-account-token-volume': 't' }, { ...NONE, volumes: [{ name: 't' }] })),
  ].flat()).toEqual([]);
});

test('pods in no mesh, or in one with a token of its own, are no concern', () => {
  expect([
    says(meshNeedsToken, annotated({}, NONE)),
    says(meshNeedsToken, annotated({ 'linkerd.io/inject': 'enabled' }, NONE)),
    offensesByPrediction(meshNeedsToken, 'istio@1.29', annotated({}, NONE)),
  ].flat()).toEqual([]);
});
