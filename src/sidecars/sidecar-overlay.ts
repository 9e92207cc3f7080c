import { isObject } from '../data/json';

/** Refuses an overlay that is not an object, or that changes the identity of the sidecar. */
export function checkOverlay(sidecar: string, overlay: any): void {
  if (!isObject(overlay)) {
    throw new Error(`the overlay for sidecar '${sidecar}' is ${JSON.stringify(overlay)}: pass an object with fields of a container, for example { tty: true }`);
  }
  const fixed = ['name', 'restartPolicy'].find(field => Object.hasOwn(overlay, field));
  if (fixed) {
    throw new Error(`the overlay for sidecar '${sidecar}' sets '${fixed}', which cannot change: remove it from the overlay`);
  }
}
