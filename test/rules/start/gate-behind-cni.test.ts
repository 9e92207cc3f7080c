import { gateBehindCni } from '../../../src/rules/start/gate-behind-cni';
import { podOf, sidecar } from '../../simulator/pods';
import { offensesByPrediction } from '../check';

const GATED = podOf([{ name: 'web' }], [{ ...sidecar('cache'), startupProbe: { tcpSocket: { port: 11211 } } }]);

test('a gate that Consul leads to a data plane behind it offends', () => {
  expect(offensesByPrediction(gateBehindCni, 'consul@2.0+cni', GATED)).toMatchObject([{
    container: 'cache',
    message: "the startup probe of sidecar 'cache' checks port 11211, which the CNI plugin of Consul redirects to 'consul-dataplane', and that starts only after the probe passes, "
      + 'so the pod never starts',
    fix: 'set consul.hashicorp.com/transparent-proxy-exclude-inbound-ports: "11211", or use an exec probe',
  }]);
});

test('so does one before an ordinary linkerd-proxy, and none before a native one', () => {
  expect(offensesByPrediction(gateBehindCni, 'linkerd@2.19+cni', GATED)).toHaveLength(1);
  expect(offensesByPrediction(gateBehindCni, 'linkerd@2.20+cni', GATED)).toEqual([]);
});

test('a command, a pod without redirection and a mesh without the plugin do not', () => {
  const command = podOf([{ name: 'web' }], [{ ...sidecar('cache'), startupProbe: { exec: { command: ['true'] } } }]);
  const off = podOf([{ name: 'web' }], [{ ...sidecar('cache'), startupProbe: { tcpSocket: { port: 11211 } } }], {});
  (off.metadata as any).annotations = { 'consul.hashicorp.com/transparent-proxy': 'false' };

  expect([
    offensesByPrediction(gateBehindCni, 'consul@2.0+cni', command),
    offensesByPrediction(gateBehindCni, 'consul@2.0+cni', off),
    offensesByPrediction(gateBehindCni, 'consul@2.0', GATED),
    // Istio asks its agent instead, which another rule reports.
    offensesByPrediction(gateBehindCni, 'istio@1.26+cni', GATED),
  ]).toEqual([[], [], [], []]);
});
