import { Duration } from 'cdk8s';
import { Marks, marksOf, MESHED } from './meshed';
import { Mesh } from '../../src';
import { chartIn } from '../sidecars/support';

const LINKERD = { 'linkerd.io/inject': 'enabled' };
const LINKERD_DRAIN = { 'config.linkerd.io/shutdown-grace-period': '5s' };
const ALPHA = 'config.alpha.linkerd.io/proxy-enable-native-sidecar';
const BETA = 'config.beta.linkerd.io/proxy-enable-native-sidecar';
const GA = 'config.linkerd.io/proxy-enable-native-sidecar';

const ISTIO = { 'sidecar.istio.io/inject': 'true' };
const ISTIO_SWITCH = 'sidecar.istio.io/nativeSidecar';

const KUMA = { 'kuma.io/sidecar-injection': 'enabled' };

const CONSUL = { 'consul.hashicorp.com/connect-inject': 'true' };
const CONSUL_SWITCH = 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar';
const CONSUL_DRAIN = 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds';

const DAPR = { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'orders' };
const DAPR_SWITCH = 'dapr.io/enable-native-sidecar';

/** The app takes 30 s, then come a native proxy's own seconds, and 2 of margin. */
const [DRAINS_5, DRAINS_0] = [30 + 5 + 2, 30 + 0 + 2];

type Row = [title: string, mesh: Mesh, labels: Marks['labels'], annotations: Marks['annotations'], grace: number];

const linkerd = (version: string, key: string): Row =>
  [`Linkerd ${version}`, Mesh.linkerd({ version }), {}, { ...LINKERD, ...LINKERD_DRAIN, [key]: 'true' }, DRAINS_5];
const istio = (version: string, annotations: Marks['annotations'], grace: number): Row =>
  [`Istio ${version}`, Mesh.istio({ version }), ISTIO, annotations, grace];
const kuma = (version: string): Row => [`Kuma ${version}`, Mesh.kuma({ version }), KUMA, {}, DRAINS_0];
const consul = (version: string): Row =>
  [`Consul ${version}`, Mesh.consul({ version }), {}, { ...CONSUL, [CONSUL_SWITCH]: 'true', [CONSUL_DRAIN]: '5' }, DRAINS_5];

const NATIVE: Row[] = [
  linkerd('2.15', ALPHA), linkerd('2.16', ALPHA), linkerd('2.17', ALPHA), linkerd('2.18', ALPHA), linkerd('2.19', BETA), linkerd('2.20', GA),
  linkerd('edge-23.11.4', ALPHA), linkerd('edge-25.10.2', BETA), linkerd('edge-26.5.2', GA), linkerd('edge-26.8.3', GA),
  ['Linkerd with a drain', Mesh.linkerd({ version: '2.20', drain: Duration.seconds(20) }), {},
    { ...LINKERD, [GA]: 'true', 'config.linkerd.io/shutdown-grace-period': '20s' }, 30 + 20 + 2],
  ['Linkerd with CNI', Mesh.linkerd({ version: '2.20', cni: true }), {}, { ...LINKERD, ...LINKERD_DRAIN, [GA]: 'true' }, DRAINS_5],

  istio('1.19', {}, DRAINS_5), istio('1.20', {}, DRAINS_5), istio('1.21', {}, DRAINS_0), istio('1.22', {}, DRAINS_0), istio('1.23', {}, DRAINS_0),
  istio('1.24', { [ISTIO_SWITCH]: 'true' }, DRAINS_0), istio('1.25', { [ISTIO_SWITCH]: 'true' }, DRAINS_0), istio('1.26', { [ISTIO_SWITCH]: 'true' }, DRAINS_0),
  istio('1.27', { [ISTIO_SWITCH]: 'true' }, DRAINS_0), istio('1.28', { [ISTIO_SWITCH]: 'true' }, DRAINS_0), istio('1.29', { [ISTIO_SWITCH]: 'true' }, DRAINS_0),
  istio('1.30', { [ISTIO_SWITCH]: 'true' }, DRAINS_0), istio('1.31', { [ISTIO_SWITCH]: 'true' }, DRAINS_0),
  ['Istio with a revision', Mesh.istio({ version: '1.29', revision: 'canary' }), { ...ISTIO, 'istio.io/rev': 'canary' }, { [ISTIO_SWITCH]: 'true' }, DRAINS_0],

  kuma('2.7'), kuma('2.8'), kuma('2.9'), kuma('2.10'), kuma('2.11'), kuma('2.12'), kuma('2.13'), kuma('2.14'),

  consul('1.9'), consul('2.0'),
  ['Consul with a drain', Mesh.consul({ version: '1.9', drain: Duration.seconds(12) }), {},
    { ...CONSUL, [CONSUL_SWITCH]: 'true', [CONSUL_DRAIN]: '12' }, 30 + 12 + 2],

  ['Dapr 1.18', Mesh.dapr({ version: '1.18', appId: 'orders' }), {}, { ...DAPR, [DAPR_SWITCH]: 'true' }, DRAINS_5],
  ['Dapr with a port and a drain', Mesh.dapr({ version: '1.18', appId: 'orders', appPort: 8080, drain: Duration.seconds(9) }), {},
    { ...DAPR, [DAPR_SWITCH]: 'true', 'dapr.io/app-port': '8080', 'dapr.io/graceful-shutdown-seconds': '9' }, 30 + 9 + 2],
];

