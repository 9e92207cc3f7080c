import { Finding } from './finding';
import { follow, isObject } from '../../data/json';

/** The prefix of the annotation that acknowledges a rule on a workload: the rule's id follows, and the value is the reason. */
export const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/** The reason that a manifest gives to acknowledge a rule; undefined if it does not. */
export function acknowledgmentOf(manifest: unknown, rule: string): string | undefined {
  const annotations = follow(manifest, ['metadata', 'annotations']);
  const reason: unknown = isObject(annotations) ? annotations[ACKNOWLEDGE + rule] : undefined;
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}

/** Marks the findings that the manifest acknowledges. */
export function markAcknowledged<T extends Finding>(findings: readonly T[], manifest: unknown): T[] {
  return findings.map(finding => {
    const reason = acknowledgmentOf(manifest, finding.rule);
    return reason === undefined ? finding : { ...finding, acknowledged: reason };
  });
}
