import { existsSync, readFileSync, statSync } from 'node:fs';
import { CheckFinding } from '../../core/check/report';
import { isObject } from '../../data/json';
import { safeLine } from '../../data/safe-text';
import { formatProblem } from '../../yaml/problem';
import { identityOf, isDescriptor } from '../io/file-kind';
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
    const advice = existsSync(file) ? '' : `\n(create a baseline with --write-baseline ${safeLine(file)})`;
    throw new Stop(ExitCode.USAGE_ERROR, formatProblem(text) + advice);
  }
  const data = tryJson(text);
  if (!isBaseline(data)) {
    throw usageError(safeLine(`${file} is not a cdk8s-sidecars baseline: pass a file that --write-baseline wrote, or create one in a new file with --write-baseline`));
  }
  return new Set(data.findings);
}

/** Rejects a path of which the baseline would replace another file: only a baseline of an earlier run, or an empty file, may be replaced. */
export function rejectBaselineOver(file: string, inputs: readonly string[]): void {
  if (!holdsOtherText(file)) {
    return;
  }
  const own = identityOf(file);
  const input = inputs.find(one => identityOf(one) === own);
  throw usageError(input === undefined
    ? `--write-baseline ${file} would overwrite a file that is not a baseline: pass another path, or delete the file first`
    : `--write-baseline ${file} would overwrite ${input}, which is an input: pass another path`);
}

/** Whether a path is a regular file with text that is no baseline. What a process has open, such as `/dev/stdout`, is meant. */
function holdsOtherText(file: string): boolean {
  if (isDescriptor(file) || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    return false;
  }
  const text = readFileSync(file, 'utf8');
  return text.trim() !== '' && !isBaseline(tryJson(text));
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
