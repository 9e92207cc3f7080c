import { refusedAsRoot } from '../../../src/rules/platform/refused-as-root';
import { podOf } from '../../simulator/pods';
import { offensesByPrediction, says } from '../check';

const NON_ROOT = { securityContext: { runAsNonRoot: true } };
const WEB = podOf([{ name: 'web' }], [], NON_ROOT);

test('a container that is root in a pod that must not be offends', () => {
  expect(says(refusedAsRoot, podOf([{ name: 'web' }], [{ name: 'sysctl', securityContext: { runAsUser: 0 } }], NON_ROOT))).toEqual([
    "NS622 'sysctl' runs as user 0, but the pod sets runAsNonRoot: true, so the kubelet does not start it: run it as another user, or set runAsNonRoot: false on it",
  ]);
  expect(says(refusedAsRoot, podOf([{ name: 'web', securityContext: { runAsUser: 0, runAsNonRoot: true } }]))).toEqual([expect.stringContaining('but it sets')]);
});

test('so does kuma-init, unless the CNI plugin does its work', () => {
  expect(offensesByPrediction(refusedAsRoot, 'kuma@2.14', WEB)).toMatchObject([{
    container: 'kuma-init',
    message: "'kuma-init' of Kuma runs as user 0, but the pod sets runAsNonRoot: true, so the kubelet does not start it",
    fix: 'set runAsNonRoot on your containers instead of the pod; if the CNI plugin of Kuma is installed, pass --mesh kuma@2.14+cni',
  }]);
  expect(offensesByPrediction(refusedAsRoot, 'kuma@2.14+cni', WEB)).toEqual([]);
});

test.each(['istio@1.29', 'consul@2.0', 'linkerd@2.20', 'dapr@1.18'])('%s says itself what its containers may be', mesh => {
  expect(offensesByPrediction(refusedAsRoot, mesh, WEB)).toEqual([]);
});

test('other users, and pods that allow root, do not offend', () => {
  expect(says(refusedAsRoot, podOf([{ name: 'web', securityContext: { runAsUser: 1000 } }], [], NON_ROOT))).toEqual([]);
  expect(says(refusedAsRoot, podOf([{ name: 'web', securityContext: { runAsUser: 0 } }]))).toEqual([]);
  expect(offensesByPrediction(refusedAsRoot, 'kuma@2.14', podOf([{ name: 'web' }]))).toEqual([]);
});
