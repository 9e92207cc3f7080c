import { Finding, Severity } from './finding';
import { atContainer, atOptIn } from './place';
import { PodSigns, signsOf } from './pod-signs';
import { StopTimesByContainer } from './stop-times';
import { DataPlace, formatPath, parsePath } from '../../data/path';
import { MeshContext } from '../../knowledge/meshes/prediction';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';

/** What a rule looks at. */
export interface RuleContext {
  /** The pod as it will run, with what an injector adds. */
  readonly pod: Pod;
  /** The Kubernetes version that the pod is meant for. */
  readonly kubernetes: KubernetesVersion;
  /** How long each container needs to stop, as far as it is declared. */
  readonly stops: StopTimesByContainer;
  /** The mesh that the pod joins; undefined when nobody says that it joins one. */
  readonly mesh?: MeshContext;
  /** What can be told of the pod by looking at it, and what stands beside it. */
  readonly recognition: Recognition;
}

/** The containers that the user wrote, without what an injector adds. */
export function ownContainers({ pod, mesh }: RuleContext): PodContainer[] {
  return pod.containers.filter(container => !mesh?.injected.includes(container.name));
}

/** Whether the mesh's proxy is a native sidecar of the pod. */
export function isNativeMesh({ pod, mesh }: RuleContext): boolean {
  return mesh !== undefined && pod.sidecars.some(sidecar => mesh.injected.includes(sidecar.name));
}

/** What a rule says about one thing that is wrong with a pod. The rule's id and severity are added to it. */
export interface Offence {
  /**
   * The container that it is about.
   * @default - it is about the pod as a whole
   */
  readonly container?: string;
  /** What is wrong, naming containers in single quotes, without a full stop. */
  readonly message: string;
  /** What to do. It is printed after the message and a colon, so it begins in lower case. */
  readonly fix: string;
  /**
   * How bad it is, where that differs from the rule's own severity.
   * @default - the rule's severity
   */
  readonly severity?: Severity;
  /**
   * What it is about, from the object that holds the pod: `spec.template.spec.containers[1].lifecycle.preStop`. Keys that are not plain words are quoted:
   * `metadata.annotations['example.com/team']`.
   * @default - the container, or the object as a whole
   */
  readonly path?: string;
}

/** An offence of a rule of this library, with the exact place of what it is about. */
export interface RuleOffence extends Offence {
  /** Made by the functions of `place.ts`; undefined where nothing smaller than the container, or the object, is meant. */
  readonly at?: DataPlace;
}

/** A finding, and its place in the object that holds the pod; undefined when the object as a whole is meant. */
export interface PlacedFinding extends Finding {
  readonly place?: DataPlace;
}

/** What a rule is called, and how it is explained. */
export interface RuleText {
  readonly id: string;
  readonly name: string;
  /** How bad it usually is; an offence may say otherwise. */
  readonly severity: Severity;
  /** The rule as one sentence. */
  readonly title: string;
  /** What happens to those who do not heed it, and why: one to three sentences. */
  readonly why: string;
  /** What to do about it in general: one or two sentences. */
  readonly fix: string;
  /** A small part of a manifest that offends, as YAML, and the same part made right. */
  readonly example: { readonly wrong: string; readonly right: string };
  /** The version of this package that has it first. */
  readonly since: string;
}

/** What is needed of a rule to ask it. */
export interface Question {
  readonly id: string;
  readonly severity: Severity;
  /**
   * What a pod must have to concern the rule: one look tells it for all rules, which are then not asked one by one.
   * @default - every pod may concern it
   */
  readonly needs?: keyof PodSigns;
  readonly check: (context: RuleContext) => readonly RuleOffence[];
}

/** One rule of the book: how it is explained, and how it is checked. */
export interface Rule extends RuleText, Question {}

/** The finding that an offence against a rule makes. Where it has no place of its own, it stands where its container does. */
export function finding(rule: Omit<Question, 'check'>, offence: RuleOffence, context?: Pick<RuleContext, 'pod' | 'mesh'>): PlacedFinding {
  const place = placeOf(offence, context);
  return {
    rule: rule.id,
    severity: offence.severity ?? rule.severity,
    ...(offence.container === undefined ? {} : { container: offence.container }),
    message: offence.message,
    fix: offence.fix,
    ...(place === undefined ? {} : { path: formatPath(place.path), place }),
  };
}

/** A finding of somebody who does not know places: it stands where its container does. */
export function atItsContainer(found: Finding, context: Pick<RuleContext, 'pod' | 'mesh'>): PlacedFinding {
  const place = found.path === undefined ? placeOf({ ...found }, context) : undefined;
  return place ? { ...found, path: formatPath(place.path), place } : found;
}

/** A finding as users see it: they get the path, not the place behind it. */
export function withoutPlace({ place: _, ...visible }: PlacedFinding): Finding {
  return visible;
}

/** What rules have to say about a pod, rule by rule. */
export function findingsOf(rules: readonly Question[], context: RuleContext): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const signs = signsOf(context.pod, context.mesh !== undefined);
  for (const rule of rules) {
    if (rule.needs !== undefined && !signs[rule.needs]) {
      continue;
    }
    for (const offence of rule.check(context)) {
      findings.push(finding(rule, offence, context));
    }
  }
  return findings;
}

function placeOf({ at, path, container }: RuleOffence, context: Pick<RuleContext, 'pod' | 'mesh'> | undefined): DataPlace | undefined {
  const given = path === undefined || path === null ? undefined : parsePath(path);
  const stated = at ?? (given && { path: given });
  if (stated || !context || container === undefined) {
    return stated;
  }
  // What only an injector adds stands nowhere; what asks for it does.
  return atContainer(context.pod, container) ?? (context.mesh && atOptIn(context.pod, context.mesh.name));
}

/** Names in a sentence. */
export function quoted(names: readonly string[]): string {
  return names.map(name => `'${name}'`).join(', ');
}
