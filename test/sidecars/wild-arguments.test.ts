import { Duration } from 'cdk8s';
import { chartIn, deploymentIn } from './support';
import {
  Budget, catalog, EffectiveResources, KubernetesFeature, KubernetesVersion, Mesh, NativeSidecar, PodLifecycle, PodModel,
  SidecarImages, StartupGate, WorkloadMixin,
} from '../../src';

/** What no type allows, and what JavaScript itself cannot turn into a text or into JSON. */
const circle: { [key: string]: unknown } = { a: 1 };
circle.self = circle;
const WILD: readonly (readonly [string, unknown])[] = [
  ['a symbol', Symbol('wild')], ['a list of symbols', [Symbol('wild')]], ['a big integer', 10n], ['a list of big integers', [10n]], ['a function', () => 1], ['a class', class Wild {}],
  ['an object without a prototype', Object.create(null)], ['an object that is no text', { toString: 1, valueOf: 2 }], ['a circle', circle], ['null', null],
  ['not a number', NaN], ['an empty text', ''], ['a frozen object', Object.freeze({})], ['the name of a prototype', '__proto__'], ['a map', new Map([[1, 2]])],
];

const sidecar = () => new NativeSidecar(deploymentIn(chartIn()), 'helper', { image: 'ghcr.io/acme/helper:1.0.0', startup: StartupGate.tcpSocket(80) });
const lifecycle = () => PodLifecycle.of(deploymentIn(chartIn()));
const preset = (name: keyof typeof catalog, props: object) => new (catalog[name] as any)(deploymentIn(chartIn()), 'helper', props);

/** Entry points that are given a value by hand, not as a property of a construct. */
const CALLS: readonly (readonly [string, (value: any) => unknown])[] = [
  ['KubernetesVersion.of', value => KubernetesVersion.of(value)],
  ['isAtLeast', value => KubernetesVersion.DEFAULT.isAtLeast(value)],
  ['compareTo', value => KubernetesVersion.DEFAULT.compareTo(value)],
  ['supports', value => KubernetesVersion.DEFAULT.supports(value)],
  ['withFeatureGates', value => KubernetesVersion.DEFAULT.withFeatureGates(value)],
  ['PodModel.fromManifest', value => PodModel.fromManifest(value)],
  ['Budget.of', value => Budget.of(value)],
  ['EffectiveResources.of', value => EffectiveResources.of(value)],
  ['acknowledge', value => lifecycle().acknowledge(value, 'a reason')],
  ['timeline', value => lifecycle().timeline({ deleteAt: value })],
  ['mirror', value => SidecarImages.of(chartIn()).mirror(value)],
  ['applyTo', value => WorkloadMixin.mesh(Mesh.istio({ version: '1.29' })).applyTo(value)],
  ['WorkloadMixin.mesh', value => WorkloadMixin.mesh(value)],
  ['Mesh.join', value => Mesh.istio({ version: '1.29' }).join(value)],
  ['addOverlay', value => sidecar().addOverlay(value)],
  ['removeField', value => sidecar().removeField(value)],
  ['addConfigMap', value => sidecar().addConfigMap('config', value)],
  ['StartupGate.httpGet', value => StartupGate.httpGet('/ready', 80, value)],
  ['StartupGate.grpc', value => StartupGate.grpc(80, value)],
  ['config of a preset', value => preset('OtelCollector', { exporters: [catalog.OtelExporter.debug()], config: value })],
  ['config of Fluent Bit', value => preset('FluentBit', { outputs: [{ plugin: 'stdout' }], config: value })],
  ['OtelExporter.otlpGrpc', value => catalog.OtelExporter.otlpGrpc(value)],
  ['OtelExporter.otlpHttp', value => catalog.OtelExporter.otlpHttp(value)],
  ['OtelExporter.custom', value => catalog.OtelExporter.custom(value, {})],
  ['settings of an exporter', value => catalog.OtelExporter.custom('loki', value)],
  ['OtelProcessor.custom', value => catalog.OtelProcessor.custom('batch', {}, value)],
  ['OtelReceiver.custom', value => catalog.OtelReceiver.custom(value, {}, [catalog.OtelSignal.TRACES])],
  ['OtelReceiver.prometheus', value => catalog.OtelReceiver.prometheus(8080, value)],
  ['VaultTemplate.field', value => catalog.VaultTemplate.field(value, 'kv/data/shop', 'password')],
  ['VaultAuth.kubernetes', value => catalog.VaultAuth.kubernetes(value)],
];

test.each(CALLS)('%s takes a wild value or refuses it with a sentence', (_name, call) => {
  const raw = WILD.flatMap(([what, value]) => {
    try {
      call(value);
      return [];
    } catch (error) {
      const { name, message } = error as Error;
      return name === 'Error' && !/Cannot (read|convert)|is not (a function|iterable)|circular structure/.test(message) ? [] : [`${what}: ${name}: ${message}`];
    }
  });

  expect(raw).toEqual([]);
});

test.each<[() => unknown, string]>([
  [() => KubernetesVersion.of(Symbol('1.33') as any), "Kubernetes version 'Symbol(1.33)' is not a version: write it like 1.33 or 1.33.2"],
  [() => KubernetesVersion.DEFAULT.supports('Sidecars' as KubernetesFeature), "the feature 'Sidecars' is unknown: pass a KubernetesFeature, for example KubernetesFeature.NATIVE_SIDECARS"],
  [() => KubernetesVersion.DEFAULT.withFeatureGates('A' as any), "the list of feature gates is 'A': set a list of strings, for example ['first', 'second']"],
  [() => preset('Envoy', { appPort: 8080, config: circle }), "'config' of 'helper' contains itself, or nests deeper than 500 levels: set plain data"],
  [() => Budget.of({} as any), 'the pod of a budget is an object: set a PodModel, for example PodModel.fromManifest(manifest)'],
  [() => WorkloadMixin.checks().applyTo(Duration.seconds(1) as any), 'the scope of a WorkloadMixin is a Duration: set a construct: an app, a chart or a workload'],
])('the sentence tells what to pass: %#', (call, message) => {
  expect(call).toThrow(new Error(message));
});
