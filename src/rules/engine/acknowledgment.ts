import { Finding } from './finding';
import { follow, isObject } from '../../data/json';
import { DataPath } from '../../data/path';
import { PodModel } from '../../kubernetes/pod';

/** The prefix of the annotation that acknowledges a rule on a workload or its pod template: the rule's id follows, and the value is the reason. */
export const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/** An annotation that acknowledges a rule. */
export interface Acknowledgment {
  readonly key: string;
  readonly rule: string;
  /** The reason, if it is valid: a text that is not empty. */
  readonly reason: unknown;
  /** From the manifest to the annotation. */
  readonly path: DataPath;
  /** Whether it stands at the pod template itself, and so is about no other pod of the object. */
  readonly isOfTemplate: boolean;
}

/** The pod whose findings are acknowledged. */
type AnnotatedPod = Pick<PodModel, 'manifest' | 'containers' | '_found'>;

/** The acknowledgments of a pod: on the workload, on its pod template, and on everything between them that has annotations, such as the Job template of a CronJob. */
export function acknowledgmentsOf({ manifest, _found: { path } }: Pick<PodModel, 'manifest' | '_found'>): Acknowledgment[] {
  return [...path, undefined].flatMap((_, length) => {
    const holder = [...path.slice(0, length), 'metadata', 'annotations'];
    const annotations = follow(manifest, holder);
    return !isObject(annotations) ? [] : Object.entries(annotations).filter(([key]) => key.startsWith(ACKNOWLEDGE)).map(([key, reason]) =>
      ({ key, rule: key.slice(ACKNOWLEDGE.length), reason, path: [...holder, key], isOfTemplate: length === path.length }));
  });
}

/**
 * The reason that a manifest gives to acknowledge a rule; undefined if it does not.
 *
 * A reason that begins with the name of a container and a colon, such as `proxy: the app retries; logs: it only reads`, is about the containers that it names.
 *
 * @param container the container that the finding is about
 */
export function acknowledgmentOf(pod: AnnotatedPod, rule: string, container: string | undefined): string | undefined {
  const names = pod.containers.map(({ name }) => name);
  return reasonIn(acknowledgmentsOf(pod), rule, names, container);
}

function reasonIn(
  acknowledgments: readonly Acknowledgment[], rule: string, names: readonly string[], container: string | undefined,
): string | undefined {
  return acknowledgments.filter(one => one.rule === rule).map(({ reason }) => reason)
    .find((reason): reason is string => typeof reason === 'string' && reason !== '' && isAbout(reason, names, container));
}

function isAbout(reason: string, containers: readonly string[], container: string | undefined): boolean {
  const names = (part: string) => containers.find(name => part.startsWith(`${name}: `));
  const [first, ...others] = reason.split('; ').map(names);
  return container === undefined || first === undefined || first === container || others.includes(container);
}

/** Marks the findings that the manifest acknowledges. */
export function markAcknowledged<T extends Finding>(findings: readonly T[], pod: AnnotatedPod): T[] {
  const acknowledgments = findings.length > 0 ? acknowledgmentsOf(pod) : [];
  if (acknowledgments.length === 0) {
    return [...findings];
  }
  const names = pod.containers.map(({ name }) => name);
  return findings.map(finding => {
    const reason = reasonIn(acknowledgments, finding.rule, names, finding.container);
    return reason === undefined ? finding : { ...finding, acknowledged: reason };
  });
}
