import { inTypeScript } from '../../../src/data/language';
import { ignoredAnnotation } from '../../../src/knowledge/meshes/ignored-annotations';
import { LINKERD } from '../../../src/knowledge/meshes/linkerd';
import { meshVersion } from '../../../src/knowledge/meshes/mesh-facts';

const NATIVE = { native: true, job: false };
const LEGACY = { native: false, job: false };
const linkerd = (version: string) => ({ ...NATIVE, mesh: { facts: LINKERD, version: meshVersion(LINKERD, version, true, inTypeScript) } });

const WAIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';

describe('annotations that do not do what they seem to', () => {
  test.each([
    ['config.linkerd.io/proxy-native-sidecar', 'true', LEGACY, 'write config.linkerd.io/proxy-enable-native-sidecar'],
    ['sidecar.istio.io/native-side', 'true', LEGACY, 'write sidecar.istio.io/nativeSidecar'],
    ['kuma.io/sidecar-injection', 'enabled', LEGACY, 'write it as a label'],
    ['sidecar.istio.io/inject', 'true', LEGACY, 'write it as a label'],
    ['io.cilium/nativeSidecar', 'true', LEGACY, 'remove it'],
    ['config.cilium.io/native-sidecar', 'true', LEGACY, 'remove it'],
    ['kuma.io/native-sidecar', 'true', LEGACY, 'remove it'],
    ['sidecar.opentelemetry.io/nativeSidecar', 'true', LEGACY, 'remove it'],
    ['vault.hashicorp.com/agent-native-sidecar', 'true', LEGACY, 'remove it'],
    ['config.linkerd.io/proxy-await', 'disabled', NATIVE, 'remove it'],
    [WAIT, '10', linkerd('2.19'), 'remove it: a native proxy stops after the app by itself'],
    [WAIT, '10', linkerd('2.20'), 'remove it'],
    ['config.linkerd.io/proxy-admin-shutdown', 'enabled', NATIVE, 'remove it'],
    ['config.linkerd.io/enable-debug-sidecar', 'true', { native: true, job: true }, 'remove it'],
    ['proxy.istio.io/config', '{ "holdApplicationUntilProxyStarts": true }', NATIVE, 'remove holdApplicationUntilProxyStarts'],
    ['proxy.istio.io/config', 'holdApplicationUntilProxyStarts: true', NATIVE, 'remove holdApplicationUntilProxyStarts'],
    ['kuma.io/wait-for-dataplane-ready', 'true', NATIVE, 'remove it'],
    ['kuma.io/init-first', 'true', NATIVE, 'remove it'],
    ['dapr.io/block-shutdown-duration', '10s', NATIVE, 'remove it'],
    ['vault.hashicorp.com/agent-init-first', 'true', NATIVE, 'remove it'],
  ])('%s: %s', (key, value, setting, fix) => {
    expect(ignoredAnnotation(key, value, setting)?.fix).toBe(fix);
  });

  test.each([
    ['config.linkerd.io/proxy-enable-native-sidecar', 'true', NATIVE],
    ['config.linkerd.io/shutdown-grace-period', '5s', NATIVE],
    ['config.linkerd.io/proxy-await', 'enabled', NATIVE],
    ['config.linkerd.io/proxy-await', 'disabled', LEGACY],
    ['config.linkerd.io/enable-debug-sidecar', 'true', NATIVE],
    ['config.linkerd.io/enable-debug-sidecar', 'false', { native: true, job: true }],
    ['sidecar.istio.io/nativeSidecar', 'true', NATIVE],
    ['proxy.istio.io/config', 'drainDuration: 45s', NATIVE],
    ['proxy.istio.io/config', 'holdApplicationUntilProxyStarts: true', LEGACY],
    ['dapr.io/enable-native-sidecar', 'true', NATIVE],
    ['kuma.io/sidecar-drain-time', '30s', NATIVE],
    ['acme.example/kuma.io-native-sidecar', 'true', NATIVE],
    [WAIT, '10', LEGACY],
    [WAIT, '10', NATIVE],
  ])('%s: %s is left alone', (key, value, setting) => {
    expect(ignoredAnnotation(key, value, setting)).toBeUndefined();
  });

  test('waiting before the exit breaks injection up to Linkerd 2.19, and does nothing from 2.20', () => {
    expect(ignoredAnnotation(WAIT, '10', linkerd('2.15'))?.harmful).toBe(true);
    expect(ignoredAnnotation(WAIT, '10', linkerd('edge-26.5.1'))?.harmful).toBe(true);
    expect(ignoredAnnotation(WAIT, '10', linkerd('edge-26.5.2'))?.harmful).toBe(false);
  });
});
