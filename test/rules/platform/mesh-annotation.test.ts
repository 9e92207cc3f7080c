import { Mesh } from '../../../src/meshes/mesh';
import { Severity } from '../../../src/rules/engine/finding';
import { meshAnnotation } from '../../../src/rules/platform/mesh-annotation';
import { jobOf, podOf } from '../../simulator/pods';
import { offenses, offensesInMesh, says, saysInMesh } from '../check';
import { annotated, annotatedJob, CONSUL, ISTIO, ISTIO_LEGACY, KUMA, LINKERD, LINKERD_LEGACY } from '../meshes';

const WAIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';
const HOLD = { 'proxy.istio.io/config': '{ "holdApplicationUntilProxyStarts": true }' };
const NO_AWAIT = { 'config.linkerd.io/proxy-await': 'disabled' };
const DEBUG = { 'config.linkerd.io/enable-debug-sidecar': 'true' };

describe('an annotation that is misspelt or that nothing reads', () => {
  test.each([
    ['config.linkerd.io/proxy-native-sidecar', 'nothing reads this name: write config.linkerd.io/proxy-enable-native-sidecar'],
    ['sidecar.istio.io/native-side', 'nothing reads this name: write sidecar.istio.io/nativeSidecar'],
    ['io.cilium/nativeSidecar', 'Cilium has no sidecar, and no switch that makes one native: remove it'],
    ['kuma.io/native-sidecar', 'Kuma has no switch for a single workload: the control plane decides: remove it'],
    ['kuma.io/sidecar-injection', 'Kuma reads it as a label, not as an annotation: write it as a label'],
    ['sidecar.opentelemetry.io/nativeSidecar', 'the OpenTelemetry operator has no switch: it is native by itself: remove it'],
    ['vault.hashicorp.com/agent-native-sidecar', "Vault's injector has no native agent: remove it"],
  ])('%s offends, in a mesh or not, and is an error unless another mesh is meant', (key, rest) => {
    const message = `NS606 the annotation '${key}' does not work as intended: ${rest}`;

    expect(says(meshAnnotation, annotated({ [key]: 'true' }))).toEqual([message]);
    expect(offensesInMesh(meshAnnotation, LINKERD, annotated({ [key]: 'true' })).map(offense => offense.severity)).toEqual([/istio|kuma/.test(key) ? Severity.WARNING : Severity.ERROR]);
  });
});

test('an annotation that is deprecated is still read, and only worth knowing', () => {
  expect(offenses(meshAnnotation, annotated({ 'sidecar.istio.io/inject': 'true' }))).toMatchObject([{
    message: "the annotation 'sidecar.istio.io/inject' is deprecated: Istio still reads it, but a label with the same name takes precedence",
    fix: 'write it as a label',
    severity: Severity.INFO,
  }]);
});

test('beside the label, which wins, the deprecated annotation is not worth a word', () => {
  expect(offensesInMesh(meshAnnotation, ISTIO, annotated({ 'sidecar.istio.io/inject': 'true' }))).toEqual([]);
});

