import { InvalidArgumentError, Option } from 'commander';
import type { MigrateOptions } from './action';
import { isPage } from './page-name';
import { migrateAction } from '../actions';
import type { CommandFile } from '../command-file';
import { addPodOptions } from '../settings/options';

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
      .action(async (paths: string[], options: MigrateOptions) => finish(await migrateAction()(paths, options, io)));
  },
};

function reportFile(text: string): string {
  if (!/\.(md|json)$/i.test(text) && !isPage(text)) {
    throw new InvalidArgumentError(`'${text}' must end in .md, .html or .json.`);
  }
  return text;
}
