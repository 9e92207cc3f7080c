import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { catalog, KubernetesVersion, NativeSidecar, PodLifecycle, StartupGate } from '../../src';
import { explainPod } from '../../src/core/explain/explain-pod';
import { podsIn } from '../../src/core/pods';
import { World } from '../../src/core/world';
import { WorkloadKinds } from '../../src/kubernetes/workload-kinds';
import { parseText } from '../../src/yaml/parse';

const ANNOTATION = 'cdk8s-sidecars/shutdown-seconds';
const PROXY = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';

interface Given {
  readonly app?: number;
  readonly sidecar?: number;
  readonly image?: string;
  readonly args?: string[];
  readonly gracePeriod?: number;
}

/** A server with one sidecar, and the times that code declares. */
function server({ app, sidecar, image = 'ghcr.io/acme/relay:1.0.0', args, gracePeriod }: Given) {
  const chart = new Chart(new App(), 'shop');
  const workload = new kplus.Deployment(chart, 'web', {
    containers: [{ name: 'app', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }],
    terminationGracePeriod: gracePeriod === undefined ? undefined : Duration.seconds(gracePeriod),
  });
  new NativeSidecar(workload, 'relay', {
    image, args, startup: StartupGate.httpGet('/ready', 9000), shutdown: sidecar === undefined ? undefined : Duration.seconds(sidecar),
  });
  const life = PodLifecycle.of(workload, { shutdown: app === undefined ? undefined : Duration.seconds(app) });
  return { chart, life };
}

function annotationOf(chart: Chart): string | undefined {
  return Testing.synth(chart)[0].spec.template.metadata.annotations[ANNOTATION];
}

/** What `explain` makes of the written manifest. */
function explained(chart: Chart) {
  const { documents } = parseText('shop.k8s.json', JSON.stringify(Testing.synth(chart)[0]));
  const [located] = podsIn(documents).pods;
  return explainPod(located, World.of(documents, { kubernetes: KubernetesVersion.DEFAULT, programs: [], workloads: WorkloadKinds.KNOWN }));
}

test.each<[string, Given, string | undefined]>([
  ['nothing is declared', {}, undefined],
  ['what is declared is the default', { app: 30, sidecar: 5 }, undefined],
  ['the program is known to need what is declared', { sidecar: 2, image: PROXY }, undefined],
  ['a flag tells what is declared', { sidecar: 10, image: PROXY, args: ['--max-sigterm-delay=9s'] }, undefined],
  ['an app declares its time', { app: 20 }, 'app=20'],
  ['a sidecar declares its time', { sidecar: 12 }, 'relay=12'],
  ['a program is declared to need longer than it is known to', { sidecar: 5, image: PROXY }, 'relay=5'],
  ['both declare theirs', { app: 45, sidecar: 3 }, 'app=45,relay=3'],
  ['the given grace period leaves the default', { app: 30, sidecar: 5, gracePeriod: 60 }, undefined],
  ['the given grace period leaves more than the default', { app: 40, sidecar: 5, gracePeriod: 60 }, 'app=40'],
])('the annotation carries what a reader cannot know: %s', (_when, given, expected) => {
  expect(annotationOf(server(given).chart)).toBe(expected);
});

test('the annotation carries the time of an ordinary helper, which a reader assumes to stop as fast as a sidecar', () => {
  const chart = new Chart(new App(), 'shop');
  const workload = new kplus.Deployment(chart, 'web', {
    containers: [
      { name: 'app', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080, envVariables: { DB: kplus.EnvValue.fromValue('localhost:5432') } },
      { name: 'db', image: PROXY, args: ['--max-sigterm-delay=$(DELAY)'] },
    ],
  });
  PodLifecycle.of(workload, { shutdown: Duration.seconds(30) });

  expect(annotationOf(chart)).toBe('db=30');
  expect(explained(chart).timeline.stopSeconds()).toBe(30);
});

test.each<[string, Given]>([
  ['no time', {}],
  ['a known program', { image: PROXY }],
  ['a program that drains for a minute', { image: 'timberio/vector:0.57.0-alpine' }],
  ['the time of the app', { app: 20 }],
  ['the time of the sidecar', { sidecar: 12 }],
  ['another time than the program needs', { app: 7, sidecar: 9, image: PROXY }],
  ['times and a grace period', { app: 40, sidecar: 10, gracePeriod: 70 }],
])('explain of the written manifest tells the timeline of the construct: %s', (_what, given) => {
  const { chart, life } = server(given);

  const { timeline, pod } = explained(chart);

  expect(timeline.toText()).toBe(life.timeline().toText());
  expect(pod.gracePeriodSeconds).toBe(life.gracePeriod.toSeconds());
  const stops = life.budget.entries.map(entry => [entry.container, entry.shutdown]);
  const played = stops.map(([container]) => {
    const events = timeline.eventsOf(container as string);
    return [container, events.find(event => event.event === 'exited')!.at - events.find(event => event.event === 'sigterm')!.at];
  });
  expect(played).toEqual(stops);
});

test('a sidecar without a declared time counts with what is known of its program', () => {
  expect(server({ image: PROXY }).life.budget.explain()).toContain('relay shutdown 2 s');
  expect(server({}).life.budget.explain()).toContain('relay shutdown 5 s');
});

test('an annotation of the user stays, and is completed', () => {
  const { chart, life } = server({ app: 20 });
  chart.node.findAll().filter((one): one is kplus.Deployment => one instanceof kplus.Deployment)[0].podMetadata.addAnnotation(ANNOTATION, 'relay=3');

  expect(annotationOf(chart)).toBe('app=20,relay=3');
  expect(life.timeline().toText()).toBe(explained(chart).timeline.toText());
});

test('the preset of a program that is known needs no annotation', () => {
  const chart = new Chart(new App(), 'shop');
  const workload = new kplus.Deployment(chart, 'web', { containers: [{ name: 'app', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  new catalog.CloudSqlProxy(workload, 'db', { instance: 'acme:europe-west1:orders' });

  expect(Testing.synth(chart)[0].spec.template.metadata.annotations[ANNOTATION]).toBeUndefined();
});
