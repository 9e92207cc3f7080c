import { isPartial, lacksSelector } from './partial';
import { follow, isObject, JsonObject, listOf } from '../data/json';
import { templatePlaces } from '../kubernetes/manifest';

/** A patch of a workload in the same input, or what else of kustomize needs the containers where they are. */
export interface WorkloadPatch {
  readonly by: 'patch' | 'replacement' | 'var';
  /** The kind and the name of what it patches: `Deployment/web`; `*` stands for any. */
  readonly target: string;
  /** The containers that it names. */
  readonly containers: readonly string[];
  /** The containers of which it replaces what runs: the command or the arguments. */
  readonly replaced: readonly string[];
  /** It names containers by their position. */
  readonly byPosition: boolean;
  /** It is about a whole list of containers, or about those with some value. */
  readonly isForAll?: boolean;
}

/** The kind of the stand-in for a file with a JSON patch (RFC 6902), which is a list and no object: `text` holds its text. */
export const JSON_PATCH_FILE = 'JsonPatchFile';

/** The kind of the stand-in for a workload that is a patch if a Kustomization names its file: `patch` holds what it would patch. */
export const POSSIBLE_PATCH = 'PossiblePatch';

const POSITION = /\/(?:init)?[cC]ontainers\/(?:\d+|-)/;

/** The patch that an object is: a part of a workload for a strategic merge. */
export function patchIn(object: JsonObject): WorkloadPatch | undefined {
  return isObject(object.spec) && isPartial(object) ? asPatch(object) : undefined;
}

/** The patch that a workload is if a Kustomization names its file. One that sets the image of each container looks complete, but lacks what a workload cannot be applied without. */
export function possiblePatch(object: JsonObject): JsonObject | undefined {
  return templatePlaces(object).some(({ workload }) => workload.mustHave !== 'selector' || lacksSelector(object, workload)) ? { kind: POSSIBLE_PATCH, patch: asPatch(object) } : undefined;
}

/** The keys under which a patch of a workload is found. */
export function patchKeys(kind: string, name: string | undefined): string[] {
  return [`${kind}/${name}`, `${kind}/*`, `*/${name}`, '*/*'];
}

/**
 * What the text of a patch, YAML or JSON, patches: the names in it are enough.
 *
 * @param target what a Kustomization selects; without it, the patch itself names that
 */
export function patchFrom(text: string, target: JsonObject | undefined): WorkloadPatch {
  const containers = [...text.matchAll(/[\s{,"]name"?:\s*["']?([\w.-]+)/g)].map(match => match[1]);
  const replaced = /(?:^|[\s{,"])(?:args|command)"?:/.test(text) ? containers : [];
  return { by: 'patch', target: target ? selected(target) : namedIn(text), containers, replaced, byPosition: POSITION.test(text) };
}

/** What a selector of a Kustomization selects: its fields are patterns, and one that is left out selects all. */
export function selected({ kind, name }: JsonObject): string {
  return [kind, name].map(field => typeof field === 'string' && /^[\w-]+(\.[\w-]+)*$/.test(field) ? field : '*').join('/');
}

function asPatch(object: JsonObject): WorkloadPatch | undefined {
  const spec = follow(object, ['spec', 'template', 'spec']) ?? follow(object, ['spec', 'jobTemplate', 'spec', 'template', 'spec']) ?? object.spec;
  const containers = isObject(spec) ? [...listOf(spec.containers), ...listOf(spec.initContainers)] : [];
  return containers.length === 0 ? undefined : {
    by: 'patch',
    target: `${object.kind}/${follow(object, ['metadata', 'name'])}`,
    containers: containers.map(container => String(container.name)),
    replaced: containers.filter(({ args, command }) => args !== undefined || command !== undefined).map(container => String(container.name)),
    byPosition: false,
  };
}

function namedIn(text: string): string {
  const kind = /^[ \t{]*"?kind"?:[ \t]*["']?(\w+)/m.exec(text)?.[1];
  const metadata = text.slice(Math.max(0, text.search(/\bmetadata\b/)));
  const name = /[\s{,"]name"?:\s*["']?([\w.-]+)/.exec(metadata)?.[1];
  return `${kind}/${name}`;
}
