import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Chart, Testing } from 'cdk8s';
import { memoryOf, usageOf } from '../usage';

/** Adds one workload with a sidecar to a chart. */
export type AddWorkload = (chart: Chart, id: string, image: string) => void;

/** How an app is synthesized. */
export type SynthWay = 'Testing.synth' | 'app.synthYaml' | 'app.synth';

/**
 * Builds and synthesizes an app as the arguments say, and prints what that used: `<way> <charts> <workloads a chart> [different]`.
 *
 * Workloads are alike, as a loop makes them, or `different`: each then has an image of its own.
 *
 * With the way `print`, the manifests are printed instead, and with `memory`, what `app.synth` leaves in memory.
 */
export function measureSynth(addWorkload: AddWorkload): void {
  const [way, charts, workloads, kind] = process.argv.slice(2);
  const imageOf = (id: string) => `ghcr.io/acme/${kind === 'different' ? id : 'web'}:1.4.2`;
  const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const build = (amount: string) => buildApp(outdir, Number(charts), Number(amount), (chart, id) => addWorkload(chart, id, imageOf(id)));
  const measure = (): unknown => {
    switch (way) {
      case 'print': return build(workloads).charts.map(chart => Testing.synth(chart));
      case 'memory': return memoryOf(() => synthesize(build('1'), 'app.synth'), () => synthesize(build(workloads), 'app.synth'));
      default: return usageOf(() => synthesize(build(workloads), way as SynthWay));
    }
  };
  try {
    process.stdout.write(JSON.stringify(measure()));
  } finally {
    fs.rmSync(outdir, { recursive: true });
  }
}

function buildApp(outdir: string, charts: number, workloads: number, addTo: (chart: Chart, id: string) => void): App {
  const app = new App({ outdir });
  for (let chart = 0; chart < charts; chart++) {
    const scope = new Chart(app, `shop-${chart}`);
    for (let workload = 0; workload < workloads; workload++) {
      addTo(scope, `web-${workload}`);
    }
  }
  return app;
}

/** Returns what a program would still hold afterward. */
function synthesize(app: App, way: SynthWay): unknown {
  switch (way) {
    case 'Testing.synth': return [app, app.node.children.map(chart => Testing.synth(chart as Chart))];
    case 'app.synthYaml': return [app, app.synthYaml()];
    default: return [app, app.synth()];
  }
}
