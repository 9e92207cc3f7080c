import type { ProbedContainer } from './probe-rewriting';
import { isObject, JsonObject, listOf } from '../../data/json';

/** Where an injector puts a container into a pod. */
export enum InjectedPlace {
  /** In front of all init containers, so that it starts before everything of the user's and, when it is native, stops after it. */
  FIRST = 'first',
  /** Behind all init containers: they run before it, and a native sidecar among them also outlives it. */
  LAST = 'last',
  /** Among the app's containers, in front of them: a sidecar that is not native. A postStart hook of it holds the app back. */
  MAIN_FIRST = 'main-first',
  /** Among the app's containers, behind them: a sidecar that is not native. */
  MAIN = 'main',
}

/** A container that an injector adds, and where. */
export interface PlacedContainer {
  /** The container as Kubernetes JSON, with what matters to a pod's life. */
  readonly container: JsonObject;
  readonly place: InjectedPlace;
}

/** A container that an injector adds, and how long it may take to stop. */
export interface InjectedProxy extends PlacedContainer {
  /** How many seconds after its stop signal it may still run. */
  readonly shutdownSeconds: number;
}

/** What an injector does to a pod. */
export interface Injection<T extends PlacedContainer = PlacedContainer> {
  /** What it adds; containers for the same place in their order. */
  readonly injected: readonly T[];
  /** A container of the pod with its probes pointed at the proxy; undefined where the injector leaves probes alone. */
  readonly rewriteProbes?: (container: JsonObject, place: ProbedContainer) => JsonObject;
  /** The image of a container in the pod that only changes the injected one of its name. */
  readonly patchImage?: string;
}

/** The pod's spec as an injector leaves it; the given one is not changed. A container that the pod has already, by its name, is left as it is. */
export function injectInto(podSpec: JsonObject, injection: Injection): JsonObject {
  const { rewriteProbes = container => container, patchImage } = injection;
  const [inits, mains] = [listOf(podSpec.initContainers), listOf(podSpec.containers)];
  const toAdd = containersToAdd(podSpec, injection);
  const patches = new Map([...inits, ...mains].filter(container => isPatch(container, patchImage)).map(container => [container.name, container]));
  const patched = (container: JsonObject) => withPatch(container, patches.get(container.name));
  const added = (place: InjectedPlace) => toAdd.filter(one => one.place === place).map(one => patched(one.container));
  const isOwn = (container: JsonObject) => !toAdd.some(one => one.container.name === container.name);
  const own = (list: readonly JsonObject[]) => list.filter(isOwn)
    .map((container, index) => rewriteProbes(container, { isMain: list === mains, index }));
  const initContainers = [...added(InjectedPlace.FIRST), ...own(inits), ...added(InjectedPlace.LAST)];
  return structuredClone({
    ...podSpec,
    ...(initContainers.length > 0 ? { initContainers } : {}),
    containers: [...added(InjectedPlace.MAIN_FIRST), ...own(mains), ...added(InjectedPlace.MAIN)],
  });
}

function withPatch(container: JsonObject, patch: JsonObject | undefined): JsonObject {
  const resources = patch?.resources === undefined ? {} : { resources: mergeResources(container.resources, patch.resources) };
  return { ...container, ...patch, ...resources };
}

/** Resources with some of them changed, as Kubernetes merges a patch. */
export function mergeResources(resources: unknown, patch: unknown): JsonObject {
  const [own, changed] = [resources, patch].map(one => isObject(one) ? one : {});
  const fields = [...new Set([...Object.keys(own), ...Object.keys(changed)])];
  const merged = (field: string) => isObject(changed[field]) ? { ...own[field], ...changed[field] } : changed[field] ?? own[field];
  return Object.fromEntries(fields.map(field => [field, merged(field)]));
}

/** What an injector adds to a pod: all but what the pod has already, by its name. */
export function containersToAdd<T extends PlacedContainer>(podSpec: JsonObject, { injected, patchImage }: Injection<T>): T[] {
  const own = [...listOf(podSpec.initContainers), ...listOf(podSpec.containers)].filter(container => !isPatch(container, patchImage));
  return injected.filter(one => !own.some(container => container.name === one.container.name));
}

function isPatch(container: JsonObject, patchImage: string | undefined): boolean {
  return patchImage !== undefined && container.image === patchImage;
}
