import { overlayJson } from './json';
import { memberName, refusal } from '../caller/refusal';
import { jsonOf } from '../data/any-value';
import { isObject } from '../data/json';
import { CONTAINER_FIELDS } from '../kubernetes/container-fields';

/** A change to the raw container of a sidecar. */
export type RawChange = { readonly overlay: any } | { readonly remove: readonly string[]; readonly as: string };

const FIXED = ['name', 'restartPolicy'];

/** Refuses an overlay that is not an object, that changes the identity of the sidecar, or that has a field of a container in another case. */
export function checkOverlay(sidecar: string, overlay: any): void {
  if (!isObject(overlay)) {
    throw new Error(`the overlay for sidecar '${sidecar}' is ${jsonOf(overlay)}: pass an object with fields of a container, for example { tty: true }`);
  }
  const fixed = FIXED.find(field => Object.keys(overlay).some(key => key.toLowerCase() === field.toLowerCase()));
  if (fixed) {
    throw new Error(`the overlay for sidecar '${sidecar}' sets '${fixed}', which cannot change: remove it from the overlay`);
  }
  for (const key of Object.keys(overlay)) {
    const field = CONTAINER_FIELDS.find(known => known !== key && known.toLowerCase() === key.toLowerCase());
    if (field !== undefined) {
      throw new Error(`the overlay for sidecar '${sidecar}' sets '${key}', which is not a field of a container: set '${field}'`);
    }
  }
}

/** Reads the path of a field to remove: `resources.limits.cpu`, or a JSON pointer where a key contains a dot. Throws when it names no field that can be removed. */
export function removal(sidecar: string, path: string): RawChange {
  const steps = typeof path !== 'string' ? [] : path.startsWith('/')
    ? path.slice(1).split('/').map(step => step.replace(/~1/g, '/').replace(/~0/g, '~'))
    : path.split('.');
  if (steps.length === 0 || steps.some(step => step === '')) {
    throw refusal`${memberName('removeField')} of sidecar '${sidecar}' got ${jsonOf(path)}: pass the path of a field, for example 'securityContext.readOnlyRootFilesystem'`;
  }
  if (FIXED.includes(steps[0])) {
    throw refusal`${memberName('removeField')} of sidecar '${sidecar}' got '${steps[0]}', which cannot change: keep it`;
  }
  return { remove: steps, as: path };
}

/** The container with all raw changes, and a sentence for each field to remove that is not there. */
export function changeRaw(sidecar: string, container: any, changes: readonly RawChange[]): { readonly container: any; readonly problems: string[] } {
  const problems: string[] = [];
  let result = container;
  for (const change of changes) {
    if ('overlay' in change) {
      result = overlayJson(result, change.overlay);
    } else if (hasField(result, change.remove)) {
      result = without(result, change.remove);
    } else {
      problems.push(`removeField('${change.as}') of sidecar '${sidecar}' finds no such field: compare the path with the container in the YAML, or remove the call`);
    }
  }
  return { container: result, problems };
}

function hasField(value: any, [key, ...rest]: readonly string[]): boolean {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere && (rest.length === 0 || hasField(value[key], rest));
}

function without(value: any, [key, ...rest]: readonly string[]): any {
  const copy: any = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) {
    copy[key] = without(copy[key], rest);
  } else if (Array.isArray(copy)) {
    copy.splice(Number(key), 1);
  } else {
    delete copy[key];
  }
  return copy;
}
