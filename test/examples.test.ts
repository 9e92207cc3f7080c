import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { App } from 'cdk8s';
import { expectCurrent } from './current-page';
import { buildExample, examplePages, EXAMPLES, livesOf, outputFolder } from '../generate/examples';
import { ROOT } from '../generate/page';
import { KubernetesVersion, LifecycleTesting, PodModel, Scenario, Timeline } from '../src';
import { Recognition } from '../src/recognition/recognition';
import { checkPod } from '../src/rules/rule-book';

describe.each(EXAMPLES)('example %s', name => {
  test('synthesizes exactly what is committed beside it (if you meant the change: npx projen examples:update)', () => {
    const pages = examplePages(name).filter(({ file }) => file.startsWith(outputFolder(name)));

    pages.forEach(expectCurrent);
    expect(readdirSync(join(ROOT, outputFolder(name))).sort()).toEqual(pages.map(({ file }) => basename(file)));
  });

  test('shows its timelines in its README (if you meant the change: npx projen examples:update)', () => {
    const readmes = examplePages(name).filter(({ file }) => basename(file) === 'README.md');

    readmes.forEach(expectCurrent);
    expect(readmes).toHaveLength(1);
  });

  test('breaks no rule, whether the construct or the manifest is asked', () => {
    const app = buildExample(name);
    const lives = livesOf(app);
    const findings = lives.flatMap(life => life.findings);

    const found = podsOf(app).flatMap(pod => checkPod({ pod, kubernetes: lives[0].kubernetes, stops: {}, recognition: new Recognition(pod) }));

    expect([...findings, ...found]).toEqual([]);
  });

  test.each(livesOf(buildExample(name)).map(life => [life.pod.title, life] as const))('has sidecars that are up before the app starts and outlive it: %s', (_, life) => {
    const { pod, kubernetes } = life;

    const timeline = Timeline.of(pod, scenarioFor(pod, kubernetes));

    expect(pod.sidecars).not.toEqual([]);
    for (const { name: sidecar } of pod.sidecars) {
      for (const { name: main } of pod.mains) {
        expect([sidecar, main, timeline.startsBefore(sidecar, main), timeline.outlives(sidecar, main)]).toEqual([sidecar, main, true, true]);
      }
    }
    expect(pod.containers.filter(container => timeline.isKilled(container.name))).toEqual([]);
    expect(timeline.outcome).toBe(pod.job ? 'completed' : 'deleted');
  });

  test('shows one idea in under 30 lines, and the table of examples has it', () => {
    expect(readFileSync(join(ROOT, 'examples', name, 'main.ts'), 'utf8').trimEnd().split('\n').length).toBeLessThan(30);
    expect(readFileSync(join(ROOT, 'examples', 'README.md'), 'utf8')).toContain(`| [${name}](${name}/) |`);
  });
});

test('ordered-sidecars: the migration can use the database proxy, and the metrics wait for the migration', () => {
  const [chart] = buildExample('ordered-sidecars').charts;

  const timeline = LifecycleTesting.timeline(chart, 'Deployment/orders-api', { deleteAt: 60 });

  expect(timeline.pod.containers.map(container => container.name)).toEqual(['db', 'migrate', 'metrics', 'api']);
  expect(timeline.startsBefore('db', 'migrate')).toBe(true);
  expect(timeline.startsBefore('migrate', 'metrics')).toBe(true);
  expect(timeline.outlives('db', 'metrics')).toBe(true);
});

test('include: the sidecar reads the very volume that the legacy app writes its logs to', () => {
  const [chart] = buildExample('include').charts;

  const pod = LifecycleTesting.pod(chart, 'Deployment/billing');

  expect(pod.container('billing').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/var/log/billing' }]);
  expect(pod.container('log-shipper').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/logs', readOnly: true }]);
});

test('job: the Job completes although its proxy has to be killed', () => {
  const [chart] = buildExample('job').charts;

  const timeline = LifecycleTesting.timeline(chart, 'Job/orders-export', {
    containers: { db: { ignoresSigterm: true }, export: { exitsAfter: 20 } },
  });

  expect(timeline.isKilled('db')).toBe(true);
  expect(timeline.completes()).toBe(true);
});

/** Every program needs a moment, and work that is meant to end ends well. */
function scenarioFor(pod: PodModel, kubernetes: KubernetesVersion): Scenario {
  const sidecars = pod.sidecars.map(({ name }) => [name, { gateOpens: 1.5, shutdown: 1 }]);
  const mains = pod.mains.map(({ name }) => [name, pod.job ? { exitsAfter: 20 } : { gateOpens: 1, shutdown: 3 }]);
  return { kubernetes, deleteAt: pod.job ? undefined : 60, containers: Object.fromEntries([...sidecars, ...mains]) };
}

function podsOf(app: App): PodModel[] {
  return app.charts.flatMap(chart => LifecycleTesting.pods(chart));
}
