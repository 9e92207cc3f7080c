/** One line of the report: a measure of ours, what it is compared with, and how far apart they may be. */
export interface Row {
  readonly measure: string;
  readonly unit: string;
  readonly ours: number;
  /** What ours is compared with; undefined when a measure only tells, or could not be compared. */
  readonly theirs?: number;
  /** The largest ratio of ours to theirs that is held. */
  readonly limit?: number;
}

/** Whether a measure keeps its limit; one without a limit always does, one that could not be compared does not. */
export function isHeld(row: Row): boolean {
  return row.limit === undefined || (ratio(row) ?? Infinity) <= row.limit;
}

/** The report as text: right-aligned columns, one line a measure. */
export function drawTable(rows: readonly Row[]): string {
  const cells = [['measure', 'ours', 'theirs', 'ratio', 'limit', ''], ...rows.map(rowCells)];
  const widths = cells[0].map((_, column) => Math.max(...cells.map(row => row[column].length)));
  return cells.map(row => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ').trimEnd()).join('\n');
}

function rowCells(row: Row): string[] {
  return [
    row.measure,
    amount(row.ours, row.unit),
    row.theirs === undefined ? '' : amount(row.theirs, row.unit),
    ratio(row)?.toFixed(2) ?? '',
    row.limit === undefined ? '' : `<= ${row.limit}`,
    verdict(row),
  ];
}

function ratio(row: Row): number | undefined {
  return row.theirs === undefined ? undefined : row.ours / row.theirs;
}

function verdict(row: Row): string {
  if (row.limit === undefined) {
    return '';
  }
  return isHeld(row) ? 'held' : row.theirs === undefined ? 'NOT COMPARED' : 'BROKEN';
}

function amount(value: number, unit: string): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}
