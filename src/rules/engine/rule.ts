import { Finding, Severity } from './finding';
import { atContainer, atOptIn } from './place';
import { PodSigns, signsOf } from './pod-signs';
import { StopTimesByContainer } from './stop-times';
import { JsonObject } from '../../data/json';
import { Language, TYPESCRIPT } from '../../data/language';
import { DataPlace, formatPath, parsePath } from '../../data/path';
import { Subject, wording, Wording } from '../../data/wording';
import { MeshContext } from '../../knowledge/meshes/prediction';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';

/** What a rule checks. */
export interface RuleContext {
  /** The pod as it will run, including injected containers. */
  readonly pod: PodModel;
  /** The Kubernetes version of the target cluster. */
  readonly kubernetes: KubernetesVersion;
  /** The declared stop times of the containers. */
  readonly stops: StopTimesByContainer;
  /** The mesh that the pod joins; undefined if it joins none, as far as known. */
  readonly mesh?: MeshContext;
  /** What the library recognizes in the pod, and the objects next to it. */
  readonly recognition: Recognition;
  /** Who reads the findings: an author of constructs, or, by default, of manifests. Fixes speak of what the reader writes. */
  readonly reader?: 'construct';
}

/** The containers in the manifest, without injected ones. */
export function ownContainers({ pod, mesh }: RuleContext): PodContainer[] {
  return mesh ? pod.containers.filter(container => !mesh.injected.includes(container.name)) : pod.containers;
}

/** Each mesh that the pod joins: a pod can have a second one that redirects no traffic. */
export function eachMesh({ mesh }: Pick<RuleContext, 'mesh'>): readonly MeshContext[] {
  return mesh ? mesh.each ?? [mesh] : [];
}

/** The mesh that adds a container to the pod, where one of them does. */
export function meshOf(context: Pick<RuleContext, 'mesh'>, container: string): MeshContext | undefined {
  return eachMesh(context).find(({ injected }) => injected.includes(container));
}

/** Whether the pod joins this mesh, and its version is known. */
export function isKnownMesh(context: Pick<RuleContext, 'mesh'>, { name }: { readonly name: string }): boolean {
  return eachMesh(context).some(mesh => mesh.name === name);
}

/** Whether the proxy of the mesh is a native sidecar. */
export function isNativeMesh({ pod, mesh }: RuleContext): boolean {
  return mesh !== undefined && pod.sidecars.some(sidecar => mesh.injected.includes(sidecar.name));
}

/** One violation of a rule in a pod. The library adds the id and the severity of the rule. */
export interface Offense {
  /**
   * The container that has the problem.
   * @default - the offense applies to the whole pod
   */
  readonly container?: string;
  /** What is wrong. Put container names in single quotes, and do not end with a period. */
  readonly message: string;
  /** What to do. It is printed after the message and a colon, so start in lower case. */
  readonly fix: string;
  /**
   * The severity, if it differs from the severity of the rule.
   * @default - the severity of the rule
   */
  readonly severity?: Severity;
  /**
   * The field that has the problem, as a path from the root of the workload: `spec.template.spec.containers[1].lifecycle.preStop`. Quote keys that are not plain words:
   * `metadata.annotations['example.com/team']`.
   * @default - the container, or the whole workload
   */
  readonly path?: string;
}

/** An offense with its exact place. */
export interface PlacedOffense extends Offense {
  /** The functions of `place.ts` make it; undefined if the offense applies to a whole container or workload. */
  readonly at?: DataPlace;
}

/** An offense of a built-in rule. A text that names members of constructs is a wording. */
export interface RuleOffense extends Omit<PlacedOffense, 'message' | 'fix'> {
  readonly message: Subject;
  readonly fix: Subject;
  /** Another object of the input that the fix changes, such as a Service. */
  readonly changes?: JsonObject;
}

/** A finding with its place in the workload; undefined if it applies to the whole workload. */
export interface PlacedFinding extends Finding {
  readonly place?: DataPlace;
  /** Another object of the input that the fix changes. */
  readonly changes?: JsonObject;
  /** Its texts, if they name members of constructs: `message` and `fix` spell those as TypeScript does. */
  readonly words?: { readonly message: Wording; readonly fix: Wording };
}

/** The name and the documentation of a rule. */
export interface RuleText {
  readonly id: string;
  readonly name: string;
  /** The default severity; an offense can override it. */
  readonly severity: Severity;
  /** The rule as one sentence. */
  readonly title: string;
  /** What happens to a pod that violates it, and why: one to three sentences. */
  readonly why: string;
  /** What to do in general: one or two sentences. */
  readonly fix: string;
  /** A part of a manifest that violates the rule, as YAML, and the corrected part. */
  readonly example: { readonly wrong: string; readonly right: string };
  /** The first version of this package that has the rule. */
  readonly since: string;
}

