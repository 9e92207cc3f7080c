import { Option } from 'commander';
import { choosePod } from './choose';
import { explainJson } from './json';
import { readScenario, ScenarioFile } from './scenario-file';
import { explainText } from './text';
import { Explanation } from '../../core/explain/explanation';
import { checksFor } from '../../core/explain/kubectl';
import { locate, LocatedPod, podsIn } from '../../core/pods';
import { messageOf } from '../../data/error-message';
import { Timeline } from '../../drawing/timeline';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { ContainerRole, Pod, PodRestartPolicy } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';
import { Recognition } from '../../recognition/recognition';
import { assumeScenario, platformAssumptions } from '../../simulator/assumptions';
import { formatProblem } from '../../yaml/problem';
import type { CommandFile } from '../command-file';
import { describeInput } from '../io/describe';
import { STDIN } from '../io/files';
import { CliIo, ExitCode, printable, Stop, wrongUse } from '../io/io';
import { readManifests } from '../io/read';
import { kubernetesVersionOption } from '../settings/options';

interface ExplainOptions {
  readonly scenario?: string;
  readonly format: 'text' | 'json';
  readonly kubernetesVersion?: KubernetesVersion;
  readonly workload?: string;
}

const AFTER_HELP = `
Examples:
  cdk8s-sidecars explain deployment.yaml
  cdk8s-sidecars explain manifests/ --workload Deployment/web --format json
  cdk8s-sidecars explain job.yaml --scenario slow-proxy.yaml
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
    program.command('explain')
      .summary('show what a pod will do, second by second')
      .description('Shows what a pod will do, second by second: who starts when, who waits for whom, who is stopped and who is killed.')
      .argument('[path]', 'a manifest, a folder of manifests, or - for standard input')
      .option('--scenario <file>', 'what the programs do, as YAML or JSON (default: the usual, which is then listed)')
      .addOption(new Option('--format <format>', 'how to show it').choices(['text', 'json']).default('text'))
      .addOption(kubernetesVersionOption())
      .option('--workload <kind/name>', 'which workload is meant, where there are several; namespace/kind/name is possible too')
      .addHelpText('after', AFTER_HELP)
      .action(async (path: string | undefined, options: ExplainOptions) => finish(await run(path, options, io)));
  },
};

async function run(path: string | undefined, options: ExplainOptions, io: CliIo): Promise<number> {
  if (path === undefined) {
    throw wrongUse('nothing to explain: give a manifest, a folder of manifests, or - for standard input');
  }
  if (path === STDIN && options.scenario === STDIN) {
    throw wrongUse('the manifest and the scenario cannot both come from standard input: give one of them as a file');
  }
  const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario, io);
  const input = await readManifests([path], io);
  const { pods, problems } = podsIn(input.documents);
  const unreadable = [...input.problems, ...problems];
  io.err(unreadable.map(problem => `${printable(formatProblem(problem))}\n`).join(''));
  if (pods.length === 0) {
    if (unreadable.length === 0) {
      io.err(printable(`${describeInput(input)}: give a Pod, or something with a pod template, such as a Deployment or a Job\n`));
    }
    return ExitCode.UNREADABLE;
  }
  const chosen = choosePod(pods, options.workload);
  if (chosen instanceof Stop) {
    throw unreadable.length > 0 ? new Stop(ExitCode.UNREADABLE, chosen.message) : chosen;
  }
  const explanation = explainPod(chosen, options.kubernetesVersion, scenario);
  io.out(options.format === 'json' ? explainJson(explanation) : printable(explainText(explanation)));
  return unreadable.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
}

function explainPod(located: LocatedPod, version: KubernetesVersion | undefined, file: ScenarioFile | undefined): Explanation {
  const { pod } = located;
  const kubernetes = version ?? file?.kubernetes ?? KubernetesVersion.DEFAULT;
  const { scenario, assumptions } = file
    ? { scenario: file.forPod(pod, kubernetes), assumptions: platformAssumptions(pod, kubernetes) }
    : assumeScenario(pod, kubernetes, {}, endlessHelpers(pod));
  return { pod, timeline: Timeline.of(pod, scenario), assumptions, resources: resourcesOf(located, pod), checks: checksFor(pod) };
}

/** The ordinary sidecars of a Job, which do not end with its work. */
function endlessHelpers(pod: Pod): string[] {
  if (pod.restartPolicy === PodRestartPolicy.ALWAYS) {
    return [];
  }
  const lasting = new Recognition(pod).helpers.filter(helper => helper.neverEnds && helper.container.role === ContainerRole.MAIN);
  return lasting.map(helper => helper.container.name);
}

function resourcesOf({ document, objectPath }: LocatedPod, pod: Pod): EffectiveResources {
  try {
    return EffectiveResources.of(pod);
  } catch (error) {
    throw new Stop(ExitCode.UNREADABLE, formatProblem(locate(document, objectPath, messageOf(error))));
  }
}
