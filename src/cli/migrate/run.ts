import { growSlowly } from './memory';
import { isPage, migrateHuman, migrateJson, reportIn } from './output';
import { ReportPictures } from './report-pictures';
import { RunOptions } from './run-options';
import { NotWritten, save, saveInPlace, saveReport } from './save';
import { rejectCollisions, rejectReportOver, rejectUnusablePath, targetOf, withoutEarlierResults } from './targets';
import { MeshMembers } from '../../core/mesh-option';
import { migrateText, TextOptions } from '../../core/migrate/migrate-text';
import { entryOf, PodEntry } from '../../core/migrate/pod-entry';
import { Skipped } from '../../core/skipped';
import { TemplateNotes } from '../../core/template-notes';
import { UnmatchedSidecars } from '../../core/unmatched-sidecars';
import { World } from '../../core/world';
import { messageOf } from '../../data/error-message';
import { pushAll } from '../../data/push-all';
import { safeLine, safeLines } from '../../data/safe-text';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { unifiedDiff } from '../../yaml/unified-diff';
import { emptyInput, FileToRead, findFiles, STDIN } from '../io/files';
import { CliIo, ExitCode } from '../io/io';
import { Progress } from '../io/progress';
import { nameIn, Reader, rereader, scan } from '../io/scan';
import { SignalGuard } from '../io/signals';
import { pageBuilder } from '../report/lazy';
import { rejectOverConfig } from '../settings/config';

/** Migrates file by file, so that a folder is never in memory as a whole; returns the exit code. */
export async function runMigration(paths: readonly string[], io: CliIo, options: RunOptions): Promise<number> {
  growSlowly();
  return new Run(io, options).all(paths);
}

class Run {
  private readonly pods: PodEntry[] = [];
  private readonly problems: InputProblem[] = [];
  private readonly notes: InputProblem[] = [];
  private readonly progress: Progress;
  private readonly pictures: ReportPictures;
  private readonly read: Reader;
  private readonly unmatched: UnmatchedSidecars;
  private world?: World;
  private page?: ReturnType<typeof pageBuilder>;
  private skipped = new Skipped();

  public constructor(private readonly io: CliIo, private readonly options: RunOptions) {
    this.progress = new Progress(io);
    this.pictures = new ReportPictures(options.report);
    this.read = rereader(io);
    this.unmatched = new UnmatchedSidecars(options.programs);
  }

  public async all(paths: readonly string[]): Promise<number> {
    const files = this.find(paths);
    const { mesh, report, workloads, page } = this.options;
    const members = mesh && MeshMembers.of(mesh, [], workloads);
    const surroundings = await scan(files, this.read, members, this.progress);
    const templates = new TemplateNotes(workloads);
    const world = new World(this.options, surroundings, members);
    const options: TextOptions = { ...this.options, surroundings, templates, world };
    // Only a report shows what pods do, and only a mesh adds errors to the result.
    this.world = report === undefined && !mesh && !page ? undefined : world;
    this.page = page && this.world && pageBuilder(page, this.world);
    await this.each(files, options);
    this.progress.end();
    this.notes.push(...templates.notes(), ...this.unmatched.notes());
    this.finish(files);
    return this.problems.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
  }

  private async each(files: readonly FileToRead[], options: TextOptions): Promise<void> {
    const { write, out } = this.options;
    const guard = write || (out !== undefined && out !== '-') ? new SignalGuard() : undefined;
    try {
      for (const [done, file] of files.entries()) {
        this.progress.show(() => `migrating: ${done} of ${files.length} files`);
        await this.one(file, options);
        await guard?.check();
      }
    } finally {
      guard?.release();
    }
  }

  private find(paths: readonly string[]): readonly FileToRead[] {
    const { files, problems, ignored } = findFiles(paths, this.options.filter);
    this.skipped = new Skipped(ignored);
    pushAll(this.problems, problems);
    const { out, report, config } = this.options;
    if (report !== undefined) {
      rejectUnusablePath(report);
    }
    const own = out === undefined || out === '-' ? files : withoutEarlierResults(files, out);
    if (out !== undefined && out !== '-') {
      rejectCollisions(own, out);
      own.forEach(file => rejectOverConfig(`--out ${out}`, targetOf(file, out), config));
    }
    if (report !== undefined) {
      rejectReportOver('--report', report, files, out);
      rejectOverConfig(`--report ${report}`, report, config);
    }
    return own;
  }

  private async one(source: FileToRead, options: TextOptions): Promise<void> {
    const { file, passed } = source;
    const name = nameIn(file);
    const before = await this.read(file);
    if (typeof before !== 'string') {
      pushAll(this.problems, this.skipped.sort([before], passed));
      return;
    }
    if (file === STDIN && isBlank(before)) {
      this.problems.push(emptyInput('nothing was migrated'));
      return;
    }
    // Each file is judged alone: whatever one of them does, the others are done.
    try {
      const migrated = migrateText(name, before, { ...options, onDocument: document => this.skipped.lookAt(document, passed) });
      const { text, pods, problems, notes } = migrated;
      const entries = pods.map(pod => this.pictures.saved(entryOf(pod, this.world, this.pictures.options)));
      pushAll(this.problems, this.skipped.sort(problems, passed));
      pushAll(this.notes, notes);
      pods.forEach(({ pod }) => pod && this.unmatched.see(pod));
      this.deliver(source, before, text);
      entries.forEach(entry => this.pods.push(entry));
      this.page?.add(name, before, migrated, new Skipped(), passed);
    } catch (error) {
      this.problems.push({ file: name, message: error instanceof NotWritten ? error.message : `unexpected failure, please report it with your input: ${messageOf(error)}` });
    }
  }

  private deliver(source: FileToRead, before: string, after: string): void {
    const { file } = source;
    const { write, out, format } = this.options;
    if (out !== undefined && out !== '-') {
      save(targetOf(source, out), after);
    } else if (write) {
      if (after !== before) {
        saveInPlace(source, after, before, this.io);
      }
    } else if (format === 'human') {
      const text = out === '-' || file === STDIN ? after : unifiedDiff(file, before, after);
      this.io.out(this.io.terminal ? safeLines(text) : text);
    }
  }

  private finish(files: readonly FileToRead[]): void {
    const { report, format, kubernetes } = this.options;
    this.io.err([...this.problems, ...this.notes].map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
    this.io.err([...this.options.filter.notes(this.options.exclude), ...this.skipped.lines(this.options.verbose)].map(line => `${safeLine(line)}\n`).join(''));
    const { pods, problems, notes, skipped } = this;
    const result = { pods, problems, notes, skipped, files: files.length };
    const page = this.page?.page(files.length, this.problems) ?? '';
    if (report !== undefined) {
      saveReport(report, isPage(report) ? page : reportIn(report, result, kubernetes));
    }
    if (format === 'human') {
      // For standard input, the result itself was printed.
      const delivered = this.options.write || this.options.out !== undefined || files.every(({ file }) => file === STDIN);
      this.io.err(safeLines(migrateHuman(this.pods, files.length, delivered)));
    } else {
      this.io.out(format === 'json' ? migrateJson(result) : page);
    }
  }
}

/** Whether a text has no document: it is empty, or only has comments. */
function isBlank(text: string): boolean {
  return text.split('\n').every(line => /^\s*(#.*)?$/.test(line));
}
