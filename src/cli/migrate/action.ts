import { isPage } from './page-name';
import { runMigration } from './run';
import { MigrateFormat } from './run-options';
import { requireOrderedSidecars } from '../../core/migrate/ordered-sidecars';
import { FileFilter } from '../io/file-filter';
import { CliIo, orUsageError, rejectPageOnTerminal, usageError } from '../io/io';
import { readConfig } from '../settings/config';
import { givenSettings, PodOptions } from '../settings/options';
import { settle, printNotes } from '../settings/settings';

/** The options of `migrate`. */
export interface MigrateOptions extends PodOptions {
  readonly write?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly format: MigrateFormat;
  readonly include?: 'optional';
}

/** What `migrate` does; its help does not need it. */
export async function migratePaths(paths: readonly string[], options: MigrateOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw usageError('nothing to migrate: pass manifest files, folders of manifests, or - for standard input');
  }
  if (options.write && options.out !== undefined) {
    throw usageError('--write changes the files in place and --out writes copies: pass only one of them');
  }
  if (options.write && paths.includes('-')) {
    throw usageError('standard input cannot be changed in place: omit --write, and the result goes to standard output');
  }
  if (options.out === '-' && options.format !== 'human') {
    throw usageError(`--out - and --format ${options.format} both write to standard output: pass a folder to --out, or omit one of them`);
  }
  if (options.format === 'html') {
    rejectPageOnTerminal(io, 'run it with > migration.html, or pass --report migration.html instead of --format html');
  }
  const settings = settle(givenSettings(options), await readConfig(options.config, io, paths));
  const { kubernetes, mesh, programs, workloads, exclude = [] } = settings;
  printNotes(settings, io);
  orUsageError(() => requireOrderedSidecars(kubernetes));
  return runMigration(paths, io, {
    kubernetes,
    mesh,
    programs,
    workloads,
    includeOptional: options.include === 'optional',
    write: options.write === true,
    out: options.out,
    report: options.report,
    config: options.config,
    format: options.format,
    page: options.format === 'html' || (options.report !== undefined && isPage(options.report)) ? settings : undefined,
    exclude: options.exclude,
    filter: new FileFilter(exclude, options.gitignore),
    verbose: options.verbose === true,
  });
}
