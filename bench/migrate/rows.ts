import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { crowdedPod, legacyFile, oneLineJob } from './manifests';
import { command } from '../command';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

const FILES = 2_000;
/** What a folder may take beside what its largest file takes alone. */
const MORE_MB = 50;
/** What a large Job may take. */
const JOB_MS = 4_000;
const JOB_MB = 400;

/** What a migration of a folder costs: it must not be in memory as a whole, and twice the files take twice the time. */
export function migrateRows(quick: boolean): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const largest = fill(path.join(folder, 'once'), FILES);
    fill(path.join(folder, 'twice'), 2 * FILES);
    const { alone, once, twice, reported } = compete(quick ? 1 : 5, {
      alone: migrate(largest),
      once: migrate(path.join(folder, 'once')),
      twice: migrate(path.join(folder, 'twice')),
      reported: migrate(path.join(folder, 'once'), '--report', path.join(folder, 'report.md')),
    });
    return [
      { measure: 'migrate: memory for 2,000 files against the largest file plus 50 MB', unit: 'MB', ours: once.peakMb, theirs: alone.peakMb + MORE_MB, limit: 1 },
      { measure: 'migrate: the same with a report', unit: 'MB', ours: reported.peakMb, theirs: alone.peakMb + MORE_MB, limit: 1 },
      { measure: 'migrate: 4,000 files against 2 × 2,000', unit: 'ms', ours: twice.cpuMs, theirs: 2 * once.cpuMs, limit: 1.1 },
      ...largeObjects(folder, quick),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the files; tells which is the largest. */
function fill(folder: string, files: number): string {
  let largest = { file: '', size: 0 };
  for (let index = 0; index < files; index++) {
    const { name, text } = legacyFile(index);
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    largest = text.length > largest.size ? { file, size: text.length } : largest;
  }
  return largest.file;
}

/** One large object: the text of the Job is 20 MB in one line, and four times the containers take four times the time. */
function largeObjects(folder: string, quick: boolean): Row[] {
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const [few, many] = [375, 1_500];
  const [some, all] = [few, many].map(containers => file(`${containers}.yaml`, crowdedPod(containers)));
  const { job, small, large, smallCheck, largeCheck } = compete(quick ? 1 : 3, {
    job: migrate(file('job.json', oneLineJob(20))),
    small: migrate(some),
    large: migrate(all),
    smallCheck: command('check', some),
    largeCheck: command('check', all),
  });
  const ratio = many / few;
  return [
    { measure: 'migrate: a Job of 20 MB in one line of JSON', unit: 'ms', ours: job.cpuMs, theirs: JOB_MS, limit: 1 },
    { measure: 'migrate: the same, memory', unit: 'MB', ours: job.peakMb, theirs: JOB_MB, limit: 1 },
    { measure: 'migrate: a pod of 1,500 containers against 4 × 375', unit: 'ms', ours: large.cpuMs, theirs: ratio * small.cpuMs, limit: 1.1 },
    { measure: 'check: a pod of 1,500 containers against 4 × 375', unit: 'ms', ours: largeCheck.cpuMs, theirs: ratio * smallCheck.cpuMs, limit: 1.1 },
  ];
}

function migrate(target: string, ...flags: readonly string[]): () => Usage {
  return command('migrate', target, '--format', 'json', ...flags);
}
