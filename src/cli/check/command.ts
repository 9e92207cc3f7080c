import { Option } from 'commander';
import { CheckFormat, runCheck } from './run';
import { FAIL_ON, FailOn } from '../../core/settings';
import type { CommandFile } from '../command-file';
import { CliIo, wrongUse } from '../io/io';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';

interface CheckOptions extends PodOptions {
  readonly format: CheckFormat;
  readonly failOn?: FailOn;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars check dist/
  cdk8s-sidecars check manifests/ --format sarif > sidecars.sarif
  cdk8s-sidecars check manifests/ --kubernetes-version 1.34 --mesh istio@1.29 --fail-on warning
  kubectl get deploy,sts,ds,job,cronjob -A -o yaml | cdk8s-sidecars check -

To be told only of what is new, write down what there is:
  cdk8s-sidecars check manifests/ --write-baseline sidecars-baseline.json
  cdk8s-sidecars check manifests/ --baseline sidecars-baseline.json

To accept a finding, add a comment to the line that it points to or to the first line of its container, or above one of them:
  # cdk8s-sidecars: ignore NS304 the hook only asks the cache to flush

Exit codes: 0 fine, 1 findings at or above --fail-on, 2 wrong use, 3 some input could not be read`;

/** `check`: what is wrong with the pods of the input. */
export const check: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('check')
      .summary('find what is wrong with sidecars: start, order, stop, Jobs that never end, old workarounds')
      .description('Checks every pod of the input against the rule book: start, order, stop, Jobs that never end, old workarounds, versions.')
      .argument('[path...]', 'manifests, folders of manifests, or - for standard input')
      .addOption(new Option('--format <format>', 'how to show it').choices(['human', 'json', 'sarif', 'github']).default('human'))
      .addOption(new Option('--fail-on <severity>', 'from which severity on to end with 1 (default: error)').choices(FAIL_ON))
      .option('--baseline <file>', 'leave out the findings that this file, made by --write-baseline, holds')
      .option('--write-baseline <file>', 'write all findings to this file, and end with 0'))
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: CheckOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: CheckOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw wrongUse('nothing to check: give manifests, folders of manifests, or - for standard input');
  }
  return runCheck({ ...options, paths, settings: { ...givenSettings(options), failOn: options.failOn } }, io);
}
