import { createHash } from 'crypto';
import { setSorted, sortOwnKeys } from './json';
import { SidecarPart } from './sidecar-part';
import { runsToCompletion, WorkloadKinds } from '../kubernetes/workload-kinds';
import { ACKNOWLEDGE } from '../rules/engine/acknowledgment';

/** By this, kubectl's logs and exec go to the app and not to whatever container comes first. */
const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** It changes with the configuration that sidecars bring, so that a new one makes new pods: programs read theirs at their start. */
const CONFIG_HASH = 'cdk8s-sidecars/config-hash';
const HASH_LETTERS = 12;

/** Notes on a pod template what is in the ConfigMaps that its sidecars bring. Not in a Job, whose pods are new anyway, and whose template may never change. */
export function noteConfigs(manifest: any, template: any, parts: readonly SidecarPart[]): void {
  const configs = parts.filter(part => part.configs.length > 0).map(part => [part.name, part.configs]);
  if (configs.length > 0 && !runsToCompletion(WorkloadKinds.KNOWN.of(manifest))) {
    const hash = createHash('sha256').update(JSON.stringify(configs)).digest('hex').slice(0, HASH_LETTERS);
    setSorted(template, 'metadata', withAnnotations(template.metadata, { [CONFIG_HASH]: hash }));
  }
}

/** Names the app as the container that kubectl means, unless the user named one. */
export function nameDefaultContainer(template: any): void {
  if (template.metadata?.annotations?.[DEFAULT_CONTAINER] === undefined) {
    setSorted(template, 'metadata', withAnnotations(template.metadata, { [DEFAULT_CONTAINER]: template.spec.containers[0].name }));
  }
}

/** Writes on a workload what is accepted there, and why. */
export function writeAcknowledgments(manifest: any, reasons: ReadonlyMap<string, string>): void {
  if (reasons.size > 0) {
    manifest.metadata = withAnnotations(manifest.metadata, Object.fromEntries([...reasons].map(([rule, reason]) => [ACKNOWLEDGE + rule, reason])));
  }
}

function withAnnotations(metadata: any, annotations: { [key: string]: string }): any {
  return sortOwnKeys({ ...metadata, annotations: sortOwnKeys({ ...metadata?.annotations, ...annotations }) });
}
