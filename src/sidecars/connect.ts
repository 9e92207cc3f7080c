import * as kplus from 'cdk8s-plus-28';
import { shown } from '../data/arguments';
import { isObject } from '../data/json';

/** Stands for all containers that can use a sidecar. No container can have this name. */
export const ALL_CONTAINERS = '*';

/** What a container gets to use a sidecar. */
export interface Connection {
  readonly variables?: { readonly [name: string]: string };
  /** The property of the sidecar that gives the variables other names, in quotes. */
  readonly renamedBy?: string;
  /** A volume of the sidecar, at the same path in both. */
  readonly mount?: { readonly volume: kplus.Volume; readonly path: string; readonly readOnly?: boolean };
}

/** The name of the container that a caller of `connect` means; undefined for the first main container. Whether the pod has it is judged at synth. */
export function connectedName(sidecar: string, container: unknown): string | undefined {
  if (container !== undefined && container !== null && typeof container !== 'string') {
    const name = isObject(container) && typeof container.name === 'string' && typeof container.image === 'string' ? `, here '${container.name}'` : '';
    throw new Error(`'${sidecar}' cannot connect ${shown(container)}: pass the name of a container${name}`);
  }
  return container ?? undefined;
}
