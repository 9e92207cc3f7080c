import { Option } from 'commander';
import { readBaseline, writeBaseline } from './baseline';
import { FAIL_ON, FailOn, isFailing } from '../../core/settings';
import type { CommandFile } from '../command-file';
import { checkGithub } from './github';
import { checkHuman } from './human';
import { checkJson } from './json';
import { checkSarif } from './sarif';
import { judge, reportOf } from '../../core/check/judge';
import { CheckReport } from '../../core/check/report';
import { ChosenMesh } from '../../knowledge/meshes/mesh-facts';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ALL_RULES } from '../../rules/all-rules';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { describeInput } from '../io/describe';
import { CliIo, ExitCode, printable, wrongUse } from '../io/io';
import { Progress } from '../io/progress';
import { readManifests } from '../io/read';
import { packageVersion } from '../package-version';
import { DEFAULT_CONFIG, readConfig } from '../settings/config';
import { kubernetesVersionOption, meshOption } from '../settings/options';
import { settle } from '../settings/settings';

interface CheckOptions {
  readonly format: 'human' | 'json' | 'sarif' | 'github';
  readonly kubernetesVersion?: KubernetesVersion;
  readonly mesh?: ChosenMesh;
  readonly failOn?: FailOn;
  readonly config?: string;
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

To accept a finding, in front of a container or at the end of its first line:
  # cdk8s-sidecars: ignore NS304 the hook only asks the cache to flush

Exit codes: 0 fine, 1 findings at or above --fail-on, 2 wrong use, 3 some input could not be read`;

/** `check`: what is wrong with the pods of the input. */
export const check: CommandFile = {
  register: (program, io, finish) => {
    program.command('check')
      .summary('find what is wrong with sidecars: start, order, stop, Jobs that never end, old workarounds')
      .description('Checks every pod of the input against the rule book: start, order, stop, Jobs that never end, old workarounds, versions.')
      .argument('[path...]', 'manifests, folders of manifests, or - for standard input')
      .addOption(new Option('--format <format>', 'how to show it').choices(['human', 'json', 'sarif', 'github']).default('human'))
      .addOption(kubernetesVersionOption())
      .addOption(meshOption())
      .addOption(new Option('--fail-on <severity>', 'from which severity on to end with 1 (default: error)').choices(FAIL_ON))
      .option('--config <file>', `severities of rules, Kubernetes version, mesh and your own sidecar images (default: ${DEFAULT_CONFIG}, where there is one)`)
      .option('--baseline <file>', 'leave out the findings that this file, made by --write-baseline, holds')
      .option('--write-baseline <file>', 'write all findings to this file, and end with 0')
      .addHelpText('after', AFTER_HELP)
      .action(async (paths: string[], options: CheckOptions) => finish(await run(paths, options, io)));
  },
};

async function run(paths: readonly string[], options: CheckOptions, io: CliIo): Promise<number> {
  if (paths.length === 0) {
    throw wrongUse('nothing to check: give manifests, folders of manifests, or - for standard input');
  }
  const settings = settle({ ...options, kubernetes: options.kubernetesVersion }, await readConfig(options.config, io));
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline, io);
  const progress = new Progress(io);
  const input = await readManifests(paths, io, (done, all) => progress.show(() => `reading: ${done} of ${all} files`));
  const judgment = judge(input, settings, (done, all) => progress.show(() => `checking: ${done} of ${all} documents`));
  progress.end();
  const report = reportOf(input, judgment, baseline);
  sayProblems([...report.problems, ...judgment.notes], io);
  if (judgment.pods + judgment.partial === 0 && report.problems.length === 0) {
    io.err(printable(`${describeInput(input)}: nothing was checked\n`));
  }
  if (options.writeBaseline !== undefined) {
    const counting = judgment.findings.filter(finding => finding.acknowledged === undefined);
    writeBaseline(options.writeBaseline, counting);
    io.err(printable(`${options.writeBaseline}: ${counting.length} findings written\n`));
    return report.problems.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
  }
  io.out(FORMATS[options.format](report, io));
  if (report.problems.length > 0) {
    return ExitCode.UNREADABLE;
  }
  return isFailing(report, settings.failOn) ? ExitCode.FINDINGS : ExitCode.OK;
}

function sayProblems(problems: readonly InputProblem[], io: CliIo): void {
  io.err(problems.map(problem => `${printable(formatProblem(problem))}\n`).join(''));
}

const FORMATS: { readonly [format in CheckOptions['format']]: (report: CheckReport, io: CliIo) => string } = {
  human: (report, io) => checkHuman(report, io.colors ?? false),
  json: checkJson,
  sarif: report => checkSarif(report, ALL_RULES, packageVersion()),
  github: checkGithub,
};
