import { writeFileSync } from 'node:fs';
import { CheckFinding } from '../../core/check/report';
import { isObject } from '../../data/json';
import { formatProblem } from '../../yaml/problem';
import { CliIo, ExitCode, Stop, usageError } from '../io/io';
import { readSource } from '../io/read';
import { writeError } from '../io/write-error';

const VERSION = 1;

/** Reads the fingerprints of the known findings. */
export async function readBaseline(file: string, io: CliIo): Promise<ReadonlySet<string>> {
  const text = await readSource(file, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.USAGE_ERROR, `${formatProblem(text)}\n(create a baseline with --write-baseline ${file})`);
  }
  const data = tryParse(text);
  if (!isObject(data) || data.version !== VERSION || !Array.isArray(data.findings) || !data.findings.every((one: unknown) => typeof one === 'string')) {
    throw usageError(`${file} is not a cdk8s-sidecars baseline: create one with --write-baseline ${file}`);
  }
  return new Set(data.findings);
}

/** Saves all findings as known: one line each, sorted, so that diffs of the file are readable. */
export function writeBaseline(file: string, findings: readonly CheckFinding[]): void {
  const fingerprints = findings.map(finding => finding.fingerprint).sort();
  try {
    writeFileSync(file, `${JSON.stringify({ version: VERSION, findings: fingerprints }, null, 2)}\n`);
  } catch (error) {
    throw writeError(file, error);
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
