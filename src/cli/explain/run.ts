import type { ExplainFormat } from './formats';
import { Explained, renderComparison, renderExplanation } from './render';
import { readScenario } from './scenario-file';
import { watchInput } from './watch';
import { choosePod } from '../../core/explain/choose';
import { explainPods, PodInWorld, ScenarioSource } from '../../core/explain/explain-pod';
import { isOfPatch, notesOnPatches } from '../../core/explain/patches';
import { requireValidResources } from '../../core/explain/valid-resources';
import { notesOnText, podsIn } from '../../core/pods';
import { CommonSettings, GivenSettings, notesOnSettings } from '../../core/settings';
import { notesOnShutdowns } from '../../core/shutdown-notes';
import { notesOnTemplates } from '../../core/template-notes';
import { World } from '../../core/world';
import { safeLine } from '../../data/safe-text';
import { TimelineTextOptions } from '../../drawing/picture-options';
import { PodModel } from '../../kubernetes/pod';
import { WhatIf } from '../../simulator/what-if';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { describeInput } from '../io/describe';
import { FileFilter } from '../io/file-filter';
import { emptyInput, STDIN } from '../io/files';
import { CliIo, ExitCode, orStop, orUsageError, Stop, usageError } from '../io/io';
import { readManifests } from '../io/read';
import { readConfig } from '../settings/config';
import { settle, printNotes } from '../settings/settings';

/** The arguments of `explain`. */
export interface ExplainRequest {
  readonly path: string;
  /** The manifest of the same workload after a change. */
  readonly compare?: string;
  /** The file of a scenario. */
  readonly scenario?: string;
  readonly whatIf?: WhatIf;
  readonly format: ExplainFormat;
  readonly layout: TimelineTextOptions;
  readonly workload?: string;
  readonly config?: string;
  readonly settings: GivenSettings;
  readonly watch: boolean;
  /** Whether .gitignore files count. */
  readonly gitignore: boolean;
  /** Whether to list skipped files. */
  readonly verbose?: boolean;
}

/** Explains one pod of the input, or compares it with another one; returns the exit code. */
export async function runExplain(request: ExplainRequest, io: CliIo): Promise<number> {
  const inputs = [request.path, request.compare, request.scenario].filter(path => path !== undefined);
  if (inputs.filter(path => path === STDIN).length > 1) {
    throw usageError(`${request.compare === STDIN ? 'the manifests' : 'the manifest and the scenario'} cannot both come from standard input: pass one of them as a file`);
  }
  if (!request.watch) {
    return explainOnce(request, io);
  }
  if (inputs.includes(STDIN)) {
    throw usageError('--watch cannot follow standard input: pass a file or a folder');
  }
  return watchInput(inputs, io, () => explainOnce(request, io));
}

async function explainOnce(request: ExplainRequest, io: CliIo): Promise<number> {
  const { path, compare, format, layout } = request;
  const scenario = request.scenario === undefined ? undefined : await readScenario(request.scenario, io);
  const { settings: given } = request;
  const kubernetes = given.kubernetes ?? scenario?.kubernetes;
  const featureGates = given.featureGates ?? scenario?.featureGates;
  const config = await readConfig(request.config, io, [path, compare ?? path]);
  const settings = settle({ ...given, kubernetes, featureGates }, config);
  printNotes(settings, io);
  const first = await podOf(path, request, settings, io);
  const second = compare === undefined ? undefined : await podOf(compare, request, settings, io);
  const found = [first, ...(second ? [second] : [])];
  const [before, after] = found.every(isComplete) ? explainAll(found, request, scenario, io) : [];
  if (before) {
    io.out(after ? renderComparison(before, after, format, layout) : renderExplanation(before, format, layout));
  }
  return found.some(({ isUnreadable }) => isUnreadable) ? ExitCode.UNREADABLE : ExitCode.OK;
}

/** What is known of one input. */
interface FoundPod {
  readonly path: string;
  /** Undefined if there is no pod to explain. */
  readonly pod?: PodInWorld;
  /** What the user should know about the options and the input. */
  readonly notes: readonly string[];
  readonly isUnreadable: boolean;
}

function isComplete(found: FoundPod): found is Required<FoundPod> {
  return found.pod !== undefined;
}

function explainAll(
  found: readonly Required<FoundPod>[], { whatIf, compare }: ExplainRequest, scenario: ScenarioSource | undefined, io: CliIo,
): Explained[] {
  const explanations = orUsageError(() => explainPods(found.map(({ pod }) => pod), scenario, whatIf));
  const [before] = explanations;
  return found.map(({ path, notes }, index) => {
    const explanation = explanations[index];
    const own = [...notesOnOther(before.pod, explanation.pod), ...explanation.ineffective];
    io.err(own.map(note => `note: ${safeLine(compare === undefined ? note : `${path}: ${note}`)}\n`).join(''));
    return { explanation, notes: [...notes, ...own] };
  });
}

/** Tells that a comparison is not of one workload: a different one may be a mistake, a different name or kind may be the change. */
function notesOnOther(before: PodModel, after: PodModel): string[] {
  return before.title === after.title ? [] : [`${after.title} is compared with ${before.title}, which is another workload`];
}

async function podOf(path: string, request: ExplainRequest, settings: CommonSettings, io: CliIo): Promise<FoundPod> {
  const { workload, gitignore, verbose, settings: given } = request;
  const filter = new FileFilter(settings.exclude ?? [], gitignore);
  const input = await readManifests([path], io, filter);
  const { pods, problems } = podsIn(input.documents, settings.workloads);
  const unreadable = [...input.problems, ...problems];
  const texts = input.documents.flatMap(document => notesOnText(document, settings.workloads));
  const ineffective = [...notesOnTemplates(input.documents, settings.workloads), ...texts];
  printProblems([...unreadable, ...ineffective], io);
  io.err([...filter.notes(given.exclude), ...input.skipped.lines(verbose === true)].map(line => `${safeLine(line)}\n`).join(''));
  if (pods.length === 0) {
    if (unreadable.length === 0) {
      io.err(path === STDIN && input.documents.length === 0 ? `${formatProblem(emptyInput('there is nothing to explain'))}\n` : `${safeLine(`${describeInput(input)}: pass a Pod, or a workload with a pod template, such as a Deployment or a Job`)}\n`);
    }
    return { path, notes: [], isUnreadable: true };
  }
  const world = World.of(input.documents, settings);
  const chosen = choosePod(pods, workload, '--workload', one => isOfPatch(one, world));
  if ('message' in chosen) {
    const stop = usageError(chosen.message);
    throw chosen.isMissing && unreadable.length > 0 ? new Stop(ExitCode.UNREADABLE, stop.message) : stop;
  }
  orStop(() => requireValidResources(chosen), ExitCode.UNREADABLE);
  const own = [...notesOnPatches(chosen, pods, world), ...notesOnShutdowns(chosen)];
  printProblems(own, io);
  const notes = [...notesOnSettings(settings), ...[...ineffective, ...own].map(formatProblem)];
  return { path, pod: { located: chosen, world }, notes, isUnreadable: unreadable.length > 0 };
}

function printProblems(problems: readonly InputProblem[], io: CliIo): void {
  io.err(problems.map(problem => `${safeLine(formatProblem(problem))}\n`).join(''));
}
