import { checkManifests, reportOf } from './check/check-manifests';
import { CheckReport } from './check/report';
import { parseConfig } from './config';
import { choosePod } from './explain/choose';
import { explainPod } from './explain/explain-pod';
import { Explanation } from './explain/explanation';
import { parseScenario } from './explain/scenario-text';
import { requireValidResources } from './explain/valid-resources';
import { InvalidInput } from './invalid-input';
import { ManifestInput } from './manifest-input';
import { readMesh } from './mesh-option';
import { migrateText } from './migrate/migrate-text';
import { requireOrderedSidecars } from './migrate/ordered-sidecars';
import { entryOf, PodEntry } from './migrate/pod-entry';
import { podsIn } from './pods';
import { CheckSettings, GivenSettings, notesOnSettings } from './settings';
import { settleSettings } from './settle';
import { notesOnShutdowns } from './shutdown-notes';
import { notesOnTemplates } from './template-notes';
import { surroundingsOf, World } from './world';
import { messageOf } from '../data/error-message';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { parseText } from '../yaml/parse';
import { formatProblem, InputProblem } from '../yaml/problem';

const NO_POD = 'no pod found: pass a Pod, or a workload with a pod template, such as a Deployment or a Job';

/** A text, and the name by which messages call it. */
export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** What every command can be told, as a user writes it. */
export interface TextOptions {
  /** The Kubernetes version of the oldest node, such as 1.34. */
  readonly kubernetesVersion?: string;
  /** The mesh that injects its proxy, such as istio@1.29. */
  readonly mesh?: string;
  /** The configuration, in the format of `.cdk8s-sidecars.yaml`. */
  readonly config?: SourceText;
}

/** What can be told to `migrate`. */
export interface MigrateTextOptions extends TextOptions {
  /** Also move proxies in front of the app, exporters and reloaders. */
  readonly includeOptional?: boolean;
  /** Also tell what each changed pod does before and after. */
  readonly timelines?: boolean;
}

/** What can be told to `explain`. */
export interface ExplainTextOptions extends TextOptions {
  /** The workload, if there are several: Kind/name, or namespace/Kind/name. */
  readonly workload?: string;
  /** What the programs do. */
  readonly scenario?: SourceText;
}

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
  /** Annotations and configured kinds that have no effect, and why. */
  readonly notes: readonly InputProblem[];
}

/** The result of `explain`. */
export interface ExplainedText extends Explanation {
  /** Documents that cannot be read, and annotations and configured kinds that have no effect. */
  readonly problems: readonly InputProblem[];
  /** Notes on the options, such as a version that is treated as another one. */
  readonly notes: readonly string[];
}

/** Reads manifests, YAML or JSON. */
export function parse(sources: readonly SourceText[]): ManifestInput {
  const parsed = sources.map(({ name, text }) => parseText(name, text));
  return {
    files: sources.map(({ name, text }) => ({ file: name, relative: name, text })),
    documents: parsed.flatMap(one => one.documents),
    problems: parsed.flatMap(one => one.problems),
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
  const world = options.timelines || settings.mesh ? World.of(documents, settings) : undefined;
  const migration = { ...settings, includeOptional: options.includeOptional === true, surroundings: surroundingsOf(documents) };
  const migrated = sources.map(({ name, text }) => ({ name, ...migrateText(name, text, migration) }));
  return {
    texts: migrated.map(({ name, text }) => ({ name, text })),
    pods: migrated.flatMap(one => one.pods.map(pod => entryOf(pod, world, options.timelines))),
    problems: migrated.flatMap(one => one.problems),
    notes: [...migrated.flatMap(one => one.notes), ...notesOnTemplates(documents, settings.workloads)],
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
  const chosen = choosePod(pods, workload, 'workload');
  if (typeof chosen === 'string') {
    throw new InvalidInput(chosen);
  }
  requireValidResources(chosen);
  return {
    ...explainPod(chosen, World.of(documents, settings), scenario),
    problems: [...all, ...notesOnShutdowns(chosen), ...notesOnTemplates(documents, settings.workloads)],
    notes: notesOnSettings(settings),
  };
}

function settingsOf({ kubernetesVersion, mesh, config }: TextOptions, scenario: GivenSettings = {}): CheckSettings {
  const given: GivenSettings = {
    kubernetes: kubernetesVersion === undefined ? scenario.kubernetes : valid(() => KubernetesVersion.of(kubernetesVersion)),
    mesh: mesh === undefined ? undefined : valid(() => readMesh(mesh)),
  };
  return settleSettings(given, config ? parseConfig(config.name, config.text) : {});
}

function valid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidInput(messageOf(error));
  }
}
