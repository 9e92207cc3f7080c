import { MigratedPod } from './migrated-pod';
import { follow, JsonObject } from '../../data/json';
import { describeManifest } from '../../kubernetes/manifest';
import { ManifestDocument } from '../../yaml/parse';

/** A patch stays as it is: what is right depends on what it patches. */
export function refusedPatch(document: ManifestDocument, manifest: JsonObject): MigratedPod {
  const why = `${describeManifest(manifest)} is a patch, not a complete manifest: migrate what it patches, for example the kustomize base, or the output of 'kustomize build'`;
  const [namespace, name] = ['namespace', 'name'].map(key => follow(manifest, ['metadata', key])).map(value => typeof value === 'string' ? value : null);
  return {
    file: document.file,
    document: document.index,
    kind: String(manifest.kind),
    namespace,
    name,
    plan: { verdict: 'refused', moved: [], edits: [], removed: [], manual: [{ rule: null, why }], consequences: [], result: manifest },
  };
}

/** A pod whose changes cannot be made: it stays as it is. */
export function refuse(pod: MigratedPod, why: string): MigratedPod {
  return {
    ...pod,
    plan: { ...pod.plan, verdict: 'refused', moved: [], edits: [], removed: [], manual: [{ rule: null, why }, ...pod.plan.manual], consequences: [], result: pod.pod?.manifest },
  };
}
