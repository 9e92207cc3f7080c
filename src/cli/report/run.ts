import { PageBuilder } from './page-builder';
import { InvalidInput } from '../../core/invalid-input';
import { MeshMembers } from '../../core/mesh-option';
import { migrateText, TextOptions } from '../../core/migrate/migrate-text';
import { requireOrderedSidecars } from '../../core/migrate/ordered-sidecars';
import { CheckSettings, GivenSettings } from '../../core/settings';
import { Skipped } from '../../core/skipped';
import { World } from '../../core/world';
import { messageOf } from '../../data/error-message';
import { safeLine } from '../../data/safe-text';
import { amount } from '../../data/words';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { openFindings, SEVERITIES } from '../../report/workloads';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { FileFilter } from '../io/file-filter';
import { isStandardOutput } from '../io/file-kind';
import { emptyInput, FileToRead, findFiles, STDIN } from '../io/files';
import { CliIo, ExitCode, rejectPageOnTerminal } from '../io/io';
import { Progress } from '../io/progress';
import { nameIn, rereader, scan } from '../io/scan';
import { growSlowly } from '../migrate/memory';
import { saveReport } from '../migrate/save';
import { rejectReportOver, rejectUnusablePath } from '../migrate/targets';
import { readConfig, rejectOverConfig } from '../settings/config';
import { printNotes, settle } from '../settings/settings';

/** The arguments of `report`. */
export interface ReportRequest {
  readonly paths: readonly string[];
  /** The file of the page; standard output without one. */
  readonly out?: string;
  readonly config?: string;
  readonly settings: GivenSettings;
  /** Whether .gitignore files count. */
  readonly gitignore: boolean;
  /** Whether to list skipped files. */
  readonly verbose?: boolean;
}

/** Writes the page; returns the exit code. */
export async function runReport({ paths, out, config, settings: given, gitignore, verbose }: ReportRequest, io: CliIo): Promise<number> {
  const file = out === undefined || isStandardOutput(out) ? undefined : out;
  if (file === undefined) {
    rejectPageOnTerminal(io, 'pass -o report.html');
  }
  const settings = settle(given, await readConfig(config, io, paths));
  printNotes(settings, io);
  const filter = new FileFilter(settings.exclude ?? [], gitignore);
  const { files, problems, ignored } = findFiles(paths, filter);
  const skipped = new Skipped(ignored);
  if (file !== undefined) {
    rejectUnusablePath(file);
    rejectReportOver('-o', file, files);
    rejectOverConfig(`-o ${file}`, file, config);
  }
  growSlowly();
  const page = await collect(files, { problems, skipped }, settings, io);
  const { problems: found, notes, data: { workloads } } = page.collected;
  io.err([...problems, ...found, ...notes].map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
  io.err([...filter.notes(given.exclude), ...skipped.lines(verbose === true)].map(line => `${safeLine(line)}\n`).join(''));
  const text = page.page(files.length, problems);
  if (file === undefined) {
    io.out(text);
  } else {
    saveReport(file, text);
    const open = workloads.flatMap(openFindings);
    const counts = SEVERITIES.map(severity => amount(open.filter(finding => finding.severity === severity).length, severity));
    io.err(`${safeLine(`${file}: ${amount(workloads.length, 'workload')} in ${amount(files.length, 'file')}: ${counts.join(', ')}`)}\n`);
  }
  return problems.length + found.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
}

/** What is no manifest, or could not be read. */
interface Unread {
  readonly problems: InputProblem[];
  readonly skipped: Skipped;
}

async function collect(files: readonly FileToRead[], { problems, skipped }: Unread, settings: CheckSettings, io: CliIo): Promise<PageBuilder> {
  const read = rereader(io);
  const progress = new Progress(io);
  const { mesh, workloads } = settings;
  const members = mesh && MeshMembers.of(mesh, [], workloads);
  const surroundings = await scan(files, read, members, progress);
  const unmigrated = whyNotMigrated(settings.kubernetes);
  const options: TextOptions = { ...settings, includeOptional: false, surroundings };
  let done = 0;
  const page = new PageBuilder(settings, new World(settings, surroundings, members), unmigrated, workload => {
    progress.show(() => `reporting: ${done} of ${files.length} files, ${workload} workloads`);
  });
  for (const { file, passed } of files) {
    const text = await read(file);
    if (typeof text !== 'string') {
      problems.push(...skipped.sort([text], passed));
    } else if (file === STDIN && text.trim() === '') {
      problems.push(emptyInput('there is nothing to report'));
    } else {
      progress.show(() => `reporting: ${done} of ${files.length} files`);
      // Each file is judged alone: whatever one of them does, the others are shown.
      try {
        page.add(nameIn(file), text, unmigrated === undefined ? migrateText(nameIn(file), text, options) : undefined, skipped, passed);
      } catch (error) {
        problems.push({ file: nameIn(file), message: `unexpected failure, please report it with your input: ${messageOf(error)}` });
      }
    }
    done++;
  }
  progress.end();
  return page;
}

/** Why there is no migration for a version of Kubernetes; undefined if there is one. */
function whyNotMigrated(kubernetes: KubernetesVersion): string | undefined {
  try {
    requireOrderedSidecars(kubernetes);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) {
      return error.message;
    }
    throw error;
  }
}
