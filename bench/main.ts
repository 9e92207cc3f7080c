import { askingRows } from './asking/rows';
import { checkRows } from './check/rows';
import { lifecycleRows } from './lifecycle/rows';
import { migrateRows } from './migrate/rows';
import { reportRows } from './report/rows';
import { requireRows } from './requires/rows';
import { synthRows } from './synth/rows';
import { drawTable, isHeld, Row } from './table';

/** Measures everything, prints the report, and exits with code 1 if a limit is broken. `--quick` measures less, and less precisely. */
function main(args: readonly string[]): number {
  const unknown = args.find(arg => arg !== '--quick');
  if (unknown !== undefined) {
    process.stderr.write(`unknown option '${unknown}': the only option is --quick\n`);
    return 2;
  }
  const quick = args.includes('--quick');
  const rows: Row[] = [];
  for (const measure of [requireRows, lifecycleRows, checkRows, migrateRows, reportRows, synthRows, askingRows]) {
    rows.push(...measure(quick));
  }
  process.stdout.write(`${drawTable(rows)}\n`);
  return rows.every(isHeld) ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
