import { Option } from 'commander';
import { runExplain } from './run';
import type { CommandFile } from '../command-file';
import { CliIo, usageError } from '../io/io';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';

interface ExplainOptions extends PodOptions {
  readonly scenario?: string;
  readonly format: 'text' | 'json';
  readonly workload?: string;
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars explain deployment.yaml
  cdk8s-sidecars explain manifests/ --workload Deployment/web --format json
  cdk8s-sidecars explain job.yaml --scenario slow-proxy.yaml
  cdk8s-sidecars explain deployment.yaml --mesh istio@1.29 --kubernetes-version 1.34
  kubectl get deployment web -o yaml | cdk8s-sidecars explain -

A scenario describes what the programs do, in seconds:
  deleteAt: 60
  containers:
    app:   { shutdown: 3, preStop: 5 }
    proxy: { gateOpens: 1.5, shutdown: 1, crashesAt: [20] }

Exit codes: 0 success, 2 usage error, 3 some input could not be read`;

/** `explain`: shows what one pod does. */
export const explain: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('explain')
      .summary('show what a pod does, second by second')
      .description('Shows what a pod does, second by second: when each container starts, what it waits for, and whether it stops in time or is killed.')
      .argument('[path]', 'a manifest file, a folder of manifests, or - for standard input')
      .option('--scenario <file>', 'a YAML or JSON file that describes what the programs do (default: known behavior and assumptions, both listed in the output)')
      .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
      .option('--workload <kind/name>', 'the workload to explain if the input contains several; also namespace/kind/name, and kind/name:path for one of several pod templates'))
      .addHelpText('after', AFTER_HELP)
      .action(async (path: string | undefined, options: ExplainOptions) => finish(await run(path, options, io)));
  },
};

async function run(path: string | undefined, options: ExplainOptions, io: CliIo): Promise<number> {
  if (path === undefined) {
    throw usageError('nothing to explain: pass a manifest file, a folder of manifests, or - for standard input');
  }
  const { scenario, workload, config, format } = options;
  return runExplain({ path, scenario, workload, config, json: format === 'json', settings: givenSettings(options) }, io);
}
