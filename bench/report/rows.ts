import { spawnSync } from 'child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { clusterDump } from './cluster-dump';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

const COMMAND = path.join(__dirname, '..', '..', 'bin', 'cdk8s-sidecars');
const WORKLOADS = 500;

/** What a page about a cluster costs: twice the workloads take at most twice the memory and the time. */
export function reportRows(quick: boolean): Row[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const { once, twice } = compete(quick ? 1 : 3, { once: report(folder, WORKLOADS), twice: report(folder, 2 * WORKLOADS) });
    return [
      { measure: 'report: memory for a dump of 1,000 workloads against 2 × 500', unit: 'MB', ours: twice.peakMb, theirs: 2 * once.peakMb, limit: 1 },
      { measure: 'report: the same, time', unit: 'ms', ours: twice.cpuMs, theirs: 2 * once.cpuMs, limit: 1.1 },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command in a process of its own, which tells its processor time and memory when it ends, after all else on standard error. */
function report(folder: string, workloads: number): () => Usage {
  const hook = path.join(__dirname, '..', 'check', 'usage-hook.js');
  const dump = path.join(folder, `${workloads}.yaml`);
  writeFileSync(dump, clusterDump(workloads));
  return () => {
    const { stderr } = spawnSync(process.execPath, ['-r', hook, COMMAND, 'report', dump, '-o', `${dump}.html`], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    return { heapMb: 0, ...JSON.parse(stderr.trim().split('\n').pop()!) };
  };
}
