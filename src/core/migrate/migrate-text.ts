import { applyAll, mustBeRefusal, refusalOf } from './apply-all';
import { withComments } from './comment-steps';
import { commentedReason } from './commented-reason';
import { MigratedPod } from './migrated-pod';
import { refuse, refusedPatch } from './refused';
import { isObject } from '../../data/json';
import { pushAll } from '../../data/push-all';
import { Edit, WrongType } from '../../edits/edit';
import { KnownProgram } from '../../knowledge/programs/program';
import { PodModel } from '../../kubernetes/pod';
import { WorkloadKinds } from '../../kubernetes/workload-kinds';
import { MigrationOptions } from '../../migration/draft';
import { planMigration } from '../../migration/migrate';
import { Plan } from '../../migration/plan';
import { Recognition } from '../../recognition/recognition';
import { Surroundings } from '../../recognition/surroundings';
import { ManifestDocument, parseText } from '../../yaml/parse';
import { InputProblem } from '../../yaml/problem';
import { notesOnAcceptance } from '../check/acceptance-notes';
import { readIgnoreComments } from '../check/ignore-comments';
import { LocatedPod, notesOnText, objectsOf, podsOf } from '../pods';
import { notesOnShutdowns } from '../shutdown-notes';
import { isSopsDocument } from '../sops';
import type { TemplateNotes } from '../template-notes';
import type { World } from '../world';

/** The result for a file. */
export interface MigratedText {
  /** The text after the migration; the same as before, byte for byte, when nothing was migrated. */
  readonly text: string;
  readonly pods: readonly MigratedPod[];
  readonly problems: readonly InputProblem[];
  /** Comments and annotations that have no effect, and why. */
  readonly notes: readonly InputProblem[];
}

/** Options for the migration of a file. */
export interface TextOptions extends MigrationOptions {
  /** The objects of the whole input. */
  readonly surroundings: Surroundings;
  /** The user's own sidecar images. */
  readonly programs: readonly KnownProgram[];
  /**
   * The workload kinds.
   * @default - the built-in kinds
   */
  readonly workloads?: WorkloadKinds;
  /**
   * Looks at every document for configured kinds without a pod.
   * @default - such kinds are not reported
   */
  readonly templates?: TemplateNotes;
  /**
   * The context in which `check` judges the pods.
   * @default - comments and annotations that accept nothing are not reported
   */
  readonly world?: World;
  /**
   * Gets every document, once.
   * @default - nothing
   */
  readonly onDocument?: (document: ManifestDocument) => void;
}

interface FoundProblems {
  readonly problems: InputProblem[];
  readonly notes: InputProblem[];
}

interface PlannedPod {
  readonly pod: MigratedPod;
  readonly edits: readonly Edit[];
}

/** A script without its workarounds can show others, but each round removes at least one command. */
const MAX_ROUNDS = 20;

/** Migrates the text of a file until nothing is left to do: everything else stays byte for byte the same. */
export function migrateText(file: string, text: string, all: TextOptions): MigratedText {
  const options = { ...all, surroundings: all.surroundings.near(file) };
  let result = migrateOnce(file, text, options);
  // Only a script can hide what the next round finds.
  for (let round = 1, last = result; round < MAX_ROUNDS && last.pods.some(changesScript); round++) {
    last = migrateOnce(file, last.text, { ...options, onDocument: undefined });
    result = { ...result, text: last.text, pods: result.pods.map((pod, index) => continued(pod, last.pods[index])) };
  }
  return result;
}

function changesScript({ plan }: MigratedPod): boolean {
  return plan.edits.some(edit => edit.kind === 'text');
}

function continued(pod: MigratedPod, { plan, comments }: MigratedPod): MigratedPod {
  return plan.edits.length > 0 ? { ...pod, later: [...pod.later ?? [], plan], comments: [...pod.comments ?? [], ...comments ?? []] } : pod;
}

function migrateOnce(file: string, text: string, options: TextOptions): MigratedText {
  const parsed = parseText(file, text);
  const found: FoundProblems = { problems: [...parsed.problems], notes: [] };
  const planned = parsed.documents.map(document => planDocument(document, options, found));
  const edits = new Map(planned.filter(pods => pods.some(one => one.edits.length > 0))
    .map(pods => [pods[0].pod.document, pods.flatMap(one => one.edits)]));
  const refused = new Map<number, string>();
  const result = edits.size > 0 ? applyAll(text, edits, refused) : text;
  const repeated = new Map(parsed.documents.map(document => [document.index, document.repeated]));
  const whyNot = (index: number) => refusalOf(refused.get(index)!, repeated.get(index));
  const pods = planned.flat().map(({ pod, edits: own }) => own.length > 0 && refused.has(pod.document) ? refuse(pod, whyNot(pod.document)) : pod);
  return { text: result, ...found, pods: result === text ? pods : withComments(parsed.documents, result, pods) };
}

function planDocument(document: ManifestDocument, options: TextOptions, { problems, notes }: FoundProblems): PlannedPod[] {
  options.onDocument?.(document);
  if (isSopsDocument(document)) {
    return [];
  }
  options.templates?.add(document);
  pushAll(notes, notesOnText(document, options.workloads));
  const objects = objectsOf(document.value).map(object => ({ object, found: podsOf(document, object, options.workloads) }));
  // Once for the document: looking through it for each item of a long List would take forever.
  const ignored = readIgnoreComments(document, objects.flatMap(({ found }) => found.pods));
  const judged: LocatedPod[] = [];
  const planned = objects.flatMap(({ object, found }) => {
    if (isObject(object.value) && options.surroundings.isPatch(object.value, options.workloads)) {
      return [{ pod: refusedPatch(document, object.value), edits: [] }];
    }
    pushAll(problems, found.problems);
    pushAll(notes, found.pods.flatMap(notesOnShutdowns));
    pushAll(judged, found.pods);
    return found.pods.map(located => planPod(located, {
      ...options, acceptedBecause: (container, rule) => commentedReason(located, ignored, options, rule, container),
    }));
  });
  pushAll(notes, options.world ? notesOnAcceptance(ignored, judged, options.world) : []);
  return planned;
}

function planPod({ pod, document, objectPath }: LocatedPod, options: TextOptions): PlannedPod {
  const plan = planOrRefuse(pod, options);
  const { kind, namespace, name } = pod;
  return {
    pod: { file: document.file, document: document.index, kind, namespace: namespace ?? null, name: name ?? null, plan, pod, objectPath },
    edits: plan.edits.map(edit => ({ ...edit, path: [...objectPath, ...edit.path] })),
  };
}

/** A malformed manifest, or edits that conflict with each other: that pod stays unchanged, and the others are still migrated. */
function planOrRefuse(pod: PodModel, options: TextOptions): Plan {
  try {
    return planMigration(new Recognition(pod, options.surroundings, options.programs), options);
  } catch (error) {
    mustBeRefusal(error);
    const advice = error instanceof WrongType ? 'correct it first' : 'if the manifest is valid, please report it';
    const why = `the changes cannot be planned: ${(error as Error).message}; ${advice}`;
    return { verdict: 'refused', moved: [], edits: [], removed: [], manual: [{ rule: null, why }], consequences: [], result: pod.manifest };
  }
}