describe('a workaround', () => {
  test('that takes the gate from a native proxy offends', () => {
    expect(saysInMesh(meshAnnotation, LINKERD, annotated(NO_AWAIT))).toEqual([
      "NS606 the annotation 'config.linkerd.io/proxy-await' does not work as intended: "
      + 'it removes the startup probe of a native proxy, so the app may start before the proxy is ready: remove it',
    ]);
    expect(saysInMesh(meshAnnotation, LINKERD_LEGACY, annotated(NO_AWAIT))).toEqual([]);
  });

  test.each([
    ['2.19', Severity.ERROR, 'Linkerd rejects a native proxy with this annotation', 'remove it: a native proxy stops after the app by itself'],
    ['2.20', Severity.WARNING, 'Linkerd ignores it for a native proxy', 'remove it'],
  ])('that waits before the exit offends with Linkerd %s: %s', (version, severity, why, fix) => {
    const mesh = Mesh.linkerd({ version });

    expect(offensesInMesh(meshAnnotation, mesh, annotated({ [WAIT]: '20' }))).toEqual([{
      at: { path: ['metadata', 'annotations', WAIT] }, message: `the annotation '${WAIT}' does not work as intended: ${why}`, fix, severity,
    }]);
  });

  test('that waits before the exit of an ordinary proxy does not', () => {
    expect(saysInMesh(meshAnnotation, LINKERD_LEGACY, annotated({ [WAIT]: '20' }))).toEqual([]);
  });

  test('that holds the app back does so in vain, and that is a warning', () => {
    expect(offensesInMesh(meshAnnotation, ISTIO, annotated(HOLD))).toEqual([{
      at: { path: ['metadata', 'annotations', 'proxy.istio.io/config'] },
      message: "the annotation 'proxy.istio.io/config' does not work as intended: Istio ignores holdApplicationUntilProxyStarts for a native proxy: its startup probe delays the app",
      fix: 'remove holdApplicationUntilProxyStarts',
      severity: Severity.WARNING,
    }]);
    expect(saysInMesh(meshAnnotation, ISTIO_LEGACY, annotated(HOLD))).toEqual([]);
  });

  test("such as Linkerd's debug sidecar keeps a Job alive, and no other pod", () => {
    const message = "NS606 the annotation 'config.linkerd.io/enable-debug-sidecar' does not work as intended: "
      + 'the debug sidecar is an ordinary container that never exits, so the Job never completes: remove it';

    expect([...says(meshAnnotation, annotatedJob(DEBUG)), ...saysInMesh(meshAnnotation, LINKERD, annotatedJob(DEBUG))]).toEqual([message, message]);
    expect(saysInMesh(meshAnnotation, LINKERD, annotated(DEBUG))).toEqual([]);
  });
});

describe('what the user wrote otherwise than the mesh needs it', () => {
  test('offends', () => {
    expect(saysInMesh(meshAnnotation, LINKERD, annotated({ 'linkerd.io/inject': 'disabled', 'config.linkerd.io/shutdown-grace-period': '60s' }))).toEqual([
      "NS606 'linkerd.io/inject' is 'disabled' on the pod, but joining Linkerd requires 'enabled': "
      + 'remove it: the options of the mesh set it',
      "NS606 'config.linkerd.io/shutdown-grace-period' is '60s' on the pod, but joining Linkerd requires '5s': "
      + 'remove it: the options of the mesh set it',
    ]);
  });

  test('does not if it is the same, or of no concern to the mesh', () => {
    expect(saysInMesh(meshAnnotation, LINKERD, annotated({ 'linkerd.io/inject': 'enabled', 'config.linkerd.io/skip-outbound-ports': '3306' }))).toEqual([]);
  });
});

describe("a pod on its node's network", () => {
  const HOST = podOf([{ name: 'web' }], [], { hostNetwork: true });

  test.each([['Linkerd', LINKERD], ['Istio', ISTIO]])('offends in %s, which injects nothing there', (name, mesh) => {
    expect(saysInMesh(meshAnnotation, mesh, HOST)).toEqual([
      `NS606 the pod uses hostNetwork, and ${name} does not inject such pods: remove hostNetwork, or keep the pod out of the mesh`,
    ]);
  });

  test('does not in Kuma and Consul, and is no concern in no mesh', () => {
    expect([...saysInMesh(meshAnnotation, KUMA, HOST), ...saysInMesh(meshAnnotation, CONSUL, HOST), ...says(meshAnnotation, HOST)]).toEqual([]);
  });
});

test('pods without such annotations are no concern', () => {
  expect([...says(meshAnnotation, jobOf([{ name: 'work' }])), ...saysInMesh(meshAnnotation, ISTIO, annotated({ 'acme.example/team': 'shop' }))]).toEqual([]);
});
