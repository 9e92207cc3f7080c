import { mergeResources, PlacedContainer } from './injection';
import { JsonObject } from '../../data/json';

/** The annotations by which a pod chooses the resources of its proxy. */
export interface ResourceAnnotations {
  /** The containers that they apply to. */
  readonly containers: readonly string[];
  /** Annotations by resource: `{ cpu: 'sidecar.istio.io/proxyCPU' }`. */
  readonly requests: { readonly [resource: string]: string };
  readonly limits: { readonly [resource: string]: string };
  /** Whether one of them replaces all of the mesh's own requests and limits, and not only its own. */
  readonly replaceAll: boolean;
}

/** An injected container with the resources that the pod's annotations give it. */
export function withAnnotatedResources<T extends PlacedContainer>(injected: T, keys: ResourceAnnotations | undefined, annotations: JsonObject): T {
  const { container } = injected;
  if (!keys || !keys.containers.includes(container.name)) {
    return injected;
  }
  const [requests, limits] = [keys.requests, keys.limits].map(list => valuesOf(list, annotations));
  if (Object.keys(requests).length + Object.keys(limits).length === 0) {
    return injected;
  }
  return { ...injected, container: { ...container, resources: mergeResources(keys.replaceAll ? {} : container.resources, { requests, limits }) } };
}

function valuesOf(keys: { readonly [resource: string]: string }, annotations: JsonObject): { readonly [resource: string]: string } {
  const written = Object.entries(keys).filter(([, key]) => annotations[key] !== undefined);
  return Object.fromEntries(written.map(([resource, key]) => [resource, String(annotations[key])]));
}
