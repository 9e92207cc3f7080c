import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Testing } from 'cdk8s';
import { startBeside } from './beside';
import { Binary, CLUSTER_BINARIES, find, versionOf, whyNotRunnable } from './binaries';
import { appContents, filesFor, playJob, playPod, PodRun, secretsFor } from './cluster-run';
import { contentsOf, makeImage } from './images';
import { LastItem, playLastItems } from './last-item';
import { Exhibit, gallery } from '../../generate/catalog/gallery';
import { Cluster } from '../cluster';
import { exitWith } from '../exit-with';

const USAGE = `usage: E2E_LOAD=COMMAND npm run e2e:programs -- [--only NAME]... [--record]
Runs the presets of the catalog on the cluster that E2E_CONTEXT names, where the binaries of their programs are here: the pod of the Deployment and the Job, as they
are synthesized, with no more than the images replaced by ones that are made of the binaries (and the address of a made-up issuer for OAuth2Proxy). Pods must be restricted in their namespace. Shown is that the gate
opens, that the app starts after that, that a deleted pod is gone within its grace period, that the program ends well within the time that its preset claims, and
that the Job completes. Then it looks for the last line, span, secret or commit of a pod that is deleted, and of a Job of 0.2 s.
  --only NAME  only presets whose name contains NAME
  --record     writes what was seen to test/fixtures/catalog/pods-VERSION.json, if all held; what was not run stays as it is
E2E_LOAD gives the nodes an image whose archive is "$1": kind load image-archive "$1" --name e2e, or: ctr -n k8s.io images import "$1"
PROGRAMS_PATH names folders where binaries are looked up before PATH.
Exit code 1 if a promise is broken, 2 for wrong use, 3 without a cluster.`;

const FIXTURES = join(__dirname, '..', '..', 'test', 'fixtures', 'catalog');
const LABELS = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const APP_IMAGES = { Deployment: 'registry.local/cdk8s-sidecars-app:server', Job: 'registry.local/cdk8s-sidecars-app:work' };

interface Ran extends PodRun {
  readonly preset: string;
  readonly version: string;
  /** What the pod was given to stop. */
  readonly gracePeriodSeconds: number;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, record: { type: 'boolean' }, help: { type: 'boolean' } } });
  const load = process.env.E2E_LOAD;
  if (values.help || !load) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  return Cluster.use(async (cluster, { kubernetes }) => {
    console.log(`Kubernetes ${kubernetes}\n`);
    print('preset', 'version', 'gate s', 'gone s', 'code', 'verdict');
    makeAppImages(load);
    const runs: Ran[] = [];
    for (const exhibit of gallery().filter(({ preset }) => !values.only || values.only.some(part => preset.includes(part)))) {
      const run = await play(cluster, exhibit, load);
      runs.push(...(run ? [run] : []));
    }
    const last = await playLastItems(cluster, load, values.only ?? []);
    const broken = [...runs, ...last].filter(run => run.broken.length > 0);
    console.log(`\n${runs.length + last.length - broken.length} held, ${broken.length} broken`);
    if (values.record && broken.length === 0) {
      record(kubernetes, runs, last);
    }
    return broken.length > 0 ? 1 : 0;
  });
}

