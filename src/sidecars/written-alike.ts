import { Attachments, PodAttachments } from './attachments';
import { errorsOf } from './check-written';
import { giveIdentity, Identity, IdentityPlaces } from './identity';
import { haveSameItems, InputList, listInput } from './input-list';
import { patchesOf } from './json-patches';
import { originalToJson } from './plain-manifest';
import { inputOf } from './quick-render';
import { canRenderQuickly } from './quick-values';
import { replay } from './replay';
import { ownRulesOf } from './rule-book';
import { versionInput } from './target-version';
import { Written } from './written';
import { sameJson } from '../data/json';
import { hasFacts, ImageFact } from '../kubernetes/image-of';
import { FoundTemplate } from '../kubernetes/manifest';

/** A manifest that was composed from an input, and has no errors. */
interface Composed {
  readonly items: readonly unknown[];
  /** The manifest as JSON: parsing it takes less time than copying an object, because V8 spends more on compiling a function that copies than on a few hundred manifests. */
  readonly manifest: string;
  readonly images: readonly string[];
  /** What is known of each image; undefined if the manifest holds for these images alone. */
  readonly imageFacts: readonly (readonly ImageFact[])[] | undefined;
  readonly places: IdentityPlaces;
  readonly found: FoundTemplate;
}

const KEY = Symbol('manifests that were composed');
/** Kinds of Kubernetes itself have their pod there. */
const USUAL_PATH = 'spec.template';
/** After so many workloads that are like no other one, an app has none that are alike. */
const MOST_DIFFERENT = 10;
const NONE: readonly never[] = [];

/** What one synth has composed so far. */
class ComposedManifests {
  private readonly byLength = new Map<number, Composed[]>();
  private latest: Composed | undefined;
  private different = 0;

  constructor(private readonly isQuick: boolean) {}

  /** Whether cdk8s alone decides how values are written, and other workloads may be alike. */
  public get isUseful(): boolean {
    return this.isQuick && this.different <= MOST_DIFFERENT;
  }

  /** What the next workload probably is, because workloads that are alike mostly follow each other. */
  public get likely(): readonly unknown[] | undefined {
    return this.latest?.items;
  }

  public find(items: readonly unknown[], images: readonly string[]): Composed | undefined {
    const found = [this.latest, ...this.byLength.get(items.length) ?? NONE].find(known => known && isFor(known, items, images));
    this.different += found ? -1 : 1;
    this.latest = found ?? this.latest;
    return found;
  }

  public add(composed: Composed): void {
    const { length } = composed.items;
    this.byLength.set(length, [...this.byLength.get(length) ?? [], composed]);
    this.latest = composed;
  }
}

/** Whether a manifest is also that of a workload with this input and these images, apart from its identity. */
function isFor(known: Composed, items: readonly unknown[], images: readonly string[]): boolean {
  return haveSameItems(known.items, items)
    && (haveSameItems(known.images, images) || known.imageFacts?.every((facts, index) => hasFacts(images[index], facts)) === true);
}

/** How the manifest of a workload comes about. */
interface Steps {
  readonly render: () => any;
  readonly compose: (manifest: any) => Written;
}

/**
 * Composes the manifest of a workload, or takes what another workload of the same synth came to, if they differ in their identity alone, and nothing has looked at that.
 *
 * Composing and checking a pod are pure: the same input gives the same output. Rules of the user, patches, meshes and finishers may do more, so workloads with them
 * are always composed.
 */
export function writtenAlike(attachments: Attachments, steps: Steps): Written {
  const { memory, object, pods: [attached] } = attachments;
  const known = isUsual(attachments) ? memory.remember(KEY, () => new ComposedManifests(canRenderQuickly(object))) : undefined;
  if (!known?.isUseful) {
    return steps.compose(steps.render());
  }
  const input = listInput(() => inputFor(attached), known.likely);
  const alike = input.items && known.find(input.items, input.images);
  return alike ? copyOf(alike, attached, input) : replay(input.answers, () => composeAndLearn(known, input, steps));
}

/**
 * Whether a synth composes an object with one pod, and no code of others has a say in it. A workload of cdk8s-plus that spreads its pods changes itself while it is
 * rendered.
 */
function isUsual({ memory, object, workload, pods }: Attachments): boolean {
  return memory.isRunning && !memory.isAnswering && (workload as { readonly spread?: unknown }).spread !== true
    && pods.length === 1 && pods[0].template.path === USUAL_PATH && pods[0].finishers.length === 0 && pods[0].meshes.length === 0
    && patchesOf(object).length === 0 && ownRulesOf(object).length === 0;
}

/** Everything that a manifest is composed from and checked by, beside the other objects of the app. */
function inputFor({ sidecars, settings, listening, kubernetes, owner: { object, workload, acknowledgments } }: PodAttachments): unknown {
  const input = inputOf(object, originalToJson(object));
  if (input === undefined) {
    throw new Error('code of the user may decide how it is rendered');
  }
  const isPlus = workload !== object && 'terminationGracePeriod' in workload;
  return [input, sidecars.map(sidecar => sidecar.input), settings, listening, versionInput(kubernetes), isPlus, [...acknowledgments ?? NONE]];
}

function composeAndLearn(known: ComposedManifests, { items, addresses, images }: InputList, { render, compose }: Steps): Written {
  const manifest = render();
  if (!items) {
    return compose(manifest);
  }
  const identity = new Identity(manifest);
  const written = identity.watched(() => withErrors(compose(manifest)));
  const text = !identity.isRead && isFlawless(written) ? JSON.stringify(manifest) : undefined;
  if (text !== undefined && isTree(manifest, new Set()) && sameJson(JSON.parse(text), manifest) && identity.isAlone(addresses, images)) {
    known.add({ items, images, imageFacts: identity.imageFacts, manifest: text, places: identity.places, found: written.pods[0].found });
  }
  return written;
}

/** Rules look at a pod, too. */
function withErrors(written: Written): Written {
  written.pods.forEach(errorsOf);
  return written;
}

function isFlawless({ pods, others, unreadable }: Written): boolean {
  return unreadable.length === 0 && others.length === 0 && pods.length === 1 && pods[0].problems.length === 0 && errorsOf(pods[0]).length === 0;
}

/** Whether no object is in two places, which YAML would write as an anchor, and all keys can be copied. */
function isTree(value: unknown, seen: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  const isNew = !seen.has(value) && !Object.hasOwn(value, '__proto__');
  seen.add(value);
  return isNew && Object.values(value).every(part => isTree(part, seen));
}

function copyOf({ manifest: known, places, found }: Composed, attached: PodAttachments, { addresses: [address], images }: InputList): Written {
  const manifest = JSON.parse(known);
  giveIdentity(manifest, { name: attached.owner.object.metadata.name, address, images }, places);
  const pod = { attached, found: { ...found, manifest, template: manifest.spec.template }, joined: undefined, problems: NONE, errors: NONE };
  return { manifest, pods: [pod], others: NONE, unreadable: [] };
}
