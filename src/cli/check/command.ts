import { Option } from 'commander';
import { CheckFormat, runCheck } from './run';
import { FAIL_ON, FailOn } from '../../core/settings';
import { Severity } from '../../rules/engine/finding';
import type { CommandFile } from '../command-file';
import { CliIo, usageError } from '../io/io';
import { CONFIG_HELP } from '../settings/config-help';
import { addPodOptions, givenSettings, PodOptions } from '../settings/options';

interface CheckOptions extends PodOptions {
  readonly format: CheckFormat;
  readonly failOn?: FailOn;
  readonly minSeverity: Severity;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly allowEmpty?: boolean;
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars check dist/
  cdk8s-sidecars check manifests/ --format sarif > sidecars.sarif
  cdk8s-sidecars check manifests/ --kubernetes-version 1.34 --mesh istio@1.29 --fail-on warning
  kubectl get deploy,sts,ds,job,cronjob -A -o yaml | cdk8s-sidecars check -

To report only new findings, save the current ones as a baseline:
  cdk8s-sidecars check manifests/ --write-baseline sidecars-baseline.json
  cdk8s-sidecars check manifests/ --baseline sidecars-baseline.json

To accept a finding, add a comment on or above its line or the first line of its container:
  # cdk8s-sidecars: ignore NS304 the hook only asks the cache to flush

To accept it in a whole workload, annotate the workload or its pod template:
  acknowledge.cdk8s-sidecars/NS304: the hook only asks the cache to flush

${CONFIG_HELP}
Exit codes: 0 success, 1 findings at or above --fail-on, 2 usage error, 3 some input could not be read`;

/** `check`: finds problems with the pods in the input. */
export const check: CommandFile = {
  register: (program, io, finish) => {
    addPodOptions(program.command('check')
      .summary('find problems with sidecars: startup, order, shutdown, Jobs that never complete, obsolete workarounds')
      .description('Checks every pod in the input against the rules: startup, order, shutdown, Jobs that never complete, obsolete workarounds, Kubernetes versions.')
      .argument('[path...]', 'manifest files, folders of manifests, or - for standard input')
      .addOption(new Option('--format <format>', 'output format').choices(['human', 'json', 'sarif', 'github']).default('human'))
      .addOption(new Option('--fail-on <severity>', 'lowest severity that makes the command exit with 1 (default: error)').choices(FAIL_ON))
      .addOption(new Option('--min-severity <severity>', 'lowest severity that the human format lists; the others are counted').choices(Object.values(Severity)).default(Severity.WARNING))
      .option('--baseline <file>', 'report only findings that are not in this file (see --write-baseline)')
      .option('--write-baseline <file>', 'save all findings to this file and exit with 0')
      .option('--allow-empty', 'accept empty standard input and folders without a manifest, which otherwise are errors: the command before it may have failed'))
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: CheckOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: CheckOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw usageError('nothing to check: pass manifest files, folders of manifests, or - for standard input');
  }
  return runCheck({ ...options, paths, settings: { ...givenSettings(options), failOn: options.failOn } }, io);
}
