import { Finding } from './finding';
import { follow, isObject } from '../lifecycle/manifest';

/** A finding that somebody accepts is noted on the workload under this prefix, with the rule's id behind it and the reason as its value. */
export const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/** Marks the findings that the manifest itself says are accepted. */
export function markAcknowledged(findings: readonly Finding[], manifest: unknown): Finding[] {
  const annotations = follow(manifest, ['metadata', 'annotations']);
  return findings.map(finding => {
    const reason: unknown = isObject(annotations) ? annotations[ACKNOWLEDGE + finding.rule] : undefined;
    return typeof reason === 'string' && reason !== '' ? { ...finding, acknowledged: reason } : finding;
  });
}
