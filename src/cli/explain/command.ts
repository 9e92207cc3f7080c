import { Option } from 'commander';
import { runExplain } from './run';
import type { CommandFile } from '../command-file';
import { CliIo, wrongUse } from '../io/io';
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

A scenario says what the programs do, in seconds:
  deleteAt: 60
  containers:
    app:   { shutdown: 3, preStop: 5 }
    proxy: { gateOpens: 1.5, shutdown: 1, crashesAt: [20] }

Exit codes: 0 explained, 2 wrong use, 3 some input could not be read`;

/** `explain`: what one pod will do. */
export const explain: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('explain')
      .summary('show what a pod will do, second by second')
      .description('Shows what a pod will do, second by second: who starts when, who waits for whom, who is stopped and who is killed.')
      .argument('[path]', 'a manifest, a folder of manifests, or - for standard input')
      .option('--scenario <file>', 'what the programs do, as YAML or JSON (default: what is known of them, and assumptions, which are listed)')
      .addOption(new Option('--format <format>', 'how to show it').choices(['text', 'json']).default('text'))
      .option('--workload <kind/name>', 'which workload is meant, where there are several; namespace/kind/name is possible too, and kind/name:path for one of several pod templates'))
      .addHelpText('after', AFTER_HELP)
      .action(async (path: string | undefined, options: ExplainOptions) => finish(await run(path, options, io)));
  },
};

async function run(path: string | undefined, options: ExplainOptions, io: CliIo): Promise<number> {
  if (path === undefined) {
    throw wrongUse('nothing to explain: give a manifest, a folder of manifests, or - for standard input');
  }
  const { scenario, workload, config, format } = options;
  return runExplain({ path, scenario, workload, config, json: format === 'json', settings: givenSettings(options) }, io);
}
