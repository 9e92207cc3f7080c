import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { manifestStream } from './manifests';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

const ROOT = path.join(__dirname, '..', '..');
const COMMAND = path.join(ROOT, 'bin', 'cdk8s-sidecars');
/** What `check` may take beside four times its input. */
const BASE_MB = 150;
const INPUT_FACTOR = 4;

/**
 * What the command costs: one small file against node itself, and streams of manifests against kube-score, which checks less.
 *
 * kube-score is measured where it is installed: `go install github.com/zegl/kube-score/cmd/kube-score@v1.20.0`. So is kubeconform, where
 * KUBECONFORM_SCHEMAS says where its schemas are.
 */
export function checkRows(quick: boolean): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const [small, stream, large] = [1, 2_000, 20_000].map(documents => {
      const file = path.join(folder, `${documents}.yaml`);
      writeFileSync(file, manifestStream(documents));
      return file;
    });
    return [...coldStart(small, quick), ...throughput(stream, quick), ...growth(stream, large, quick)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function coldStart(file: string, quick: boolean): Row[] {
  const { ours, theirs } = compete(quick ? 7 : 21, { ours: check(file), theirs: node('-e', '0') });
  return [{ measure: 'check: one small file against node -e 0', unit: 'ms', ours: ours.cpuMs, theirs: theirs.cpuMs, limit: 2.5 }];
}

function throughput(file: string, quick: boolean): Row[] {
  const rounds = quick ? 3 : 7;
  const megabytes = statSync(file).size / 1024 / 1024;
  const rivals = [
    { name: 'kube-score', run: program('kube-score', 'score', file), limit: 1 },
    ...(process.env.KUBECONFORM_SCHEMAS === undefined ? [] : [{
      name: 'kubeconform', run: program('kubeconform', '-schema-location', process.env.KUBECONFORM_SCHEMAS, file), limit: undefined,
    }]),
  ].filter(rival => isInstalled(rival.name));
  const rows = rivals.map(({ name, run, limit }) => {
    const { ours, theirs } = compete(rounds, { ours: check(file), theirs: run });
    return { measure: `check: 2,000 documents against ${name}`, unit: 'ms', ours: ours.cpuMs, theirs: theirs.cpuMs, limit };
  });
  const { alone } = compete(rounds, { alone: check(file) });
  return [
    ...(rows.length > 0 ? rows : [{ measure: 'check: 2,000 documents (kube-score is not installed)', unit: 'ms', ours: alone.cpuMs }]),
    { measure: 'check: memory for 2,000 documents against its limit', unit: 'MB', ours: alone.peakMb, theirs: BASE_MB + INPUT_FACTOR * megabytes, limit: 1 },
  ];
}

function growth(few: string, many: string, quick: boolean): Row[] {
  const { small, large } = compete(quick ? 1 : 3, { small: check(few), large: check(many) });
  const megabytes = statSync(many).size / 1024 / 1024;
  return [
    { measure: 'check: 20,000 documents against 10 × 2,000', unit: 'ms', ours: large.cpuMs, theirs: 10 * small.cpuMs, limit: 1 },
    { measure: 'check: memory for 20,000 documents against its limit', unit: 'MB', ours: large.peakMb, theirs: BASE_MB + INPUT_FACTOR * megabytes, limit: 1 },
  ];
}

/** The command in a process of its own; a hook tells its processor time and memory when it ends. */
function check(file: string): () => Usage {
  return node(COMMAND, 'check', file, '--fail-on', 'never');
}

/** The shell counts in hundredths of a second, which is too coarse for a small file. */
function node(...args: readonly string[]): () => Usage {
  const hook = path.join(__dirname, 'usage-hook.js');
  return () => {
    const { stderr } = spawnSync(process.execPath, ['-r', hook, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
    return { heapMb: 0, ...JSON.parse(stderr) };
  };
}

/** Another program; the shell tells the processor time of what it has run. */
function program(...command: readonly string[]): () => Usage {
  return () => {
    const { stdout } = spawnSync('sh', ['-c', '"$@" > /dev/null 2>&1; times', 'sh', ...command], { encoding: 'utf8' });
    const [, ofChildren] = stdout.trim().split('\n');
    const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
    return { cpuMs: seconds * 1000, peakMb: 0, heapMb: 0 };
  };
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name]).status === 0;
}
