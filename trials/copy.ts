import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..');
/** What the generators write: a change may touch these, but nobody edits them. */
const GENERATED = /^(src\/rules\/(rule-list|rules-with-errors)\.ts|docs\/(rules|catalog)\.md|examples\/[^/]+\/(output\/.*|README\.md))$/;

/** A copy of the repository as it is now, with the changes that are not committed yet. */
export class RepositoryCopy {
  public readonly folder = mkdtempSync(join(tmpdir(), 'trial-'));

  public constructor() {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n');
    for (const file of files) {
      cpSync(join(ROOT, file), join(this.folder, file), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    this.git('init', '-q');
    // The file that ignores node_modules means a folder, not a link.
    writeFileSync(join(this.folder, '.git', 'info', 'exclude'), 'node_modules\n');
    this.git('add', '-A');
    this.git('-c', 'user.name=trial', '-c', 'user.email=trial@localhost', 'commit', '-q', '--no-verify', '-m', 'before');
  }

  public read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  public write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Adds lines after the only line that begins with a text. */
  public addAfter(file: string, start: string, lines: string): void {
    const text = this.read(file).split('\n');
    const found = text.flatMap((line, index) => line.startsWith(start) ? [index] : []);
    if (found.length !== 1) {
      throw new Error(`${file} has ${found.length} lines that begin with '${start}': one is needed`);
    }
    text.splice(found[0] + 1, 0, lines);
    this.write(file, text.join('\n'));
  }

  /** Replaces the only place that has a text. */
  public replace(file: string, before: string, after: string): void {
    const parts = this.read(file).split(before);
    if (parts.length !== 2) {
      throw new Error(`${file} has '${before}' ${parts.length - 1} times: once is needed`);
    }
    this.write(file, parts.join(after));
  }

  /** Runs a command of a shell, and returns what it prints; throws unless it ends with one of the exit codes. */
  public run(command: string, exitCodes: readonly number[] = [0]): string {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: this.folder, encoding: 'utf8', maxBuffer: 1e8, env: { ...process.env, CI: 'true' } });
    if (!exitCodes.includes(status ?? -1)) {
      throw new Error(`'${command}' ended with exit code ${status}\n${stdout}\n${stderr}`);
    }
    return stdout + stderr;
  }

  /** The files that differ from the repository, without those that are generated. */
  public changed(): string[] {
    const lines = this.git('status', '--porcelain', '-uall').split('\n').filter(line => line !== '');
    return lines.map(line => line.slice(3)).filter(file => !GENERATED.test(file)).sort();
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.folder, encoding: 'utf8', maxBuffer: 1e8 });
  }
}
