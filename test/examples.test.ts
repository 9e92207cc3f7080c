import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App } from 'cdk8s';
import { KubernetesVersion, LifecycleTesting, Pod, PodLifecycle, Scenario, Timeline } from '../src';
import { Recognition } from '../src/recognition/recognition';
import { checkPod } from '../src/rules/rule-book';

const EXAMPLES = join(__dirname, '..', 'examples');
const NAMES = readdirSync(EXAMPLES, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name);

/** The timelines in a README. */
const FENCED = /```text\n[^]*?```/g;

/** Set by `npx projen examples:update`: what is committed is written anew instead of compared. */
const UPDATE = process.env.UPDATE_EXAMPLES === '1';

describe.each(NAMES)('example %s', name => {
  const folder = join(EXAMPLES, name);
  const output = join(folder, 'output');
  const readme = join(folder, 'README.md');

  test('synthesizes exactly what is committed beside it (a change that is meant: npx projen examples:update)', () => {
    const synthesized = synthesize(folder);

    update(() => {
      rmSync(output, { recursive: true, force: true });
      mkdirSync(output);
      Object.entries(synthesized).forEach(([file, text]) => writeFileSync(join(output, file), text));
    });

    expect(synthesized).toEqual(filesIn(output));
  });

  test('shows its timeline in its README as it is (a change that is meant: npx projen examples:update)', () => {
    const timelines = livesOf(buildExample(folder)).map(life => fenced(life.timeline().toText()));

    update(() => {
      const rest = [...timelines];
      writeFileSync(readme, readFileSync(readme, 'utf8').replace(FENCED, written => rest.shift() ?? written));
    });

    expect(readFileSync(readme, 'utf8').match(FENCED)).toEqual(timelines);
  });

  test('breaks no rule, whether the construct or the manifest is asked', () => {
    const app = buildExample(folder);
    const lives = livesOf(app);
    const findings = lives.flatMap(life => life.findings);

    const found = podsOf(app).flatMap(pod => checkPod({ pod, kubernetes: lives[0].kubernetes, stops: {}, recognition: new Recognition(pod) }));

    expect([...findings, ...found]).toEqual([]);
  });

  test.each(livesOf(buildExample(folder)).map(life => [life.pod.title, life] as const))('has sidecars that are up before the app starts and outlive it: %s', (_, life) => {
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
    expect(readFileSync(join(folder, 'main.ts'), 'utf8').trimEnd().split('\n').length).toBeLessThan(30);
    expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toContain(`| [${name}](${name}/) |`);
  });
});

test('ordered-sidecars: the migration can use the database proxy, and the metrics wait for the migration', () => {
  const [chart] = buildExample(join(EXAMPLES, 'ordered-sidecars')).charts;

  const timeline = LifecycleTesting.timeline(chart, 'Deployment/orders-api', { deleteAt: 60 });

  expect(timeline.pod.containers.map(container => container.name)).toEqual(['db', 'migrate', 'metrics', 'api']);
  expect(timeline.startsBefore('db', 'migrate')).toBe(true);
  expect(timeline.startsBefore('migrate', 'metrics')).toBe(true);
  expect(timeline.outlives('db', 'metrics')).toBe(true);
});

test('include: the sidecar reads the very volume that the legacy app writes its logs to', () => {
  const [chart] = buildExample(join(EXAMPLES, 'include')).charts;

  const pod = LifecycleTesting.pod(chart, 'Deployment/billing');

  expect(pod.container('billing').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/var/log/billing' }]);
  expect(pod.container('log-shipper').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/logs', readOnly: true }]);
});

test('job: the Job completes although its proxy has to be killed', () => {
  const [chart] = buildExample(join(EXAMPLES, 'job')).charts;

  const timeline = LifecycleTesting.timeline(chart, 'Job/orders-export', {
    containers: { db: { ignoresSigterm: true }, export: { exitsAfter: 20 } },
  });

  expect(timeline.isKilled('db')).toBe(true);
  expect(timeline.completes()).toBe(true);
});

/** Every program needs a moment, and work that is meant to end ends well. */
function scenarioFor(pod: Pod, kubernetes: KubernetesVersion): Scenario {
  const sidecars = pod.sidecars.map(({ name }) => [name, { gateOpens: 1.5, shutdown: 1 }]);
  const mains = pod.mains.map(({ name }) => [name, pod.job ? { exitsAfter: 20 } : { gateOpens: 1, shutdown: 3 }]);
  return { kubernetes, deleteAt: pod.job ? undefined : 60, containers: Object.fromEntries([...sidecars, ...mains]) };
}

/** The life of every workload of an app, with what a mesh adds to its pod. */
function livesOf(app: App): PodLifecycle[] {
  const objects = app.charts.flatMap(chart => chart.node.findAll()).filter(construct => ApiObject.isApiObject(construct)) as ApiObject[];
  return objects.filter(object => Pod.allIn(object.toJson()).length > 0).map(object => PodLifecycle.of(object));
}

function podsOf(app: App): Pod[] {
  return app.charts.flatMap(chart => LifecycleTesting.pods(chart));
}

function buildExample(folder: string): App {
  return jest.requireActual<{ build(): App }>(join(folder, 'main.ts')).build();
}

/** What `app.synth()` writes, file by file. */
function synthesize(folder: string): { [file: string]: string } {
  const outdir = mkdtempSync(join(tmpdir(), 'example-'));
  process.env.CDK8S_OUTDIR = outdir;
  try {
    buildExample(folder).synth();
    return filesIn(outdir);
  } finally {
    delete process.env.CDK8S_OUTDIR;
    rmSync(outdir, { recursive: true });
  }
}

function filesIn(folder: string): { [file: string]: string } {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return Object.fromEntries(files.map(file => [file, readFileSync(join(folder, file), 'utf8')]));
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

function update(write: () => void): void {
  if (UPDATE) {
    write();
  }
}
