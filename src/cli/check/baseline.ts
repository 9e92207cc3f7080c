import { writeFileSync } from 'node:fs';
import { CheckFinding } from '../../core/check/report';
import { isObject } from '../../data/json';
import { formatProblem } from '../../yaml/problem';
import { CliIo, ExitCode, Stop, wrongUse } from '../io/io';
import { readSource } from '../io/read';
import { unwritable } from '../io/unwritable';

const VERSION = 1;

/** Reads the fingerprints of the findings that are known already. */
export async function readBaseline(file: string, io: CliIo): Promise<ReadonlySet<string>> {
  const text = await readSource(file, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.WRONG_USE, `${formatProblem(text)}\n(--write-baseline ${file} makes a baseline)`);
  }
  const data = tryParse(text);
  if (!isObject(data) || data.version !== VERSION || !Array.isArray(data.findings) || !data.findings.every((one: unknown) => typeof one === 'string')) {
    throw wrongUse(`${file} is no baseline of this command: make one with --write-baseline ${file}`);
  }
  return new Set(data.findings);
}

/** Writes all findings down as known: one line each, sorted, so that a change of it can be read. */
export function writeBaseline(file: string, findings: readonly CheckFinding[]): void {
  const fingerprints = findings.map(finding => finding.fingerprint).sort();
  try {
    writeFileSync(file, `${JSON.stringify({ version: VERSION, findings: fingerprints }, null, 2)}\n`);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
