import { sidecarRestartsAlone } from '../../../src/rules/order/sidecar-restarts-alone';
import { podOf, sidecar } from '../../simulator/pods';
import { offensesByPrediction, says } from '../check';

const PROXY = sidecar('db', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3' });
const ALL = { restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [0] } }] };
const ON_136 = { kubernetes: '1.36' };

test('a proxy that the app calls offends where the target can restart all containers', () => {
  expect(says(sidecarRestartsAlone, podOf([{ name: 'web' }], [PROXY]), ON_136)).toEqual([
    "NS207 'web' keeps running while the kubelet restarts 'db' after a crash, so calls through 'db' fail until it is up again: "
    + 'if the app must not run without it, restart all containers: set \'onFailure\' of the construct to SidecarFailure.restartPod(), or a restart rule with the action RestartAllContainers',
  ]);
});

test('with a rule that restarts all containers it does not', () => {
  expect(says(sidecarRestartsAlone, podOf([{ name: 'web' }], [{ ...PROXY, ...ALL }]), ON_136)).toEqual([]);
});

test('an older target, a shipper, and the proxy of a mesh are no concern', () => {
  const shipper = sidecar('logs', { image: 'cr.fluentbit.io/fluent/fluent-bit:5.1.1' });

  expect(says(sidecarRestartsAlone, podOf([{ name: 'web' }], [PROXY]), { kubernetes: '1.35' })).toEqual([]);
  expect(says(sidecarRestartsAlone, podOf([{ name: 'web' }], [shipper]), ON_136)).toEqual([]);
  expect(offensesByPrediction(sidecarRestartsAlone, 'istio@1.29', podOf([{ name: 'web' }]), ON_136)).toEqual([]);
});
