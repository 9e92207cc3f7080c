import { ContainerRole, PodModel, PodContainer } from './pod';
import { Quantity, QUANTITY_HINT, showValue } from './quantity';
import { InputError } from '../data/input-error';
import { isObject } from '../data/json';
import { DataPath, formatPath } from '../data/path';

/** Quantities by the name of the resource. */
export type ResourceList = ReadonlyMap<string, Quantity>;

/** The requests and limits of a container, or of a pod as a whole. */
export interface ResourceNeeds {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** Reads the requests and limits of a container; a missing request defaults to the limit, as in the API server. */
export function containerNeeds(pod: PodModel, container: PodContainer): ResourceNeeds {
  const ofContainer = ` of container '${container.name}'`;
  const { requests, limits } = readNeeds(pod, container.spec.resources, [...containerPath(pod, container), 'resources'], ofContainer);
  return { requests: replace(limits, requests), limits };
}

/** Reads the pod-level requests and limits, `spec.resources`. */
export function podLevelNeeds(pod: PodModel): ResourceNeeds {
  return readNeeds(pod, pod.spec.resources, pod._pathTo(['resources']), '');
}

/** Reads the overhead of the pod, which is added to its containers. */
export function podOverhead(pod: PodModel): ResourceList {
  return readList(pod, pod.spec.overhead, pod._pathTo(['overhead']), '');
}

/** Adds two lists; a sum keeps the notation of its first part. */
export function add(list: ResourceList, other: ResourceList): ResourceList {
  return merge(list, other, (mine, theirs) => mine.plus(theirs));
}

/** Takes the larger amount of each resource. */
export function max(list: ResourceList, other: ResourceList): ResourceList {
  return merge(list, other, (mine, theirs) => mine.max(theirs));
}

/** Takes the second list's amount where it has one. */
export function replace(list: ResourceList, other: ResourceList): ResourceList {
  return merge(list, other, (_mine, theirs) => theirs);
}

/** Keeps the resources that a test accepts. */
export function keep(list: ResourceList, accepts: (name: string, amount: Quantity) => boolean): ResourceList {
  return new Map([...list].filter(([name, amount]) => accepts(name, amount)));
}

function merge(list: ResourceList, other: ResourceList, both: (mine: Quantity, theirs: Quantity) => Quantity): ResourceList {
  const merged = new Map(list);
  for (const [name, theirs] of other) {
    const mine = list.get(name);
    merged.set(name, mine ? both(mine, theirs) : theirs);
  }
  return merged;
}

function containerPath(pod: PodModel, container: PodContainer): DataPath {
  const isMain = container.role === ContainerRole.MAIN;
  const siblings = pod.containers.filter(sibling => (sibling.role === ContainerRole.MAIN) === isMain);
  return pod._pathTo([isMain ? 'containers' : 'initContainers', siblings.indexOf(container)]);
}

function readNeeds(pod: PodModel, value: unknown, path: DataPath, owner: string): ResourceNeeds {
  const resources = objectAt(pod, value, path, owner, 'an object with requests and limits');
  return {
    requests: readList(pod, resources.requests, [...path, 'requests'], owner),
    limits: readList(pod, resources.limits, [...path, 'limits'], owner),
  };
}

function readList(pod: PodModel, value: unknown, path: DataPath, owner: string): ResourceList {
  const list = objectAt(pod, value, path, owner, 'an object of quantities, such as { cpu: 250m, memory: 64Mi }');
  return new Map(Object.entries(list)
    .filter(([, amount]) => amount !== undefined)
    .map(([name, amount]) => [name, readAmount(pod, amount, [...path, name], owner)]));
}

function readAmount(pod: PodModel, value: unknown, path: DataPath, owner: string): Quantity {
  const amount = Quantity.tryParse(value);
  if (!amount) {
    throw new InputError(path, `${pod.title}: '${textOf(path)}'${owner} is ${showValue(value)}: write ${QUANTITY_HINT}`);
  }
  if (amount.isNegative) {
    throw new InputError(path, `${pod.title}: '${textOf(path)}'${owner} is ${showValue(value)}, but a resource cannot be negative: write 0 or more, such as 250m or 64Mi`);
  }
  return amount.roundUpToMilli();
}

/** Resources are named like `nvidia.com/gpu`, which needs no quotes where it comes last. */
function textOf(path: DataPath): string {
  return `${formatPath(path.slice(0, -1))}.${path[path.length - 1]}`;
}

function objectAt(pod: PodModel, value: unknown, path: DataPath, owner: string, wanted: string): { readonly [key: string]: unknown } {
  if (value === undefined || value === null) {
    return {};
  }
  if (!isObject(value)) {
    throw new InputError(path, `${pod.title}: '${textOf(path)}'${owner} is ${showValue(value)}: write ${wanted}`);
  }
  return value;
}
