import { OUTAGES, Outage } from './recordings';

/** The exit code after SIGKILL. */
const KILLED = 137;

/** A table of what was lost and how long the end took, from recordings. */
export function outagesTable(outages: readonly Outage[] = OUTAGES): string {
  const rows = outages.map(outage => `| ${[`${outage.preset} (${outage.version})`, outage.scenario, lost(outage), took(outage), end(outage)].join(' | ')} |`);
  return ['| preset | what happens | lost | works after | end |', '|---|---|---|---|---|', ...rows].join('\n');
}

function lost({ sent, lost: count }: Outage): string {
  return sent === undefined ? '' : `${count} of ${sent}`;
}

function took({ seconds }: Outage): string {
  return seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
}

function end({ stopSeconds, exitCode, shutdownSeconds }: Outage): string {
  if (stopSeconds === undefined) {
    return '';
  }
  return exitCode === KILLED ? `not within ${shutdownSeconds} s, killed` : `${stopSeconds.toFixed(1)} of ${shutdownSeconds} s, exit code ${exitCode}`;
}
