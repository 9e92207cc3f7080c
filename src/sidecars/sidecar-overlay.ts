import { isObject } from '../data/json';

/** Refuses an overlay that is no part of a container, or that changes what makes it this sidecar. */
export function checkOverlay(sidecar: string, overlay: any): void {
  if (!isObject(overlay)) {
    throw new Error(`an overlay for sidecar '${sidecar}' must be part of a container, such as { tty: true }, it is ${JSON.stringify(overlay)}`);
  }
  const fixed = ['name', 'restartPolicy'].find(field => Object.hasOwn(overlay, field));
  if (fixed) {
    throw new Error(`an overlay cannot change '${fixed}' of sidecar '${sidecar}': leave it out`);
  }
}
