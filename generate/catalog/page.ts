import { basename } from 'node:path';
import { Testing } from 'cdk8s';
import { APP, Exhibit, gallery } from './gallery';
import { DRY_RUNS, POD_RUNS, PROGRAM_RUNS } from './recordings';
import { Program } from '../../src/knowledge/programs/program';
import { fillPage, Page } from '../page';

/** docs/catalog.md: every preset, and how it was verified. */
export function catalogPage(): Page {
  const text = fillPage('catalog.md', {
    presets: gallery().map(row).join('\n'),
    versions: DRY_RUNS.map(({ kubernetes }) => kubernetes).join(' and '),
  });
  return { file: 'docs/catalog.md', text };
}

function row(exhibit: Exhibit): string {
  const { preset, program } = exhibit;
  const shutdown = program.shutdownSeconds > 0 ? `${program.shutdownSeconds} s` : '`shutdown`, must be given';
  const verified = [verifiedHow(program), ...podsOf(preset)].join('<br>');
  return `| ${[preset, `\`${program.image}\``, program.gate, shutdown, program.user, whatTheAppGets(exhibit), verified].join(' | ')} |`;
}

/** Read off the pod of the Deployment: the app of the gallery has nothing that did not come with the sidecar. */
function whatTheAppGets({ chart, deployment }: Exhibit): string {
  const { spec } = Testing.synth(chart).find(({ kind }) => kind === 'Deployment').spec.template;
  const app = spec.containers.find(({ name }: any) => name === APP);
  const { ports = [] } = spec.initContainers.find(({ name }: any) => name === deployment.sidecar.name);
  return [
    ...(app.env ?? []).map(({ name, value }: any) => `\`${name}=${value}\``),
    ...(app.volumeMounts ?? []).map(({ mountPath, readOnly }: any) => `the folder \`${mountPath}\`, ${readOnly ? 'to read' : 'to write'}`),
    ...ports.map(({ containerPort }: any) => `port ${containerPort} before it`),
  ].join('<br>');
}

function verifiedHow({ name, image }: Program): string {
  const run = PROGRAM_RUNS[name];
  if (!run) {
    return 'read, not run';
  }
  if (run.test) {
    return `script run by tests: \`${basename(run.test)}\``;
  }
  const gate = run.gateSeconds === undefined ? 'gate open' : `gate ${run.gateSeconds.toFixed(2)} s`;
  const version = versionOf(image) === run.version ? run.version : `${run.version}, the image is ${versionOf(image)}`;
  return `run (${version}): ${gate}, ${run.signal} ${run.idle ? 'when idle ' : ''}${run.stopSeconds!.toFixed(2)} s, exit code ${run.exitCode}`;
}

/** Where its pods ran, by the version of the program. */
function podsOf(preset: string): string[] {
  const byVersion = new Map<string, string[]>();
  for (const { kubernetes, presets } of POD_RUNS) {
    const version = presets.find(one => one.preset === preset)?.version;
    if (version !== undefined) {
      byVersion.set(version, [...(byVersion.get(version) ?? []), kubernetes]);
    }
  }
  return [...byVersion].map(([version, kubernetes]) => `pods (${version}): Kubernetes ${kubernetes.join(' and ')}`);
}

function versionOf(image: string): string | undefined {
  return /:\D*(\d+\.\d+\.\d+)/.exec(image)?.[1];
}
