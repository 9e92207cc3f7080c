import * as fs from 'fs';
import * as path from 'path';
import { Testing } from 'cdk8s';
import { APP, Exhibit, gallery } from './gallery';
import { Program } from '../../src/knowledge/programs/program';
import { PROGRAMS } from '../../src/knowledge/programs/program-list';
import { expectWritten } from '../written-file';

const root = path.join(__dirname, '..', '..');
const PAGE = path.join(root, 'docs', 'catalog.md');
const FIXTURES = path.join(__dirname, '..', 'fixtures', 'catalog');
const RUNS_FILE = 'programs.json';

/** How a program was run, or the test that runs the preset's script. */
interface Run {
  readonly version?: string;
  /** How long after its start the gate was open; absent where it was open but not timed. */
  readonly gateSeconds?: number;
  readonly signal?: string;
  readonly stopSeconds?: number;
  readonly exitCode?: number;
  /** Nothing was under way when the signal came. */
  readonly idle?: boolean;
  readonly test?: string;
}

/** What an API server said. */
interface Recording {
  readonly kubernetes: string;
  readonly presets: readonly { readonly [column: string]: string }[];
  readonly badPod: { readonly verdict: string; readonly why: string };
}

/** How the pods of presets fared on a cluster. */
interface PodRecording {
  readonly kubernetes: string;
  readonly presets: readonly {
    readonly preset: string;
    readonly version: string;
    readonly gracePeriodSeconds: number;
    /** From the request to delete the pod to its end. */
    readonly deleteSeconds: number;
    readonly exitCode: number;
  }[];
}

const EXHIBITS = gallery();
const RUNS: { readonly [program: string]: Run } = readFixture(RUNS_FILE);
const RECORDINGS: readonly Recording[] = fs.readdirSync(FIXTURES).filter(file => /^\d/.test(file)).sort().map(readFixture);
const POD_RECORDINGS: readonly PodRecording[] = fs.readdirSync(FIXTURES).filter(file => file.startsWith('pods-')).sort().map(readFixture);

function readFixture(file: string): any {
  return JSON.parse(fs.readFileSync(path.join(FIXTURES, file), 'utf8'));
}

function page(): string {
  const versions = RECORDINGS.map(({ kubernetes }) => kubernetes).join(' and ');
  return `# The catalog
Written by \`test/catalog/docs.test.ts\` from the presets themselves, from what is known of their programs, and from recordings. To write it anew:
\`npx projen examples:update\`.

| preset | image | gate | shutdown | user | what the app gets | verified how |
|---|---|---|---|---|---|---|
${EXHIBITS.map(row).join('\n')}

- **Image**: what is used when nobody says another; \`image\` overrides it, also by digest.
- **Gate**: how the kubelet finds out that the sidecar is up. The app starts after that; without a gate, once the sidecar's process is started.
- **Shutdown**: the time after the stop signal that the pod's grace period has room for. The sidecar gets the signal when the app has ended.
- **What the app gets**: from \`addToContainer()\`, as the preset is set up in \`test/catalog/gallery.ts\`; names and values depend on its props.

## Verified how
- **All of them**: on a Deployment and in a Job, beside an app that is restricted itself, the sidecar starts before the app and outlives it, and the Job completes,
  as the simulator says (\`test/catalog/gallery.test.ts\`). The rules find nothing, but for the missing gate of a ShellSidecar that tails, which acknowledges it.
  The API servers of Kubernetes ${versions} accepted all their manifests in a dry run, and their pod templates as pods in a namespace that enforces the Pod Security
  Standard \`restricted\`. One of these pods, changed so that its sidecar may gain privileges, was refused there. Images are not pulled in a dry run. Recordings:
  [test/fixtures/catalog](../test/fixtures/catalog), made by \`npm run e2e:catalog -- --record\`.
- **Run**: \`npm run test:programs\` started the program itself with exactly the arguments and the configuration that the preset writes, as process 1, as the
  preset's user, without capabilities, on a read-only root, and asked its gate at an address that is not loopback. The first number is the time until the gate was
  open, the second the time from the stop signal to the end, with nothing under way. These were binaries that were at hand, not the images; where the version differs
  from that of the default image, the row says so.
- **Pods**: \`npm run e2e:programs\` ran the pod of the Deployment and the Job on real clusters, in a namespace that enforces \`restricted\`. They ran as they are
  synthesized but for two things: the images were made of such binaries, with \`imagePullPolicy: Never\`, and the pods of OAuth2Proxy had \`hostAliases\` with the
  address of an issuer that was made up. The gate opened and the app started after that; the pod was deleted, the app ended, then the program with exit code 0 within
  its shutdown, and all of it within the grace period; the Job completed. rclone in AfterMainUploader copied an empty folder to a store in memory. Recordings:
  \`test/fixtures/catalog/pods-*.json\`.
- **Script run by tests**: the script that the preset writes is run in a shell by the test that is named. The program that does the upload is not, but for the pods.
- **Read, not run**: what the preset says rests on the program's documentation and source alone.
`;
}

