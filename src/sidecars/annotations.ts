import { createHash } from 'crypto';
import { setSorted, sortOwnKeys, withSortedKeys } from './json';
import { SidecarPart } from './sidecar-part';
import { FoundTemplate } from '../kubernetes/manifest';
import { ACKNOWLEDGE } from '../rules/engine/acknowledgment';

/** The container that `kubectl logs` and `kubectl exec` use by default. */
export const DEFAULT_CONTAINER = 'kubectl.kubernetes.io/default-container';

/** It changes with the configuration of the sidecars, so that a new configuration rolls out new pods: most programs read theirs only at startup. */
const CONFIG_HASH = 'cdk8s-sidecars/config-hash';
const HASH_LETTERS = 12;

/** Annotates a pod template with a hash of its sidecars' ConfigMaps. A Job needs none: each of its pods is new, and its template is immutable. */
export function writeConfigHash({ template, place }: FoundTemplate, parts: readonly SidecarPart[]): void {
  const configs = parts.filter(part => part.configs.length > 0).map(part => [part.name, part.configs.map(withSortedKeys)]);
  if (configs.length > 0 && !place.runsToCompletion) {
    const hash = createHash('sha256').update(JSON.stringify(configs)).digest('hex').slice(0, HASH_LETTERS);
    annotateTemplate(template, { [CONFIG_HASH]: hash });
  }
}

/** Makes the app the default container of kubectl, unless the user chose one. */
export function writeDefaultContainer(template: any): void {
  if (template.metadata?.annotations?.[DEFAULT_CONTAINER] === undefined) {
    annotateTemplate(template, { [DEFAULT_CONTAINER]: template.spec.containers[0].name });
  }
}

/** Adds annotations to a pod template. */
export function annotateTemplate(template: any, annotations: { [key: string]: string }): void {
  setSorted(template, 'metadata', withAnnotations(template.metadata, annotations));
}

/** Writes the acknowledgments of a workload as annotations. */
export function writeAcknowledgments(manifest: any, reasons: ReadonlyMap<string, string>): void {
  if (reasons.size > 0) {
    manifest.metadata = withAnnotations(manifest.metadata, Object.fromEntries([...reasons].map(([rule, reason]) => [ACKNOWLEDGE + rule, reason])));
  }
}

function withAnnotations(metadata: any, annotations: { [key: string]: string }): any {
  return sortOwnKeys({ ...metadata, annotations: sortOwnKeys({ ...metadata?.annotations, ...annotations }) });
}
