import { isPartial } from './partial';
import { follow, isObject, JsonObject, listOf } from '../data/json';

/** A patch of a workload in the same input. */
export interface WorkloadPatch {
  /** The kind and the name of what it patches: `Deployment/web`; `*` stands for any. */
  readonly target: string;
  /** The containers that it names. */
  readonly containers: readonly string[];
  /** It names containers by their position. */
  readonly byPosition: boolean;
}

/** The kind of the stand-in for a file with a JSON patch (RFC 6902), which is a list and no object: `text` holds its text. */
export const JSON_PATCH_FILE = 'JsonPatchFile';

const POSITION = /\/(?:init)?[cC]ontainers\/(?:\d+|-)/;

/**
 * The patches that an object is or holds: a part of a workload for a strategic merge, or the patches of a Kustomization, inline or in a file with a JSON patch.
 *
 * @param jsonPatch finds the text of a JSON patch by the path that the Kustomization has for it
 */
export function patchesIn(object: JsonObject, jsonPatch: (path: string) => string | undefined = () => undefined): WorkloadPatch[] {
  if (object.kind === 'Kustomization') {
    return [...listOf(object.patches), ...listOf(object.patchesJson6902)].flatMap(entry => patchOf(entry, jsonPatch));
  }
  if (!isObject(object.spec) || !isPartial(object)) {
    return [];
  }
  const spec = follow(object, ['spec', 'template', 'spec']) ?? follow(object, ['spec', 'jobTemplate', 'spec', 'template', 'spec']) ?? object.spec;
  const containers = isObject(spec) ? [...listOf(spec.containers), ...listOf(spec.initContainers)] : [];
  return containers.length === 0 ? [] : [{
    target: `${object.kind}/${follow(object, ['metadata', 'name'])}`,
    containers: containers.map(container => String(container.name)),
    byPosition: false,
  }];
}

/** Whether an object is a Kustomization that may have patches in files. */
export function hasPatchFiles(object: JsonObject): boolean {
  return object.kind === 'Kustomization' && [...listOf(object.patches), ...listOf(object.patchesJson6902)].some(({ path }) => typeof path === 'string');
}

/** The keys under which a patch of a workload is found. */
export function patchKeys(kind: string, name: string | undefined): string[] {
  return [`${kind}/${name}`, `${kind}/*`, `*/${name}`, '*/*'];
}

/** The text of a patch is YAML or JSON; the names in it are enough. */
function patchOf({ patch, path, target }: JsonObject, jsonPatch: (path: string) => string | undefined): WorkloadPatch[] {
  const text: unknown = patch ?? (typeof path === 'string' ? jsonPatch(path) : undefined);
  if (typeof text !== 'string') {
    return [];
  }
  const containers = [...text.matchAll(/(?:-\s+|"|\s)name"?:\s*["']?([\w.-]+)/g)].map(match => match[1]);
  return [{ target: isObject(target) ? selected(target) : namedIn(text), containers, byPosition: POSITION.test(text) }];
}

/** What a selector of a Kustomization selects: its fields are patterns, and one that is left out selects all. */
function selected({ kind, name }: JsonObject): string {
  return [kind, name].map(field => typeof field === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(field) ? field : '*').join('/');
}

function namedIn(text: string): string {
  const kind = /^[ \t]*kind:[ \t]*["']?(\w+)/m.exec(text)?.[1];
  const name = /^\s{0,4}name:\s*["']?([\w.-]+)/m.exec(text)?.[1];
  return `${kind}/${name}`;
}