function row(exhibit: Exhibit): string {
  const { preset, program } = exhibit;
  const shutdown = program.shutdownSeconds > 0 ? `${program.shutdownSeconds} s` : '`shutdown`, must be given';
  return `| ${[preset, `\`${program.image}\``, program.gate, shutdown, program.user, whatTheAppGets(exhibit), [verifiedHow(program), ...podsOf(preset)].join('<br>')].join(' | ')} |`;
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
  const run = RUNS[name];
  if (!run) {
    return 'read, not run';
  }
  if (run.test) {
    return `script run by tests: \`${path.basename(run.test)}\``;
  }
  const gate = run.gateSeconds === undefined ? 'gate open' : `gate ${run.gateSeconds.toFixed(2)} s`;
  const version = versionOf(image) === run.version ? run.version : `${run.version}, the image is ${versionOf(image)}`;
  return `run (${version}): ${gate}, ${run.signal} ${run.idle ? 'when idle ' : ''}${run.stopSeconds!.toFixed(2)} s, exit code ${run.exitCode}`;
}

/** Where its pods ran, by the version of the program. */
function podsOf(preset: string): string[] {
  const byVersion = new Map<string, string[]>();
  for (const { kubernetes, presets } of POD_RECORDINGS) {
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

test('docs/catalog.md says what the presets are and how they were verified (a change that is meant: npx projen examples:update)', () => {
  expectWritten(PAGE, page());
});

test('every program that was run is one of the catalog, ended well and within the time that its preset claims', () => {
  for (const [name, { test: file, exitCode, stopSeconds }] of Object.entries(RUNS)) {
    const program = PROGRAMS.find(one => one.name === name);

    expect([name, program?.name]).toEqual([name, name]);
    if (file) {
      expect(fs.existsSync(path.join(root, file))).toBe(true);
    } else {
      expect([name, exitCode, stopSeconds! < program!.shutdownSeconds]).toEqual([name, 0, true]);
    }
  }
});

test.each(RECORDINGS)('the API server of $kubernetes accepted every preset of the gallery, and refused the bad pod', ({ presets, badPod }) => {
  expect(presets.map(({ preset }) => preset)).toEqual(EXHIBITS.map(({ preset }) => preset));
  for (const { preset, ...answers } of presets) {
    expect([preset, answers]).toEqual([preset, expect.objectContaining({ deployment: 'accepted', job: 'accepted', podOfDeployment: 'accepted', podOfJob: 'accepted' })]);
    expect([preset, ...new Set(Object.values(answers))]).toEqual([preset, 'accepted']);
  }
  expect(badPod).toEqual({ verdict: 'refused', why: expect.stringContaining('violates PodSecurity "restricted') });
});

test.each(POD_RECORDINGS)('on Kubernetes $kubernetes the pods of at least twelve presets ran with their real programs, and stopped in time', ({ presets }) => {
  expect(presets.length).toBeGreaterThanOrEqual(12);
  for (const { preset, exitCode, deleteSeconds, gracePeriodSeconds } of presets) {
    expect(EXHIBITS.map(exhibit => exhibit.preset)).toContain(preset);
    expect([preset, exitCode, deleteSeconds < gracePeriodSeconds]).toEqual([preset, 0, true]);
  }
});

test('pods of presets were run on the versions whose API servers were asked', () => {
  expect(POD_RECORDINGS.map(({ kubernetes }) => kubernetes)).toEqual(RECORDINGS.map(({ kubernetes }) => kubernetes));
});
