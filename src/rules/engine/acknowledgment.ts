import { Finding } from './finding';
import { follow, isObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';

/** The prefix of the annotation that acknowledges a rule on a workload: the rule's id follows, and the value is the reason. */
export const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/**
 * The reason that a manifest gives to acknowledge a rule; undefined if it does not.
 *
 * A reason that begins with the name of a container and a colon, such as `proxy: the app retries; logs: it only reads`, is about the containers that it names.
 *
 * @param containers the names of all containers of the pod
 * @param container the container that the finding is about
 */
export function acknowledgmentOf(manifest: unknown, rule: string, containers: readonly string[], container: string | undefined): string | undefined {
  const annotations = follow(manifest, ['metadata', 'annotations']);
  const reason: unknown = isObject(annotations) ? annotations[ACKNOWLEDGE + rule] : undefined;
  return typeof reason === 'string' && reason !== '' && isAbout(reason, containers, container) ? reason : undefined;
}

function isAbout(reason: string, containers: readonly string[], container: string | undefined): boolean {
  const names = (part: string) => containers.find(name => part.startsWith(`${name}: `));
  const [first, ...others] = reason.split('; ').map(names);
  return container === undefined || first === undefined || first === container || others.includes(container);
}

/** Marks the findings that the manifest acknowledges. */
export function markAcknowledged<T extends Finding>(findings: readonly T[], { manifest, containers }: Pick<PodModel, 'manifest' | 'containers'>): T[] {
  const names = containers.map(({ name }) => name);
  return findings.map(finding => {
    const reason = acknowledgmentOf(manifest, finding.rule, names, finding.container);
    return reason === undefined ? finding : { ...finding, acknowledged: reason };
  });
}
