import { InvalidArgumentError, Option } from 'commander';
import { runMigration } from './run';
import { FIRST_KUBERNETES } from '../../migration/migrate';
import type { CommandFile } from '../command-file';
import { CliIo, wrongUse } from '../io/io';
import { readConfig } from '../settings/config';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';
import { settle, tellNotes } from '../settings/settings';

interface MigrateOptions extends PodOptions {
  readonly write?: boolean;
  readonly out?: string;
  readonly report?: string;
  readonly format: 'human' | 'json';
  readonly include?: 'optional';
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars migrate manifests/                       shows a diff, changes nothing
  cdk8s-sidecars migrate manifests/ --write --report migration.md
  cdk8s-sidecars migrate manifests/ --out migrated/ --mesh istio@1.29
  kubectl get cronjob report -o yaml | cdk8s-sidecars migrate - | kubectl replace -f -

Without --write and --out a diff is shown; for standard input, and with --out -, the migrated text.
What is said about it goes to standard error. What need not change stays byte for byte as it was.
Nothing is applied: read the diff, and what to know before you apply it in the report.

Exit codes: 0 done, 2 wrong use, 3 some input could not be read`;

/** `migrate`: makes native sidecars of the old pattern. */
export const migrate: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('migrate')
      .summary('turn ordinary sidecars into native ones, and take old workarounds away')
      .description('Turns ordinary sidecars into native ones: moves the container, adds the startup probe, takes away workarounds that are needless then, and says what is left to a person.')
      .argument('[path...]', 'manifests, folders of manifests, or - for standard input')
      .option('--write', 'change the files in place')
      .option('--out <dir>', 'write every file to this folder, changed or not; - for standard output')
      .addOption(new Option('--report <file>', 'also write what was done and what is left to do to this file, .md or .json').argParser(reportFile))
      .addOption(new Option('--format <format>', 'how to show it').choices(['human', 'json']).default('human'))
      .addOption(new Option('--include <what>', 'optional: also move proxies in front of the app, exporters and reloaders, which work as ordinary containers too; in Jobs they are moved anyway').choices(['optional'])))
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: MigrateOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: MigrateOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw wrongUse('nothing to migrate: give manifests, folders of manifests, or - for standard input');
  }
  if (options.write && options.out !== undefined) {
    throw wrongUse('--write changes the files themselves and --out writes others: give one of them');
  }
  if (options.write && paths.includes('-')) {
    throw wrongUse('standard input cannot be changed in place: leave --write away, the result goes to standard output');
  }
  if (options.out === '-' && options.format === 'json') {
    throw wrongUse('--out - and --format json both want standard output: write to a folder, or ask for one of them');
  }
  const settings = settle(givenSettings(options), await readConfig(options.config, io));
  const { kubernetes, mesh, programs, workloads } = settings;
  tellNotes(settings, io);
  if (!kubernetes.isAtLeast(FIRST_KUBERNETES)) {
    throw wrongUse(`Kubernetes ${kubernetes} has no native sidecars that start and stop in order: migrate for ${FIRST_KUBERNETES} or newer`);
  }
  return runMigration(paths, io, {
    kubernetes,
    mesh,
    programs,
    workloads,
    includeOptional: options.include === 'optional',
    write: options.write === true,
    out: options.out,
    report: options.report,
    json: options.format === 'json',
  });
}

function reportFile(text: string): string {
  if (!/\.(md|json)$/i.test(text)) {
    throw new InvalidArgumentError(`'${text}' ends neither in .md nor in .json, so it is not clear what to write.`);
  }
  return text;
}