/** An ordinary proxy is told to stop together with the app, so that the longer of the two counts. */
const NOT_NATIVE: Row[] = [
  ['Linkerd 2.14', Mesh.linkerd({ version: '2.14', nativeSidecar: false }), {}, LINKERD, 120 + 2],
  ['Linkerd 2.19', Mesh.linkerd({ version: '2.19', nativeSidecar: false }), {}, { ...LINKERD, [BETA]: 'false' }, 120 + 2],
  ['Linkerd 2.20', Mesh.linkerd({ version: '2.20', nativeSidecar: false }), {}, { ...LINKERD, [GA]: 'false' }, 120 + 2],
  ['Istio 1.18', Mesh.istio({ version: '1.18', nativeSidecar: false }), ISTIO, {}, 30 + 2],
  ['Istio 1.23', Mesh.istio({ version: '1.23', nativeSidecar: false }), ISTIO, {}, 30 + 2],
  ['Istio 1.29', Mesh.istio({ version: '1.29', nativeSidecar: false }), ISTIO, { [ISTIO_SWITCH]: 'false' }, 30 + 2],
  ['Consul 1.8', Mesh.consul({ version: '1.8', nativeSidecar: false }), {}, CONSUL, 30 + 2],
  ['Consul 1.9', Mesh.consul({ version: '1.9', nativeSidecar: false }), {}, { ...CONSUL, [CONSUL_SWITCH]: 'false' }, 30 + 2],
  ['Dapr 1.17', Mesh.dapr({ version: '1.17', appId: 'orders', nativeSidecar: false }), {}, DAPR, 30 + 2],
  ['Dapr 1.18', Mesh.dapr({ version: '1.18', appId: 'orders', nativeSidecar: false }), {}, { ...DAPR, [DAPR_SWITCH]: 'false' }, 30 + 2],
];

describe.each(Object.entries(MESHED))('what stands on the pod template of a %s', (_construct, make) => {
  test.each(NATIVE)('in %s', (_title, mesh, labels, annotations, grace) => {
    expect(marksOf(make(chartIn(), mesh))).toEqual({ labels, annotations, grace });
  });

  test.each(NOT_NATIVE)('in %s, not native', (_title, mesh, labels, annotations, grace) => {
    expect(marksOf(make(chartIn(), mesh))).toEqual({ labels, annotations, grace });
  });
});
