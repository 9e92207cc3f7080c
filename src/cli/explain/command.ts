import { InvalidArgumentError, Option } from 'commander';
import type { ExplainOptions } from './action';
import { FORMATS } from './formats';
import { WIDTH } from '../../drawing/wrap';
import { explainAction } from '../actions';
import type { CommandFile } from '../command-file';
import { addPodOptions } from '../settings/options';

const AFTER_HELP = `
Examples:
  cdk8s-sidecars explain deployment.yaml
  cdk8s-sidecars explain manifests/ --workload Deployment/web --format json
  cdk8s-sidecars explain job.yaml --scenario slow-proxy.yaml
  cdk8s-sidecars explain deployment.yaml --mesh istio@1.29 --kubernetes-version 1.34
  kubectl get deployment web -o yaml | cdk8s-sidecars explain -
  cdk8s-sidecars explain deployment.yaml --format svg > timeline.svg
  cdk8s-sidecars explain old.yaml --compare new.yaml --format html > comparison.html
  cdk8s-sidecars explain deployment.yaml --slow proxy=2s --crash proxy@30s --delete 60s

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
      .addOption(new Option('--format <format>', 'output format').choices(FORMATS).default('text'))
      .option('--workload <kind/name>', 'the workload to explain if the input contains several; also namespace/kind/name, and kind/name:path for one of several pod templates')
      .option('--compare <path>', 'the same workload after a change: show both on one axis, and what differs')
      .option('--slow <container=time>', 'what if its startup probe passes this late, or the init container takes this long (repeatable)', collect)
      .option('--crash <container@time>', 'what if it crashes at this time (repeatable)', collect)
      .option('--drain <container=time>', 'what if it takes this long to exit after SIGTERM (repeatable)', collect)
      .option('--ignore-sigterm <container>', 'what if it ignores SIGTERM (repeatable)', collect)
      .option('--delete <time>', 'what if the pod is deleted at this time')
      .addOption(new Option('--width <columns>', 'the width of text, from 60 to 500').argParser(columns).default(WIDTH))
      .option('--ascii', 'draw text with ASCII characters only')
      .option('--watch', 'draw again whenever a file changes, until you press Ctrl+C'))
      .addHelpText('after', AFTER_HELP)
      .action(async (path: string | undefined, options: ExplainOptions) => finish(await explainAction()(path, options, io)));
  },
};

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

function columns(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 60 || Number(text) > 500) {
    throw new InvalidArgumentError(`'${text}' is not a whole number from 60 to 500.`);
  }
  return Number(text);
}
