import { existsSync, readFileSync } from 'node:fs';
import { CheckFinding } from '../../core/check/report';
import { isObject } from '../../data/json';
import { safeLine } from '../../data/safe-text';
import { formatProblem } from '../../yaml/problem';
import { identityOf } from '../io/file-kind';
import { CliIo, ExitCode, Stop, usageError } from '../io/io';
import { readSource } from '../io/read';
import { tryJson } from '../io/try-json';
import { writeAtomically } from '../io/write';
import { writeError } from '../io/write-error';

const VERSION = 1;

/** Reads the fingerprints of the known findings. */
export async function readBaseline(file: string, io: CliIo): Promise<ReadonlySet<string>> {
  const text = await readSource(file, io);
  if (typeof text !== 'string') {
    throw new Stop(ExitCode.USAGE_ERROR, `${formatProblem(text)}\n(create a baseline with --write-baseline ${safeLine(file)})`);
  }
  const data = tryJson(text);
  if (!isBaseline(data)) {
    throw usageError(safeLine(`${file} is not a cdk8s-sidecars baseline: create one with --write-baseline ${file}`));
  }
  return new Set(data.findings);
}

/** Rejects a path of which the baseline would replace an input; a baseline of an earlier run may be replaced. */
export function rejectBaselineOver(file: string, inputs: readonly string[]): void {
  const own = identityOf(file);
  const input = inputs.find(one => identityOf(one) === own);
  if (input !== undefined && existsSync(file) && !isBaseline(tryJson(readFileSync(file, 'utf8')))) {
    throw usageError(`--write-baseline ${file} would overwrite ${input}, which is an input: pass another path`);
  }
}

/** Saves all findings as known: one line each, sorted, so that diffs of the file are readable. */
export function writeBaseline(file: string, findings: readonly CheckFinding[]): void {
  const fingerprints = findings.map(finding => finding.fingerprint).sort();
  try {
    writeAtomically(file, `${JSON.stringify({ version: VERSION, findings: fingerprints }, null, 2)}\n`);
  } catch (error) {
    throw writeError(file, error);
  }
}

function isBaseline(data: unknown): data is { readonly findings: readonly string[] } {
  return isObject(data) && data.version === VERSION && Array.isArray(data.findings) && data.findings.every((one: unknown) => typeof one === 'string');
}
