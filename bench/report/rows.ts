import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import * as path from 'path';
import { clusterDump } from './cluster-dump';
import { command } from '../command';
import { compete } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

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

function report(folder: string, workloads: number): () => Usage {
  const dump = path.join(folder, `${workloads}.yaml`);
  writeFileSync(dump, clusterDump(workloads));
  return command('report', dump, '-o', `${dump}.html`);
}
