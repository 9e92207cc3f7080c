import { runReport } from './run';
import type { CommandFile } from '../command-file';
import { CliIo, usageError } from '../io/io';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';

interface ReportOptions extends PodOptions {
  readonly out?: string;
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars report manifests/ -o report.html
  cdk8s-sidecars report manifests/ -o report.html --kubernetes-version 1.34 --mesh istio@1.29
  kubectl get deploy,sts,ds,job,cronjob -A -o yaml | cdk8s-sidecars report - -o cluster.html

The page is one file that works without a network. It sends nothing anywhere, but it shows parts of
your manifests: share it only with people who may read them.

Exit codes: 0 success, 2 usage error, 3 some input could not be read; the page shows the rest`;

/** `report`: writes a page about all workloads of the input. */
export const report: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('report')
      .summary('write one HTML page about all workloads: findings, pictures, migration, resources')
      .description('Writes one HTML page about all workloads of the input, with search and filters: the findings of each workload, what its pod does, what the migration changes, and its resources before and after.')
      .argument('[path...]', 'manifest files, folders of manifests, or - for standard input')
      .option('-o, --out <file>', 'the file to write; - for standard output'))
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: ReportOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: ReportOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw usageError('nothing to report: pass manifest files, folders of manifests, or - for standard input');
  }
  const { out, config, gitignore, verbose } = options;
  return runReport({ paths, out, config, settings: givenSettings(options), gitignore, verbose }, io);
}
