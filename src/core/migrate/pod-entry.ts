import { errorsInMesh } from './mesh-errors';
import { MigratedPod } from './migrated-pod';
import { drawComparison } from '../../drawing/svg-comparison';
import { SvgOptions } from '../../drawing/svg-document';
import { PodTimeline } from '../../drawing/timeline';
import { PodModel } from '../../kubernetes/pod';
import { placesIn } from '../../migration/edit-place';
import { commandFor, isReconciling, liveObject, LiveObject, SOURCES } from '../../migration/live-object';
import { ManualStep, Requests, Verdict } from '../../migration/plan';
import { expectScenario } from '../../rules/expected-scenario';
import { shownFacts } from '../../rules/shown-facts';
import { NamedWorkload } from '../workload-name';
import { World } from '../world';

/** What a pod does before and after, second by second. */
export interface ComparedTimelines {
  readonly before: string;
  readonly after: string;
  /** Both on one axis, with what differs, as SVG; absent if it is in a file. */
  readonly svg?: string;
  /** The path of the picture, if it is in a file. */
  readonly picture?: string;
}

/** How to change a live object, and how that is known. */
export interface LiveEntry extends Pick<LiveObject, 'first' | 'because' | 'tool'> {
  readonly command: string;
}

/** The result for one pod; small enough to keep thousands of them. */
export interface PodEntry extends NamedWorkload {
  readonly file: string;
  readonly document: number;
  readonly kind: string;
  readonly name: string | null;
  /** It is a patch, which is not counted as a pod. */
  readonly isPatch?: true;
  /** The path of its template, if the object has several. */
  readonly template?: string;
  readonly verdict: Verdict;
  readonly moved: readonly string[];
  readonly edits: readonly { readonly rule: string; readonly path: string; readonly why: string }[];
  readonly removed: readonly string[];
  readonly manual: readonly ManualStep[];
  /** What stays because the user accepts it; absent when nothing. */
  readonly accepted?: readonly ManualStep[];
  /** What else the edits change; absent when nothing. */
  readonly consequences?: readonly string[];
  /** Which container is taken for the app, where there is nothing to do in a pod of several containers; or which entry of the configuration has no effect. */
  readonly note?: string;
  /** How to change the live object; only if the input is a dump of it, and containers move. */
  readonly live?: LiveEntry;
  readonly minimumKubernetesVersion?: string;
  readonly requests?: { readonly before: Requests; readonly after: Requests };
  /** What the pod does before and after, second by second; only for a report, and only if something changes. */
  readonly timelines?: ComparedTimelines;
}

/** How to change a live object, as a step. */
export function liveStep({ command, first, because, tool }: LiveEntry): string {
  if (tool === undefined) {
    return `change the live object with ${command}: ${because}${first === undefined ? '' : `. First ${first}`}`;
  }
  return isReconciling(tool) ? `change ${SOURCES[tool]}, because Flux undoes other changes` : `change ${SOURCES[tool]}, then use ${command}: ${because}`;
}

/** The pod after the migration; undefined if nothing changes. */
export function podAfter({ plan, pod, later = [] }: MigratedPod): PodModel | undefined {
  return plan.edits.length > 0 ? pod?._in((later[later.length - 1] ?? plan).result) : undefined;
}

/**
 * Summarizes the result for a pod.
 *
 * @param world the context of the pod; if given, the steps include what is wrong with the result in its mesh
 * @param timelines how to draw what the pod does before and after; needs the context
 */
export function entryOf(migrated: MigratedPod, world?: World, timelines?: SvgOptions): PodEntry {
  const { file, document, kind, namespace, name, plan, pod, later = [], comments = [] } = migrated;
  const plans = [plan, ...later];
  const last = plans[plans.length - 1];
  const { minimumKubernetesVersion } = last;
  const requests = plan.requests && last.requests && { before: plan.requests.before, after: last.requests.after };
  const consequences = plans.flatMap(one => one.consequences);
  const after = podAfter(migrated);
  const result = after ?? pod;
  const moved = plans.flatMap(one => one.moved);
  const live = pod && liveObject(pod, moved);
  const accepted = [...new Map(plans.flatMap(one => one.accepted ?? []).map(one => [one.why, one])).values()];
  const told = new Set([...last.manual, ...accepted].map(({ rule }) => rule));
  const manual = [...last.manual, ...comments, ...(world && result ? errorsInMesh(result, file, world) : []).filter(({ rule }) => !told.has(rule))];
  return {
    file,
    document,
    kind,
    namespace,
    name,
    workload: pod?.title ?? `${kind}/${name ?? '(no name)'}`,
    ...(pod ? {} : { isPatch: true }),
    ...(pod?._template === undefined ? {} : { template: pod._template }),
    verdict: plan.verdict === 'nothing-to-do' && manual.length > 0 ? 'advice' : plan.verdict,
    moved,
    edits: plans.flatMap((one, round) => {
      const placeOf = placesIn(one, plans.slice(round + 1));
      return one.edits.map(edit => ({ rule: edit.rule, path: placeOf(edit), why: edit.why }));
    }),
    removed: plans.flatMap(one => one.removed),
    manual,
    ...(accepted.length === 0 ? {} : { accepted }),
    ...(consequences.length === 0 ? {} : { consequences: [...new Set(consequences)] }),
    ...(plan.note === undefined ? {} : { note: plan.note }),
    ...(live === undefined ? {} : { live: liveEntry(live) }),
    ...(minimumKubernetesVersion === undefined ? {} : { minimumKubernetesVersion }),
    ...(requests === undefined ? {} : { requests }),
    ...(timelines && world && pod && after ? { timelines: compared(timelineOf(pod, file, world), timelineOf(after, file, world), timelines) } : {}),
  };
}

function liveEntry(live: LiveObject): LiveEntry {
  const { first, because, tool } = live;
  return { command: commandFor(live), ...(first === undefined ? {} : { first }), because, ...(tool === undefined ? {} : { tool }) };
}

function timelineOf(pod: PodModel, file: string, world: World): PodTimeline {
  const context = world.storedContextOf(pod, file);
  return new PodTimeline(context.pod, expectScenario(context).scenario, shownFacts(context));
}

function compared(before: PodTimeline, after: PodTimeline, options: SvgOptions): ComparedTimelines {
  const svg = drawComparison(before._drawn, after._drawn, { subtitle: after._subtitle, ...options });
  return { before: before.toText(), after: after.toText(), svg };
}
