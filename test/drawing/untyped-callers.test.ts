import { DELETED, WEB } from './pods';
import { LifecycleTesting, PodLifecycle, Timeline, TimelineComparison } from '../../src';
import { chartIn, deploymentIn } from '../sidecars/support';

const timeline = Timeline.of(WEB, DELETED);
const comparison = TimelineComparison.of(timeline, timeline);

function web() {
  const chart = chartIn();
  deploymentIn(chart);
  return chart;
}

test.each<[string, () => unknown, string]>([
  ['a number as title', () => timeline.toSvg({ title: 5 as any }), "'title' of the picture of a timeline is 5: set a string"],
  ['a title alone', () => timeline.toMermaid('Web' as any), "the properties of the picture of a timeline are 'Web': pass an object"],
  ['a title of a comparison', () => comparison.toSvg({ title: [] as any }), "'title' of the picture of a timeline is a list: set a string"],
  ['a width as text', () => timeline.toText({ width: 'x' as any }), "'width' of the text of a timeline is 'x': set a number"],
  ['a typing error', () => comparison.toText({ widht: 80 } as any), "the text of a timeline has no property 'widht': set 'width'"],
  ['no pod', () => Timeline.of(undefined as any), "the pod of a timeline is missing: set a Pod, for example LifecycleTesting.pod(chart, 'Deployment/web')"],
  ['a manifest as pod', () => Timeline.of({ kind: 'Pod' } as any), "the pod of a timeline is an object: set a Pod, for example LifecycleTesting.pod(chart, 'Deployment/web')"],
  ['no timeline', () => TimelineComparison.of(timeline, undefined as any), "the timeline after the change is missing: set a Timeline, for example LifecycleTesting.timeline(chart, 'Deployment/web')"],
  ['no chart', () => LifecycleTesting.timeline(undefined as any, 'Job'), 'the chart of LifecycleTesting is missing: set a Chart, for example Testing.chart()'],
  ['a version as text', () => LifecycleTesting.timeline(web(), 'Deployment', { kubernetes: '1.36' as any }), "'kubernetes' of the scenario is '1.36': set a KubernetesVersion, for example KubernetesVersion.of('1.34')"],
  ['a number as scenario', () => Timeline.of(WEB, 5 as any), 'the scenario is 5: set an object, for example { deleteAt: 60 }'],
  ['a number as behavior', () => Timeline.of(WEB, { containers: { app: 5 as any } }), "container 'app' of the scenario is 5: set an object, for example { shutdown: 3 }"],
  ['a list of behaviors', () => Timeline.of(WEB, { containers: [] as any }), "'containers' of the scenario is a list: set an object that maps each container name to what its program does, for example { app: { shutdown: 3 } }"],
  ['feature gates as a word', () => PodLifecycle.of(deploymentIn(chartIn())).timeline({ featureGates: 'EnvFiles' as any }), "'featureGates' of the scenario is 'EnvFiles': set a list of strings, for example ['first', 'second']"],
  ['a number as scenario of a lifecycle', () => PodLifecycle.of(deploymentIn(chartIn())).timeline(5 as any), 'the scenario is 5: set an object, for example { deleteAt: 60 }'],
])('%s gets a sentence', (_, call, sentence) => {
  expect(call).toThrow(new Error(sentence));
});

test('null is the same as nothing', () => {
  expect(timeline.toText(null as any)).toBe(timeline.toText());
  expect(timeline.toText({ width: null as any, ascii: null as any })).toBe(timeline.toText());
  expect(timeline.toSvg({ title: null as any })).toBe(timeline.toSvg());
  expect([timeline.toMermaid(null as any), comparison.toMermaid(null as any)]).toEqual([timeline.toMermaid(), comparison.toMermaid()]);
  expect(LifecycleTesting.timeline(web(), 'Deployment', null as any).outcome).toBe('running');
  expect(PodLifecycle.of(deploymentIn(chartIn())).timeline(null as any).outcome).toBe('deleted');
  expect(Timeline.of(WEB, { ...DELETED, containers: { app: null as any } }).outcome).toBe('deleted');
});
