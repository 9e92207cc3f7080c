import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App } from 'cdk8s';
import { fenced, Page, read, ROOT } from './page';
import { PodModel, PodLifecycle } from '../src';

/** The timelines in the README of an example. */
const TIMELINES = /```text\n[^]*?```/g;

const requireHere = createRequire(__filename);

/** The examples in TypeScript. The folders of other languages write the same manifests. */
export const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter(name => existsSync(join(ROOT, 'examples', name, 'main.ts')));

/** The files that an example writes, and its README with the timelines of its pods. */
export function examplePages(name: string): Page[] {
  return [...outputOf(name), readmeOf(name)];
}

export function buildExample(name: string): App {
  return requireHere(join(ROOT, 'examples', name, 'main.ts')).build();
}

/** The life of every workload of an app, with what a mesh adds to its pod. */
export function livesOf(app: App): PodLifecycle[] {
  const objects = app.charts.flatMap(chart => chart.node.findAll()).filter(construct => ApiObject.isApiObject(construct)) as ApiObject[];
  return objects.filter(object => PodModel.allIn(object.toJson()).length > 0).map(object => PodLifecycle.of(object));
}

/** The folder of the files that an example writes. */
export function outputFolder(name: string): string {
  return join('examples', name, 'output');
}

function outputOf(name: string): Page[] {
  const outdir = mkdtempSync(join(tmpdir(), 'example-'));
  process.env.CDK8S_OUTDIR = outdir;
  try {
    buildExample(name).synth();
    return readdirSync(outdir).sort().map(file => ({ file: join(outputFolder(name), file), text: readFileSync(join(outdir, file), 'utf8') }));
  } finally {
    delete process.env.CDK8S_OUTDIR;
    rmSync(outdir, { recursive: true });
  }
}

function readmeOf(name: string): Page {
  const file = join('examples', name, 'README.md');
  const timelines = livesOf(buildExample(name)).map(life => fenced('text', life.timeline().toText()));
  const shown = read(file).match(TIMELINES) ?? [];
  if (shown.length !== timelines.length) {
    throw new Error(`${file} has ${shown.length} blocks of text for ${timelines.length} timelines: add or remove a block`);
  }
  const rest = [...timelines];
  return { file, text: read(file).replace(TIMELINES, () => rest.shift()!) };
}
