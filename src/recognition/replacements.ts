import { selected, WorkloadPatch } from './patches';
import { follow, isObject, JsonObject, listOf } from '../data/json';

/** The kind of the stand-in for a file that a Kustomization names among its replacements: `replacements` holds what is in it. */
export const REPLACEMENT_FILE = 'ReplacementFile';

/** A field that a Kustomization reads or sets in the objects that it selects. */
export interface FieldUse {
  readonly by: 'replacement' | 'var';
  /** The selector of the objects. */
  readonly target: JsonObject;
  /** Where the field is, as kustomize spells it: `spec.template.spec.containers.[name=proxy].image`. */
  readonly path: string;
  readonly isSet: boolean;
}

/** Finds the containers in the path of a field: how it selects one, and what follows. */
const CONTAINER = /(?:^|\.)(?:initC|c)ontainers(?:\.(\[[^\]]*\]|[^.[]+)(.*))?$/;

/** The fields that replacements read and set. */
export function replacedFields(replacements: unknown): FieldUse[] {
  return listOf(replacements).flatMap(({ source, targets }) => [
    ...fieldUses('replacement', source, [follow(source, ['fieldPath'])], false),
    ...listOf(targets).flatMap(({ select, fieldPaths }) => fieldUses('replacement', select, fieldPaths, true)),
  ]);
}

/** The fields that the old variables of kustomize read. */
export function variableFields(vars: unknown): FieldUse[] {
  return listOf(vars).flatMap(({ objref, fieldref }) => fieldUses('var', objref, [follow(fieldref, ['fieldpath'])], false));
}

/** A field of containers as a patch; undefined for another field. */
export function fieldPatch({ by, target, path, isSet }: FieldUse): WorkloadPatch | undefined {
  // Variables spell a position in brackets.
  const found = CONTAINER.exec(path.replace(/\[(\d+)\]/g, '.$1'));
  if (!found) {
    return undefined;
  }
  const [, selector = '', rest = ''] = found;
  const name = /^\[name=(.*)\]$/.exec(selector)?.[1];
  const byPosition = /^(?:\d+|-)$/.test(selector);
  return {
    by,
    target: selected(target),
    containers: name === undefined ? [] : [name],
    replaced: name !== undefined && isSet && /^(?:\.(?:args|command)(?:\.|$)|$)/.test(rest) ? [name] : [],
    byPosition,
    isForAll: name === undefined && !byPosition,
  };
}

function fieldUses(by: FieldUse['by'], target: unknown, paths: unknown, isSet: boolean): FieldUse[] {
  const texts = Array.isArray(paths) ? paths.filter((path): path is string => typeof path === 'string') : [];
  return isObject(target) ? texts.map(path => ({ by, target, path, isSet })) : [];
}