/** What the other rules found in a pod. */
export interface RuleOutcome {
  /** The ids of the rules that were checked. */
  readonly asked: ReadonlySet<string>;
  /** The ids of those with findings. */
  readonly offended: ReadonlySet<string>;
}

/** No other rule was checked. */
export const NO_OUTCOME: RuleOutcome = { asked: new Set(), offended: new Set() };

/** What is needed to check a rule. */
export interface Question {
  readonly id: string;
  readonly severity: Severity;
  /**
   * The feature that a pod must have for the rule to apply. The check skips the rule if the pod lacks it.
   * @default - the rule applies to every pod
   */
  readonly needs?: keyof PodSigns;
  /** The rule judges what the others found, so it runs after them. */
  readonly isLast?: true;
  readonly check: (context: RuleContext, others?: RuleOutcome) => readonly RuleOffense[];
}

/** One rule of the rule book: its documentation and its check. */
export interface Rule extends RuleText, Question {}

/** Turns an offense into a finding. Without a place of its own, it gets the place of its container. */
export function finding(rule: Omit<Question, 'check'>, offense: RuleOffense, context?: Pick<RuleContext, 'pod' | 'mesh'>): PlacedFinding {
  const place = placeOf(offense, context);
  const { message, fix } = offense;
  const words = message instanceof Wording || fix instanceof Wording ? { message: wording`${message}`, fix: wording`${fix}` } : undefined;
  return {
    rule: rule.id,
    severity: offense.severity ?? rule.severity,
    ...(offense.container === undefined ? {} : { container: offense.container }),
    message: words ? words.message.in(TYPESCRIPT) : message as string,
    fix: words ? words.fix.in(TYPESCRIPT) : fix as string,
    ...(words ? { words } : {}),
    ...(offense.changes === undefined ? {} : { changes: offense.changes }),
    ...(place === undefined ? {} : { path: formatPath(place.path), place }),
  };
}

/** Gives a finding without a place the place of its container. */
export function atItsContainer(found: Finding, context: Pick<RuleContext, 'pod' | 'mesh'>): PlacedFinding {
  const place = found.path === undefined ? placeOf({ ...found }, context) : undefined;
  return place ? { ...found, path: formatPath(place.path), place } : found;
}

/** The public form of a finding: with the path, without the internal place, words and object. */
export function withoutPlace({ place: _, words: _words, changes: _changes, ...visible }: PlacedFinding): Finding {
  return visible;
}

/** A finding with the names of members as a language spells them. */
export function findingIn<T extends PlacedFinding>(language: Language, found: T): T {
  return found.words ? { ...found, message: found.words.message.in(language), fix: found.words.fix.in(language) } : found;
}

/** The findings of the given rules about a pod, in the order of the rules; of those that run last, after all others. */
export function findingsOf(rules: readonly Question[], context: RuleContext): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const signs = signsOf(context.pod, context.mesh !== undefined);
  for (const rule of lastOnesLast(rules)) {
    if (rule.needs !== undefined && !signs[rule.needs]) {
      continue;
    }
    const others = rule.isLast ? outcomeOf(rules, findings) : undefined;
    for (const offense of rule.check(context, others)) {
      findings.push(finding(rule, offense, context));
    }
  }
  return findings;
}

const sorted = new WeakMap<readonly Question[], readonly Question[]>();

/** The lists of this library never change, so each is sorted once. */
function lastOnesLast(rules: readonly Question[]): readonly Question[] {
  const known = sorted.get(rules) ?? [...rules.filter(rule => !rule.isLast), ...rules.filter(rule => rule.isLast)];
  sorted.set(rules, known);
  return known;
}

const ids = new WeakMap<readonly Question[], ReadonlySet<string>>();

function outcomeOf(rules: readonly Question[], findings: readonly Finding[]): RuleOutcome {
  const asked = ids.get(rules) ?? new Set(rules.map(rule => rule.id));
  ids.set(rules, asked);
  return { asked, offended: new Set(findings.map(one => one.rule)) };
}

function placeOf({ at, path, container }: Pick<RuleOffense, 'at' | 'path' | 'container'>, context: Pick<RuleContext, 'pod' | 'mesh'> | undefined): DataPlace | undefined {
  const given = path === undefined || path === null ? undefined : parsePath(path);
  const stated = at ?? (given && { path: given });
  if (stated || !context || container === undefined) {
    return stated;
  }
  // An injected container has no place in the manifest, but the label or annotation that requests it does.
  const mesh = meshOf(context, container) ?? context.mesh;
  return atContainer(context.pod, container) ?? (mesh && atOptIn(context.pod, mesh.name));
}

/** Names in single quotes, separated by commas. */
export function quoted(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}
