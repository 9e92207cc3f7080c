import { parseArgs } from 'util';
import { askingRows } from './asking/rows';
import { checkRows } from './check/rows';
import { lifecycleRows } from './lifecycle/rows';
import { migrateRows } from './migrate/rows';
import { reportRows } from './report/rows';
import { requireRows } from './requires/rows';
import { synthRows } from './synth/rows';
import { drawTable, isHeld, Row } from './table';

/** What can be measured alone with `--only`, in the order of the report. */
const GROUPS: Readonly<Record<string, (quick: boolean) => readonly Row[]>> = {
  requires: requireRows,
  lifecycle: lifecycleRows,
  check: checkRows,
  migrate: migrateRows,
  report: reportRows,
  synth: synthRows,
  asking: askingRows,
};

const USAGE = `options: --quick (measures less, and less precisely), --only GROUP (may repeat; one of ${Object.keys(GROUPS).join(', ')})`;

/** Measures everything, prints the report, and exits with code 1 if a limit is broken. Tells on stderr what each group of measures came to as soon as it is known. */
function main(args: readonly string[]): number {
  const asked = options(args);
  if (typeof asked === 'string') {
    process.stderr.write(`${asked}\n${USAGE}\n`);
    return 2;
  }
  const rows: Row[] = [];
  for (const group of asked.groups) {
    const measured = GROUPS[group](asked.quick);
    process.stderr.write(`${drawTable(measured)}\n\n`);
    rows.push(...measured);
  }
  process.stdout.write(`${drawTable(rows)}\n`);
  return rows.every(isHeld) ? 0 : 1;
}

/** What to measure, or what is wrong with the options. */
function options(args: readonly string[]): { readonly quick: boolean; readonly groups: readonly string[] } | string {
  try {
    const { values } = parseArgs({ args: [...args], options: { quick: { type: 'boolean' }, only: { type: 'string', multiple: true } } });
    const unknown = values.only?.find(group => !(group in GROUPS));
    return unknown === undefined ? { quick: values.quick === true, groups: values.only ?? Object.keys(GROUPS) } : `there is no group '${unknown}'`;
  } catch (error) {
    return (error as Error).message;
  }
}

process.exitCode = main(process.argv.slice(2));
