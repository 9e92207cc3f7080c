import { growSlowly } from './memory';
import { migrateHuman, migrateJson, reportIn } from './output';
import { NotWritten, save, saveReport } from './save';
import { rejectCollisions, rejectReportOver, rejectUnusablePath, targetOf, withoutEarlierResults } from './targets';
import { MeshMembers } from '../../core/mesh-option';
import { migrateText, TextOptions } from '../../core/migrate/migrate-text';
import { entryOf, PodEntry } from '../../core/migrate/pod-entry';
import { SurroundingsCollector } from '../../core/migrate/surroundings';
import { TemplateNotes } from '../../core/template-notes';
import { World } from '../../core/world';
import { messageOf } from '../../data/error-message';
import { pushAll } from '../../data/push-all';
import { safeLine, safeLines } from '../../data/safe-text';
import { KnownProgram } from '../../knowledge/programs/program';
import { WorkloadKinds } from '../../kubernetes/workload-kinds';
import { MigrationOptions } from '../../migration/draft';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { unifiedDiff } from '../../yaml/unified-diff';
import { FileToRead, findFiles, STDIN, STDIN_NAME } from '../io/files';
import { CliIo, ExitCode } from '../io/io';
import { Progress } from '../io/progress';
import { readSource } from '../io/read';
import { SignalGuard } from '../io/signals';
import { notesBeforeWriting } from '../io/write-error';

/** Options for a run of the migration. */
export interface RunOptions extends MigrationOptions {
  readonly programs: readonly KnownProgram[];
  readonly workloads: WorkloadKinds;
  readonly write: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly json: boolean;
}

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
  /** Standard input can be read only once, and there is only one. */
  private stdin?: string;
  private world?: World;

  public constructor(private readonly io: CliIo, private readonly options: RunOptions) {
    this.progress = new Progress(io);
  }

  public async all(paths: readonly string[]): Promise<number> {
    const files = this.find(paths);
    const { mesh, report, workloads } = this.options;
    const members = mesh && MeshMembers.of(mesh, [], workloads);
    const surroundings = await this.surroundings(files, members);
    const templates = new TemplateNotes(workloads);
    const options: TextOptions = { ...this.options, surroundings, templates };
    // Only a report shows what pods do, and only a mesh adds errors to the result.
    this.world = report === undefined && !mesh ? undefined : new World(this.options, surroundings, members);
    await this.each(files, options);
    this.progress.end();
    this.notes.push(...templates.notes());
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
    const { files, problems } = findFiles(paths);
    pushAll(this.problems, problems);
    const { out, report } = this.options;
    if (report !== undefined) {
      rejectUnusablePath(report);
    }
    const own = out === undefined || out === '-' ? files : withoutEarlierResults(files, out);
    if (out !== undefined && out !== '-') {
      rejectCollisions(own, out);
    }
    if (report !== undefined) {
      rejectReportOver(report, files, out);
    }
    return own;
  }

  private async surroundings(files: readonly FileToRead[], members: MeshMembers | undefined) {
    const collector = new SurroundingsCollector(members);
    for (const [done, { file }] of files.entries()) {
      this.progress.show(() => `scanning: ${done} of ${files.length} files`);
      const text = await this.read(file);
      if (typeof text === 'string') {
        collector.add(file, text);
      }
    }
    return collector.collected();
  }

  private async one(source: FileToRead, options: TextOptions): Promise<void> {
    const { file } = source;
    const name = file === STDIN ? STDIN_NAME : file;
    const before = await this.read(file);
    if (typeof before !== 'string') {
      this.problems.push(before);
      return;
    }
    if (file === STDIN && isBlank(before)) {
      this.problems.push({ file: name, message: 'empty, so nothing was migrated: see why the command before it printed nothing' });
      return;
    }
    // Each file is judged alone: whatever one of them does, the others are done.
    try {
      const { text, pods, problems, notes } = migrateText(name, before, options);
      const entries = pods.map(pod => entryOf(pod, this.world, this.options.report !== undefined));
      pushAll(this.problems, problems);
      pushAll(this.notes, notes);
      this.deliver(source, before, text);
      entries.forEach(entry => this.pods.push(entry));
    } catch (error) {
      this.problems.push({ file: name, message: error instanceof NotWritten ? error.message : `unexpected failure, please report it with your input: ${messageOf(error)}` });
    }
  }

  private deliver(source: FileToRead, before: string, after: string): void {
    const { file } = source;
    const { write, out, json } = this.options;
    if (out !== undefined && out !== '-') {
      save(targetOf(source, out), after);
    } else if (write) {
      if (after !== before) {
        this.io.err(notesBeforeWriting(file).map(note => `${safeLine(note)}\n`).join(''));
        save(file, after, before);
      }
    } else if (!json) {
      const text = out === '-' || file === STDIN ? after : unifiedDiff(file, before, after);
      this.io.out(this.io.terminal ? safeLines(text) : text);
    }
  }

  private finish(files: readonly FileToRead[]): void {
    this.io.err([...this.problems, ...this.notes].map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
    if (this.options.report !== undefined) {
      saveReport(this.options.report, reportIn(this.options.report, this.pods, this.options.kubernetes));
    }
    if (this.options.json) {
      this.io.out(migrateJson(this.pods));
    } else {
      // For standard input, the result itself was printed.
      const delivered = this.options.write || this.options.out !== undefined || files.every(({ file }) => file === STDIN);
      this.io.err(safeLines(migrateHuman(this.pods, files.length, delivered)));
    }
  }

  private async read(file: string): Promise<string | InputProblem> {
    if (file === STDIN && this.stdin !== undefined) {
      return this.stdin;
    }
    const text = await readSource(file, this.io);
    if (file === STDIN && typeof text === 'string') {
      this.stdin = text;
    }
    return text;
  }
}

/** Whether a text has no document: it is empty, or only has comments. */
function isBlank(text: string): boolean {
  return text.split('\n').every(line => /^\s*(#.*)?$/.test(line));
}
