import { explainJson } from './json';
import { readScenario } from './scenario-file';
import { explainText } from './text';
import { choosePod } from '../../core/explain/choose';
import { explainPod } from '../../core/explain/explain-pod';
import { Explanation } from '../../core/explain/explanation';
import { requireValidResources } from '../../core/explain/valid-resources';
import { podsIn } from '../../core/pods';
import { GivenSettings, notesOnSettings } from '../../core/settings';
import { notesOnShutdowns } from '../../core/shutdown-notes';
import { notesOnTemplates } from '../../core/template-notes';
import { World } from '../../core/world';
import { safeLine, safeLines } from '../../data/safe-text';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { describeInput } from '../io/describe';
import { STDIN } from '../io/files';
import { CliIo, ExitCode, orStop, Stop, usageError } from '../io/io';
import { readManifests } from '../io/read';
import { readConfig } from '../settings/config';
import { settle, printNotes } from '../settings/settings';

/** The arguments of `explain`. */
export interface ExplainRequest {
  readonly path: string;
  /** The file of a scenario. */
  readonly scenario?: string;
  readonly json: boolean;
  readonly workload?: string;
  readonly config?: string;
  readonly settings: GivenSettings;
}

/** Explains one pod of the input; returns the exit code. */
export async function runExplain(request: ExplainRequest, io: CliIo): Promise<number> {
  const { path, scenario: scenarioFile } = request;
  if (path === STDIN && scenarioFile === STDIN) {
    throw usageError('the manifest and the scenario cannot both come from standard input: pass one of them as a file');
  }
  const scenario = scenarioFile === undefined ? undefined : await readScenario(scenarioFile, io);
  const kubernetes = request.settings.kubernetes ?? scenario?.kubernetes;
  const settings = settle({ ...request.settings, kubernetes }, await readConfig(request.config, io));
  printNotes(settings, io);
  const input = await readManifests([path], io);
  const { pods, problems } = podsIn(input.documents, settings.workloads);
  const unreadable = [...input.problems, ...problems];
  const ineffective = notesOnTemplates(input.documents, settings.workloads);
  printProblems([...unreadable, ...ineffective], io);
  if (pods.length === 0) {
    if (unreadable.length === 0) {
      io.err(`${safeLine(`${describeInput(input)}: pass a Pod, or a workload with a pod template, such as a Deployment or a Job`)}\n`);
    }
    return ExitCode.UNREADABLE;
  }
  const chosen = choosePod(pods, request.workload, '--workload');
  if (typeof chosen === 'string') {
    const stop = usageError(chosen);
    throw unreadable.length > 0 ? new Stop(ExitCode.UNREADABLE, stop.message) : stop;
  }
  orStop(() => requireValidResources(chosen), ExitCode.UNREADABLE);
  const shutdowns = notesOnShutdowns(chosen);
  printProblems(shutdowns, io);
  const explanation: Explanation = explainPod(chosen, World.of(input.documents, settings), scenario);
  const notes = [...notesOnSettings(settings), ...[...ineffective, ...shutdowns].map(formatProblem)];
  io.out(request.json ? explainJson(explanation, notes) : safeLines(explainText(explanation)));
  return unreadable.length > 0 ? ExitCode.UNREADABLE : ExitCode.OK;
}

function printProblems(problems: readonly InputProblem[], io: CliIo): void {
  io.err(problems.map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
}
