import { InvalidArgumentError, Option } from 'commander';
import { isPage } from './output';
import { runMigration } from './run';
import { MigrateFormat } from './run-options';
import { requireOrderedSidecars } from '../../core/migrate/ordered-sidecars';
import type { CommandFile } from '../command-file';
import { FileFilter } from '../io/file-filter';
import { CliIo, orUsageError, rejectPageOnTerminal, usageError } from '../io/io';
import { readConfig } from '../settings/config';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';
import { settle, printNotes } from '../settings/settings';

interface MigrateOptions extends PodOptions {
  readonly write?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly format: MigrateFormat;
  readonly include?: 'optional';
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars migrate manifests/                       show a diff, change nothing
  cdk8s-sidecars migrate manifests/ --write --report migration.md
  cdk8s-sidecars migrate manifests/ --out migrated/ --mesh istio@1.29
  cdk8s-sidecars migrate manifests/ --format html > migration.html
  kubectl get cronjob report -o yaml | cdk8s-sidecars migrate - | kubectl replace -f -

Without --write or --out, the command is a dry run that shows a diff.
For standard input, or with --out -, it prints the migrated text.
Notes and the summary go to standard error. Everything else in a file stays byte for byte the same.
Nothing is applied to the cluster: first read the diff, and "Before you apply it" in the report.

Exit codes: 0 success, 2 usage error, 3 some input could not be read`;

/** `migrate`: converts ordinary sidecar containers to native sidecars. */
export const migrate: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('migrate')
      .summary('convert ordinary sidecar containers to native sidecars and remove obsolete workarounds')
      .description('Converts sidecars that are ordinary containers to native sidecars: moves the container, adds a startup probe, removes workarounds that are no longer needed, and lists the steps that you must do yourself.')
      .argument('[path...]', 'manifest files, folders of manifests, or - for standard input')
      .option('--write', 'change the files in place')
      .option('--out <dir>', 'write every file to this folder, changed or not; - for standard output')
      .addOption(new Option('--report <file>', 'also write a report of the changes and the remaining steps to this file (.md with pictures beside it, .html or .json)').argParser(reportFile))
      .addOption(new Option('--format <format>', 'output format; html is the page of cdk8s-sidecars report').choices(['human', 'json', 'html']).default('human'))
      .addOption(new Option('--include <what>', 'optional: also move inbound proxies, exporters and reloaders, which also work as ordinary containers; in Jobs they are always moved').choices(['optional'])))
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: MigrateOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: MigrateOptions, io: CliIo): Promise<number> {
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
  const settings = settle(givenSettings(options), await readConfig(options.config, io));
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

function reportFile(text: string): string {
  if (!/\.(md|json)$/i.test(text) && !isPage(text)) {
    throw new InvalidArgumentError(`'${text}' must end in .md, .html or .json.`);
  }
  return text;
}
