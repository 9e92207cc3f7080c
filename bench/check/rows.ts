import { spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { flawedStream, manifestStream, unlikeStream } from './manifests';
import { command, node } from '../command';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

/** What `check` may take for 20,000 documents in one stream, of which the text is 45 MB. */
const STREAM_MB = 200;
/** What `check` may take for a folder, however large it is. */
const FOLDER_MB = 400;
/** How many files the folder has, each with four documents. */
const FILES = 63_000;
const QUICK_FILES = 6_000;
/** What `check` may take, against kube-score. */
const SCORE_LIMIT = 0.8;
/** The same where no two containers are written alike, so that nothing is known of one from another. */
const UNLIKE_LIMIT = 1.5;
/** What a command may take that loads little. */
const START_LIMIT = 2;

/**
 * What the command costs: one small file against node itself, and streams of manifests against kube-score, which checks less.
 *
 * kube-score must be installed: `go install github.com/zegl/kube-score/cmd/kube-score@v1.20.0`. kubeconform is measured
 * where KUBECONFORM_SCHEMAS says where its schemas are.
 */
export function checkRows(quick: boolean): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const [small, stream, large] = [1, 2_000, 20_000].map(documents => {
      const file = path.join(folder, `${documents}.yaml`);
      writeFileSync(file, manifestStream(documents));
      return file;
    });
    const flawed = path.join(folder, 'flawed.yaml');
    writeFileSync(flawed, flawedStream(2_000));
    const unlike = path.join(folder, 'unlike.yaml');
    writeFileSync(unlike, unlikeStream(2_000));
    return [
      ...coldStart(small, quick),
      ...throughput('2,000 documents', stream, quick),
      ...throughput('2,000 documents with 3,200 findings', flawed, quick),
      ...throughput('the same, no two containers written alike', unlike, quick, UNLIKE_LIMIT),
      ...growth(stream, large, quick),
      ...wholeFolder(path.join(folder, 'many'), quick ? QUICK_FILES : FILES),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function coldStart(file: string, quick: boolean): Row[] {
  const { check: ours, help, explain, migrate, theirs } = compete(quick ? 7 : 21, {
    check: check(file),
    help: command('rules', '--help'),
    explain: command('explain', '--help'),
    migrate: command('migrate', '--help'),
    theirs: node('-e', '0'),
  });
  const row = (measure: string, { cpuMs }: Usage, limit: number) => ({ measure: `${measure} against node -e 0`, unit: 'ms', ours: cpuMs, theirs: theirs.cpuMs, limit });
  return [
    row('check: one small file', ours, 2.5),
    row('rules --help', help, START_LIMIT),
    row('explain --help', explain, START_LIMIT),
    row('migrate --help', migrate, START_LIMIT),
  ];
}

/** A folder of many files must not be in memory as a whole. */
function wholeFolder(folder: string, files: number): Row[] {
  const documents = manifestStream(2_000).split('---\n');
  for (let index = 0; index < files; index++) {
    const below = path.join(folder, String(index % 250));
    mkdirSync(below, { recursive: true });
    writeFileSync(path.join(below, `${index}.yaml`), [0, 1, 2, 3].map(item => documents[(index * 4 + item) % documents.length]).join('---\n'));
  }
  return [{ measure: `check: memory for ${files.toLocaleString('en')} files`, unit: 'MB', ours: check(folder)().peakMb, theirs: FOLDER_MB, limit: 1 }];
}

function throughput(what: string, file: string, quick: boolean, most = SCORE_LIMIT): Row[] {
  const rounds = quick ? 3 : 7;
  const rivals = [
    { name: 'kube-score', run: program('kube-score', 'score', file), limit: most },
    ...(process.env.KUBECONFORM_SCHEMAS === undefined ? [] : [{
      name: 'kubeconform', run: program('kubeconform', '-schema-location', process.env.KUBECONFORM_SCHEMAS, file), limit: undefined,
    }]),
  ].filter(rival => isInstalled(rival.name));
  const rows = rivals.map(({ name, run, limit }) => {
    const { ours, theirs } = compete(rounds, { ours: check(file), theirs: run });
    return { measure: `check: ${what} against ${name}`, unit: 'ms', ours: ours.cpuMs, theirs: theirs.cpuMs, limit };
  });
  const alone = () => compete(rounds, { alone: check(file) }).alone.cpuMs;
  return isInstalled('kube-score') ? rows : [...rows, { measure: `check: ${what} (kube-score is not installed)`, unit: 'ms', ours: alone(), limit: most }];
}

function growth(few: string, many: string, quick: boolean): Row[] {
  const { small, large } = compete(quick ? 1 : 3, { small: check(few), large: check(many) });
  return [
    { measure: 'check: 20,000 documents against 10 × 2,000', unit: 'ms', ours: large.cpuMs, theirs: 10 * small.cpuMs, limit: 1 },
    { measure: 'check: memory for 20,000 documents in one stream', unit: 'MB', ours: large.peakMb, theirs: STREAM_MB, limit: 1 },
  ];
}

function check(file: string): () => Usage {
  return command('check', file, '--fail-on', 'never');
}

/** Another program; the shell tells the processor time of what it has run. */
function program(...words: readonly string[]): () => Usage {
  return () => {
    const { stdout } = spawnSync('sh', ['-c', '"$@" > /dev/null 2>&1; times', 'sh', ...words], { encoding: 'utf8' });
    const [, ofChildren] = stdout.trim().split('\n');
    const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
    return { cpuMs: seconds * 1000, peakMb: 0 };
  };
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name]).status === 0;
}
