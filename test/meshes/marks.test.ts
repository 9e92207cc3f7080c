import { Duration } from 'cdk8s';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Mesh } from '../../src/meshes/mesh';

type Marks = { readonly [key: string]: string };

const LINKERD = { 'linkerd.io/inject': 'enabled' };
const DRAIN_5 = { 'config.linkerd.io/shutdown-grace-period': '5s' };
const ALPHA = 'config.alpha.linkerd.io/proxy-enable-native-sidecar';
const BETA = 'config.beta.linkerd.io/proxy-enable-native-sidecar';
const GA = 'config.linkerd.io/proxy-enable-native-sidecar';

describe.each([['Deployment', false], ['Job', true]])('the pod template of a %s', (_, isJob) => {
  function expectMarks(mesh: Mesh, labels: Marks, annotations: Marks): void {
    const membership = mesh.join({ isJob, kubernetes: KubernetesVersion.DEFAULT });
    expect({ labels: membership.labels, annotations: membership.annotations }).toEqual({ labels, annotations });
  }

  describe('Linkerd', () => {
    test.each([
      ['2.15', ALPHA], ['2.16', ALPHA], ['2.17', ALPHA], ['2.18', ALPHA], ['2.18.4', ALPHA], ['2.19', BETA], ['2.20', GA], ['v2.20.1', GA],
      ['edge-23.11.4', ALPHA], ['edge-24.11.8', ALPHA], ['edge-25.10.1', ALPHA], ['edge-25.10.2', BETA], ['edge-26.5.1', BETA], ['edge-26.5.2', GA],
      ['edge-26.8.3', GA],
    ])('%s', (version, key) => {
      expectMarks(Mesh.linkerd({ version }), {}, { ...LINKERD, ...DRAIN_5, [key]: 'true' });
      expectMarks(Mesh.linkerd({ version, nativeSidecar: false }), {}, { ...LINKERD, [key]: 'false' });
    });

    test('2.14 has no switch', () => expectMarks(Mesh.linkerd({ version: '2.14', nativeSidecar: false }), {}, LINKERD));

    test('CNI changes nothing on the pod', () => expectMarks(Mesh.linkerd({ version: '2.20', cni: true }), {}, { ...LINKERD, ...DRAIN_5, [GA]: 'true' }));

    test.each([
      ['20s', Duration.seconds(20)],
      ['120s', Duration.minutes(2)],
      ['1500ms', Duration.millis(1500)],
      ['0s', Duration.seconds(0)],
    ])('a drain of %s', (value, drain) => {
      expectMarks(Mesh.linkerd({ version: '2.20', drain }), {}, { ...LINKERD, [GA]: 'true', 'config.linkerd.io/shutdown-grace-period': value });
    });

    test('a drain without a native proxy', () => {
      expectMarks(Mesh.linkerd({ version: '2.20', nativeSidecar: false, drain: Duration.seconds(40) }), {},
        { ...LINKERD, [GA]: 'false', 'config.linkerd.io/shutdown-grace-period': '40s' });
    });
  });

  describe('Istio', () => {
    const INJECT = { 'sidecar.istio.io/inject': 'true' };

    test.each(['1.24', '1.25', '1.26', '1.27', '1.28', '1.29', '1.29.1', '1.30', '1.31', '1.31.0-rc.0'])('%s', version => {
      expectMarks(Mesh.istio({ version }), INJECT, { 'sidecar.istio.io/nativeSidecar': 'true' });
      expectMarks(Mesh.istio({ version, nativeSidecar: false }), INJECT, { 'sidecar.istio.io/nativeSidecar': 'false' });
    });

    test.each(['1.19', '1.20', '1.21', '1.22', '1.23', '1.23.9'])('%s has no switch for a single workload', version => {
      expectMarks(Mesh.istio({ version }), INJECT, {});
      expectMarks(Mesh.istio({ version, nativeSidecar: false }), INJECT, {});
    });

    test('1.18 knows nothing native', () => expectMarks(Mesh.istio({ version: '1.18', nativeSidecar: false }), INJECT, {}));

    test('a revision is a label', () => {
      expectMarks(Mesh.istio({ version: '1.29', revision: 'canary' }), { ...INJECT, 'istio.io/rev': 'canary' }, { 'sidecar.istio.io/nativeSidecar': 'true' });
    });
  });

  describe('Kuma', () => {
    test.each(['2.7', '2.8', '2.9', '2.10', '2.11', '2.12', '2.13', '2.13.10', '2.14', '2.14.3'])('%s', version => {
      expectMarks(Mesh.kuma({ version }), { 'kuma.io/sidecar-injection': 'enabled' }, {});
    });

    test('CNI changes nothing on the pod', () => {
      expectMarks(Mesh.kuma({ version: '2.14', cni: true }), { 'kuma.io/sidecar-injection': 'enabled' }, {});
    });
  });

  describe('Consul', () => {
    const INJECT = { 'consul.hashicorp.com/connect-inject': 'true' };
    const SWITCH = 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar';
    const DRAIN = 'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds';

    test.each(['1.9', '1.9.11', '2.0', '2.0.3'])('%s', version => {
      expectMarks(Mesh.consul({ version }), {}, { ...INJECT, [SWITCH]: 'true', [DRAIN]: '5' });
      expectMarks(Mesh.consul({ version, nativeSidecar: false }), {}, { ...INJECT, [SWITCH]: 'false' });
    });

    test('1.8 has no switch', () => expectMarks(Mesh.consul({ version: '1.8', nativeSidecar: false }), {}, INJECT));

    test.each([
      ['0', Duration.seconds(0)],
      ['2', Duration.millis(1500)],
      ['60', Duration.minutes(1)],
    ])('a drain of %s', (value, drain) => {
      expectMarks(Mesh.consul({ version: '1.9', drain }), {}, { ...INJECT, [SWITCH]: 'true', [DRAIN]: value });
    });
  });

  describe('Dapr', () => {
    const ENABLED = { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'orders' };

    test.each(['1.18', '1.18.3'])('%s', version => {
      expectMarks(Mesh.dapr({ version, appId: 'orders' }), {}, { ...ENABLED, 'dapr.io/enable-native-sidecar': 'true' });
      expectMarks(Mesh.dapr({ version, appId: 'orders', nativeSidecar: false }), {}, { ...ENABLED, 'dapr.io/enable-native-sidecar': 'false' });
    });

    test('1.17 has no switch', () => expectMarks(Mesh.dapr({ version: '1.17', appId: 'orders', nativeSidecar: false }), {}, ENABLED));

    test('a port and a drain', () => {
      expectMarks(Mesh.dapr({ version: '1.18', appId: 'orders', appPort: 8080, drain: Duration.seconds(12) }), {},
        { ...ENABLED, 'dapr.io/enable-native-sidecar': 'true', 'dapr.io/app-port': '8080', 'dapr.io/graceful-shutdown-seconds': '12' });
    });
  });
});
