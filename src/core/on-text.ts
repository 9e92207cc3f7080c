import { checkManifests, reportOf } from './check/check-manifests';
import { CheckReport } from './check/report';
import { choosePod } from './explain/choose';
import { explainPod } from './explain/explain-pod';
import { Explanation } from './explain/explanation';
import { isOfPatch, notesOnPatches } from './explain/patches';
import { parseScenario } from './explain/scenario-text';
import { requireValidResources } from './explain/valid-resources';
import { InvalidInput } from './invalid-input';
import { ManifestInput, withoutPatches } from './manifest-input';
import { migrateText } from './migrate/migrate-text';
import { requireOrderedSidecars } from './migrate/ordered-sidecars';
import { entryOf, PodEntry } from './migrate/pod-entry';
import { SurroundingsCollector } from './migrate/surroundings';
import { podsIn } from './pods';
import { notesOnSettings } from './settings';
import { notesOnShutdowns } from './shutdown-notes';
import { notesOnTemplates } from './template-notes';
import { ExplainTextOptions, MigrateTextOptions, settingsOf, SourceText, TextOptions } from './text-options';
import { UnmatchedSidecars } from './unmatched-sidecars';
import { World } from './world';
import { parseText } from '../yaml/parse';
import { formatProblem, InputProblem } from '../yaml/problem';

const NO_POD = 'no pod found: pass a Pod, or a workload with a pod template, such as a Deployment or a Job';

/** The result of `check`. */
export interface CheckedTexts extends CheckReport {
  /** Comments, annotations and configured kinds that have no effect, and why. */
  readonly notes: readonly InputProblem[];
}

/** The result of `migrate`. */
export interface MigratedTexts {
  /** Every text, changed or not, in the given order. */
  readonly texts: readonly SourceText[];
  readonly pods: readonly PodEntry[];
  readonly problems: readonly InputProblem[];
  /** Comments, annotations and configured kinds that have no effect, and why. */
  readonly notes: readonly InputProblem[];
}

/** The result of `explain`. */
export interface ExplainedText extends Explanation {
  /** Documents that cannot be read, and annotations and configured kinds that have no effect. */
  readonly problems: readonly InputProblem[];
  /** Notes on the options, such as a version that is treated as another one, or a what-if that has no effect. */
  readonly notes: readonly string[];
}

/** Reads manifests, YAML or JSON. */
export function parse(sources: readonly SourceText[]): ManifestInput {
  const parsed = sources.map(({ name, text }) => parseText(name, text));
  return {
    files: sources.map(({ name, text }) => ({ file: name, relative: name, text })),
    documents: parsed.flatMap(one => one.documents),
    problems: withoutPatches(parsed.flatMap(one => one.problems)),
  };
}

/** Checks every pod of the texts against the rules. Throws `InvalidInput` for invalid options. */
export function check(sources: readonly SourceText[], options: TextOptions = {}): CheckedTexts {
  const input = parse(sources);
  const result = checkManifests(input, settingsOf(options));
  return { ...reportOf(input, result, undefined), notes: result.notes };
}

/** Turns the ordinary sidecars of the texts into native ones. Throws `InvalidInput` for invalid options. */
export function migrate(sources: readonly SourceText[], options: MigrateTextOptions = {}): MigratedTexts {
  const settings = settingsOf(options);
  requireOrderedSidecars(settings.kubernetes);
  const { documents } = parse(sources);
  const collector = new SurroundingsCollector();
  sources.forEach(({ name, text }) => collector.add(name, text));
  const world = World.of(documents, settings);
  const worldOfEntries = options.timelines || settings.mesh ? world : undefined;
  const migration = { ...settings, includeOptional: options.includeOptional === true, surroundings: collector.collected(), world };
  const migrated = sources.map(({ name, text }) => ({ name, ...migrateText(name, text, migration) }));
  const unmatched = new UnmatchedSidecars(settings.programs);
  migrated.forEach(one => one.pods.forEach(({ pod }) => pod && unmatched.see(pod)));
  return {
    texts: migrated.map(({ name, text }) => ({ name, text })),
    pods: migrated.flatMap(one => one.pods.map(pod => entryOf(pod, worldOfEntries, options.timelines ? {} : undefined))),
    problems: withoutPatches(migrated.flatMap(one => one.problems)),
    notes: [...migrated.flatMap(one => one.notes), ...notesOnTemplates(documents, settings.workloads), ...unmatched.notes()],
  };
}

/** Explains what one pod of the texts will do. Throws `InvalidInput` for invalid options, for invalid resources, and if there is no pod or more than one to choose from. */
export function explain(sources: readonly SourceText[], options: ExplainTextOptions = {}): ExplainedText {
  const { scenario: text, workload } = options;
  const scenario = text && parseScenario(text.name, text.text);
  const settings = settingsOf(options, scenario);
  const { documents, problems: unreadable } = parse(sources);
  const { pods, problems } = podsIn(documents, settings.workloads);
  const all = [...unreadable, ...problems];
  if (pods.length === 0) {
    throw new InvalidInput(all.length > 0 ? all.map(formatProblem).join('\n') : NO_POD);
  }
  const world = World.of(documents, settings);
  const chosen = choosePod(pods, workload, 'workload', one => isOfPatch(one, world));
  if ('message' in chosen) {
    throw new InvalidInput(chosen.message);
  }
  requireValidResources(chosen);
  const explanation = explainPod(chosen, world, scenario, options.whatIf);
  return {
    ...explanation,
    problems: [...all, ...notesOnPatches(chosen, pods, world), ...notesOnShutdowns(chosen), ...notesOnTemplates(documents, settings.workloads)],
    notes: [...notesOnSettings(settings), ...explanation.ineffective],
  };
}
