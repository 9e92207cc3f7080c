import { isPartial } from './partial';
import { follow, isObject, JsonObject, listOf } from '../data/json';

/** A patch of a workload in the same input. */
export interface WorkloadPatch {
  /** The kind and the name of what it patches: `Deployment/web`. */
  readonly target: string;
  /** The containers that it names. */
  readonly containers: readonly string[];
  /** It names containers by their position. */
  readonly byPosition: boolean;
}

const POSITION = /\/(?:init)?[cC]ontainers\/(?:\d+|-)/;

/** The patches that an object is or holds: a part of a workload for a strategic merge, or the inline patches of a Kustomization. */
export function patchesIn(object: JsonObject): WorkloadPatch[] {
  if (object.kind === 'Kustomization') {
    return [...listOf(object.patches), ...listOf(object.patchesJson6902)].flatMap(inlinePatch);
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

/** The text of an inline patch is YAML or JSON; the names in it are enough. */
function inlinePatch({ patch, target }: JsonObject): WorkloadPatch[] {
  if (typeof patch !== 'string') {
    return [];
  }
  const kind: unknown = target?.kind ?? /^[ \t]*kind:[ \t]*["']?(\w+)/m.exec(patch)?.[1];
  const name: unknown = target?.name ?? /^\s{0,4}name:\s*["']?([\w.-]+)/m.exec(patch)?.[1];
  const containers = [...patch.matchAll(/(?:-\s+|"|\s)name"?:\s*["']?([\w.-]+)/g)].map(match => match[1]);
  return [{ target: `${kind}/${name}`, containers, byPosition: POSITION.test(patch) }];
}
