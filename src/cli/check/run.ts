import { readBaseline, rejectBaselineOver, writeBaseline } from './baseline';
import { checkFiles } from './check-files';
import { checkGithub } from './github';
import { checkHuman } from './human';
import { checkJson } from './json';
import { checkSarif } from './sarif';
import { reportOf } from '../../core/check/check-manifests';
import { CheckReport } from '../../core/check/report';
import { GivenSettings, isFailing } from '../../core/settings';
import { safeLine } from '../../data/safe-text';
import { amount } from '../../data/words';
import { ALL_RULES } from '../../rules/all-rules';
import { Severity } from '../../rules/engine/finding';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { FileFilter } from '../io/file-filter';
import { emptyInput, STDIN } from '../io/files';
import { InputReport } from '../io/input-json';
import { CliIo, ExitCode } from '../io/io';
import { packageVersion } from '../package-version';
import { readConfig, rejectOverConfig } from '../settings/config';
import { settle, printNotes } from '../settings/settings';

/** The output formats of `check`. */
export type CheckFormat = 'human' | 'json' | 'sarif' | 'github';

/** The arguments of `check`. */
export interface CheckRequest {
  readonly paths: readonly string[];
  readonly format: CheckFormat;
  readonly config?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  /** Whether empty standard input, or a folder without a manifest, is fine. */
  readonly allowEmpty?: boolean;
  /** The lowest severity that people are shown. */
  readonly minSeverity: Severity;
  readonly settings: GivenSettings;
  /** Whether .gitignore files count. */
  readonly gitignore: boolean;
  /** Whether to list skipped files. */
  readonly verbose?: boolean;
}

/** Checks the input and writes the result; returns the exit code. */
export async function runCheck(request: CheckRequest, io: CliIo): Promise<number> {
  const settings = settle(request.settings, await readConfig(request.config, io, request.paths));
  if (request.writeBaseline !== undefined) {
    rejectOverConfig(`--write-baseline ${request.writeBaseline}`, request.writeBaseline, request.config);
  }
  printNotes(settings, io);
  const baseline = request.baseline === undefined ? undefined : await readBaseline(request.baseline, io);
  const filter = new FileFilter(settings.exclude ?? [], request.gitignore);
  const { input, result, skipped, description } = await checkFiles(request.paths, settings, io, filter, request.allowEmpty);
  const { files, documents } = input;
  const isEmpty = isEmptyInput(request, documents.length + input.problems.length);
  const problems = isEmpty ? [emptyInput('nothing was checked', 'pass --allow-empty')] : input.problems;
  const report = { ...reportOf({ files, documents, problems }, result, baseline), notes: result.notes, skipped };
  printProblems([...report.problems, ...report.notes], io);
  io.err([...filter.notes(request.settings.exclude), ...skipped.lines(request.verbose === true)].map(line => `${safeLine(line)}\n`).join(''));
  if (result.pods + result.partial === 0 && report.problems.length === 0) {
    io.err(`${safeLine(`${description()}: nothing to check`)}\n`);
  }
  if (request.writeBaseline !== undefined && !isEmpty) {
    rejectBaselineOver(request.writeBaseline, [...input.files, ...input.problems.map(({ file }) => file)]);
    const counting = result.findings.filter(finding => finding.acknowledged === undefined);
    writeBaseline(request.writeBaseline, counting);
    io.err(`${safeLine(`${request.writeBaseline}: saved ${amount(counting.length, 'finding')}`)}\n`);
    return report.problems.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
  }
  io.out(FORMATS[request.format](report, io, request.minSeverity));
  if (report.problems.length > 0) {
    return ExitCode.UNREADABLE;
  }
  return isFailing(report, settings.failOn) ? ExitCode.FINDINGS : ExitCode.OK;
}

/** Whether standard input had nothing in it, and the user did not expect that. */
function isEmptyInput({ paths, allowEmpty }: CheckRequest, found: number): boolean {
  return paths.includes(STDIN) && found === 0 && !allowEmpty;
}

function printProblems(problems: readonly InputProblem[], io: CliIo): void {
  io.err(problems.map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
}

const FORMATS: { readonly [format in CheckFormat]: (report: CheckReport & InputReport, io: CliIo, least: Severity) => string } = {
  human: (report, io, least) => checkHuman(report, io.colors ?? false, least),
  json: checkJson,
  sarif: report => checkSarif(report, ALL_RULES, packageVersion()),
  github: checkGithub,
};
