import { setSorted, sortOwnKeys } from './json';
import { Finding } from '../rules/finding';

/** A finding that somebody accepts is noted on the workload under this prefix, with the rule's id behind it. */
const ACKNOWLEDGE = 'acknowledge.cdk8s-sidecars/';

/** By this, kubectl's logs and exec go to the app and not to whatever container comes first. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** Names the app as the container that kubectl means, unless the user named one. */
export function nameDefaultContainer(template: any): void {
  if (template.metadata?.annotations?.[DEFAULT_CONTAINER] === undefined) {
    setSorted(template, 'metadata', withAnnotations(template.metadata, { [DEFAULT_CONTAINER]: template.spec.containers[0].name }));
  }
}

/** Writes on a workload what is accepted there, and why. */
export function writeAcknowledgements(manifest: any, reasons: ReadonlyMap<string, string>): void {
  if (reasons.size > 0) {
    manifest.metadata = withAnnotations(manifest.metadata, Object.fromEntries([...reasons].map(([rule, reason]) => [ACKNOWLEDGE + rule, reason])));
  }
}

/** Marks the findings that the manifest itself says are accepted. */
export function markAcknowledged(findings: readonly Finding[], manifest: any): Finding[] {
  return findings.map(finding => {
    const reason: unknown = manifest.metadata?.annotations?.[ACKNOWLEDGE + finding.rule];
    return typeof reason === 'string' && reason !== '' ? { ...finding, acknowledged: reason } : finding;
  });
}

function withAnnotations(metadata: any, annotations: { [key: string]: string }): any {
  return sortOwnKeys({ ...metadata, annotations: sortOwnKeys({ ...metadata?.annotations, ...annotations }) });
}
