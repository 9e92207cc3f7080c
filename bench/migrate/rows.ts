import { spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { legacyFile } from './manifests';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

const ROOT = path.join(__dirname, '..', '..');
const COMMAND = path.join(ROOT, 'bin', 'cdk8s-sidecars');
const FILES = 2_000;
/** What a folder may take beside what its largest file takes alone. */
const MORE_MB = 50;

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

/** The command in a process of its own, which tells its processor time and memory when it ends. */
function migrate(target: string, ...flags: readonly string[]): () => Usage {
  const hook = path.join(__dirname, '..', 'check', 'usage-hook.js');
  return () => {
    const { stderr } = spawnSync(process.execPath, ['-r', hook, COMMAND, 'migrate', target, '--format', 'json', ...flags], {
      encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'ignore', 'pipe'],
    });
    return { heapMb: 0, ...JSON.parse(stderr) };
  };
}