function makeAppImages(load: string): void {
  const work = mkdtempSync(join(tmpdir(), 'app-'));
  try {
    const program = join(work, 'program');
    execFileSync('go', ['build', '-trimpath', '-ldflags', '-s -w', '-o', program, '.'], { cwd: join(__dirname, '..', 'program'), env: { ...process.env, CGO_ENABLED: '0' } });
    for (const kind of ['Deployment', 'Job'] as const) {
      makeImage(APP_IMAGES[kind], appContents(program, kind), load);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

async function play(cluster: Cluster, exhibit: Exhibit, load: string): Promise<Ran | undefined> {
  const { preset, program } = exhibit;
  const binary = CLUSTER_BINARIES.find(one => one.program === program.name);
  const path = binary && find(binary.file);
  const version = path ? versionOf(path, binary.version) : '';
  const reason = !binary ? 'no way is known to get it without its image' : binary.onlyOutages ? 'it needs a server: see below' : whyNotRunnable(binary, path, version);
  if (!binary || !path || reason) {
    print(preset, version, '', '', '', `not run: ${reason}`);
    return undefined;
  }
  const image = `registry.local/cdk8s-sidecars-${exhibit.chart.node.id}:${version}`;
  const run = { preset, version, ...await playExhibit(cluster, exhibit, binary, path, image, load) };
  const verdict = run.broken.length === 0 ? 'held' : `broken: ${run.broken.join(', ')}`;
  print(preset, version, seconds(run.gateSeconds), seconds(run.deleteSeconds), String(run.exitCode ?? ''), verdict);
  return run;
}

async function playExhibit(
  cluster: Cluster, exhibit: Exhibit, binary: Binary, path: string, image: string, load: string,
): Promise<PodRun & { readonly gracePeriodSeconds: number }> {
  const { name, shutdown } = exhibit.deployment.sidecar;
  const documents = replaceImages(Testing.synth(exhibit.chart), name, image);
  const [{ metadata, spec: { template } }, job] = ['Deployment', 'Job'].map(kind => documents.find(document => document.kind === kind));
  const container = template.spec.initContainers.find((init: any) => init.name === name);
  const files = binary.files?.() ?? {};
  makeImage(image, contentsOf(binary, path, container, filesFor(container, files)), load);
  return cluster.inNamespace('programs', async namespace => {
    const brought = [...documents.filter(({ kind }) => kind === 'ConfigMap'), ...secretsFor(template.spec, container, binary, files)];
    if (brought.length > 0) {
      await cluster.apply(namespace, brought);
    }
    const hostAliases = await startBeside(cluster, namespace, binary, files, load);
    [template, job.spec.template].forEach(({ spec }) => Object.assign(spec, hostAliases ? { hostAliases } : {}));
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name: metadata.name }, spec: template.spec };
    const run = await playPod(cluster, namespace, pod, name, shutdown.toSeconds());
    const problems = await playJob(cluster, namespace, job);
    return { gracePeriodSeconds: pod.spec.terminationGracePeriodSeconds, ...run, broken: [...run.broken, ...problems] };
  }, LABELS);
}

/** The manifests, with other images, which no node may try to pull. */
function replaceImages(documents: any[], sidecar: string, image: string): any[] {
  for (const { kind, spec } of documents.filter(document => document.kind === 'Deployment' || document.kind === 'Job')) {
    for (const container of [...spec.template.spec.initContainers, ...spec.template.spec.containers]) {
      container.image = container.name === sidecar ? image : APP_IMAGES[kind as keyof typeof APP_IMAGES];
      container.imagePullPolicy = 'Never';
    }
  }
  return documents;
}

/** What was not run stays as it is recorded. */
function record(kubernetes: string, runs: readonly Ran[], last: readonly LastItem[]): void {
  const file = join(FIXTURES, `pods-${kubernetes}.json`);
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const tenths = (value: number | undefined) => value === undefined ? undefined : Math.round(value * 10) / 10;
  const ran = runs.map(({ broken: _none, preset, gateSeconds, deleteSeconds, ...rest }) => ({
    preset, ...rest, gateSeconds: tenths(gateSeconds), deleteSeconds: tenths(deleteSeconds),
  }));
  const arrived = last.map(({ preset, version, arrived: items }) => ({ preset, version, arrived: items }));
  const lists = [`  "presets": ${listOf(merged(before.presets, ran))}`, `  "last": ${listOf(merged(before.last, arrived))}`];
  writeFileSync(file, `{\n  "kubernetes": "${kubernetes}",\n${lists.join(',\n')}\n}\n`);
}

interface Named { readonly preset: string }

function merged(before: readonly Named[] = [], now: readonly Named[]): Named[] {
  const added = now.filter(({ preset }) => !before.some(one => one.preset === preset));
  return [...before.map(one => now.find(({ preset }) => preset === one.preset) ?? one), ...added];
}

function listOf(items: readonly object[]): string {
  const line = (item: object) => `    { ${Object.entries(item).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(', ')} }`;
  return `[\n${items.map(line).join(',\n')}\n  ]`;
}

function print(...[preset, version, gate, gone, code, text]: string[]): void {
  console.log(`${preset.padEnd(18)} ${version.padEnd(8)} ${gate.padStart(6)} ${gone.padStart(6)} ${code.padStart(4)}  ${text}`);
}

function seconds(value?: number): string {
  return value === undefined ? '' : value.toFixed(1);
}

exitWith(main());
