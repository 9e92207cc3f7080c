import { Finding } from './finding';
import { follow, isObject } from '../../data/json';

/** A finding that somebody accepts is noted on the workload under this prefix, with the rule's id behind it and the reason as its value. */
export const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/** Why a manifest itself says that a rule's findings are accepted; undefined when it does not. */
export function acknowledgmentOf(manifest: unknown, rule: string): string | undefined {
  const annotations = follow(manifest, ['metadata', 'annotations']);
  const reason: unknown = isObject(annotations) ? annotations[ACKNOWLEDGE + rule] : undefined;
  return typeof reason === 'string' && reason !== '' ? reason : undefined;
}

/** Marks the findings that the manifest itself says are accepted. */
export function markAcknowledged<T extends Finding>(findings: readonly T[], manifest: unknown): T[] {
  return findings.map(finding => {
    const reason = acknowledgmentOf(manifest, finding.rule);
    return reason === undefined ? finding : { ...finding, acknowledged: reason };
  });
}
