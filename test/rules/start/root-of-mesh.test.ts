import { imageUser } from '../../../src/rules/start/image-user';
import { podOf } from '../../simulator/pods';
import { offensesByPrediction } from '../check';

const WEB = podOf([{ name: 'web' }], [], { securityContext: { runAsNonRoot: true } });

test('kuma-init is refused in a pod with runAsNonRoot, unless the CNI plugin does its work', () => {
  expect(offensesByPrediction(imageUser, 'kuma@2.14', WEB)).toMatchObject([{
    container: 'kuma-init',
    message: "'kuma-init' of Kuma runs as root, but the pod sets runAsNonRoot: true, so the kubelet does not start it",
    fix: 'set runAsNonRoot on your containers instead of the pod; if the CNI plugin of Kuma is installed, pass --mesh kuma@2.14+cni',
  }]);
  expect(offensesByPrediction(imageUser, 'kuma@2.14+cni', WEB)).toEqual([]);
  expect(offensesByPrediction(imageUser, 'kuma@2.14', podOf([{ name: 'web', securityContext: { runAsNonRoot: true } }]))).toEqual([]);
});

test.each(['istio@1.29', 'consul@2.0', 'linkerd@2.20', 'dapr@1.18'])('%s says itself what its containers may be', mesh => {
  expect(offensesByPrediction(imageUser, mesh, WEB)).toEqual([]);
});
