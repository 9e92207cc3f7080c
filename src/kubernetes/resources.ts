import { ContainerRole, PodModel } from './pod';
import { add, containerNeeds, keep, max, podLevelNeeds, podOverhead, replace, ResourceList, ResourceNeeds } from './resource-list';
import { checkValue, POD, required } from '../data/arguments';
import { inTypeScript } from '../data/language';

/** The quality of service class of a pod, which decides when Kubernetes evicts it. */
export enum QosClass {
  /** Every container has equal requests and limits for cpu and memory. Kubernetes evicts the pod last. */
  GUARANTEED = 'Guaranteed',
  /** At least one container has a request or limit for cpu or memory. */
  BURSTABLE = 'Burstable',
  /** No container has a request or limit for cpu or memory. Kubernetes evicts the pod first. */
  BEST_EFFORT = 'BestEffort',
}

/** The resources that decide the quality of service class. */
const QOS_RESOURCES: readonly string[] = ['cpu', 'memory'];

/** The requests and limits of a container, with its role. */
interface ContainerShare extends ResourceNeeds {
  readonly role: ContainerRole;
}

/**
 * Computes the requests and limits of a pod as a whole, as the scheduler and quotas count them.
 *
 * Native sidecars count together with the app, and with each init container that starts after them. A regular init container counts only if it needs more than all
 * containers that run later. A container without a limit adds nothing to the limits; it does not make them unlimited. Pod-level requests and limits, which Kubernetes
 * honors by default since 1.34, replace the sums of the containers.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
export class EffectiveResources {
  /**
   * Adds up the requests and limits of a pod.
   *
   * Throws if a quantity is malformed, and names its field.
   *
   * @param pod the pod
   */
  public static of(pod: PodModel): EffectiveResources {
    return new EffectiveResources(pod, sharesOf(pod));
  }

  /**
   * Adds up the requests and limits of a pod without its native sidecars: the difference is the cost of the sidecars.
   *
   * Throws if a quantity is malformed, and names its field.
   *
   * @param pod the pod
   */
  public static withoutSidecars(pod: PodModel): EffectiveResources {
    return new EffectiveResources(pod, sharesOf(pod).filter(share => share.role !== ContainerRole.SIDECAR));
  }

  /** The requests by resource, in Kubernetes' canonical form: `{ cpu: '250m', memory: '256Mi' }`. */
  public readonly requests: { [resource: string]: string };
  /** The limits by resource. Omits resources without a limit. */
  public readonly limits: { [resource: string]: string };
  /** The pod's quality of service class. */
  public readonly qosClass: QosClass;

  private constructor(pod: PodModel, shares: readonly ContainerShare[]) {
    const requests = aggregate(shares, share => share.requests);
    const limits = aggregate(shares, share => share.limits);
    const podLevel = withDefaults(podLevelNeeds(pod), requests);
    const overhead = podOverhead(pod);
    const limited = replace(limits, podLevel.limits);
    this.requests = toTexts(add(replace(requests, podLevel.requests), overhead));
    this.limits = toTexts(add(limited, keep(overhead, name => limited.get(name)?.isPositive ?? false)));
    this.qosClass = qosClass(podLevel.requests.size + podLevel.limits.size > 0 ? [podLevel] : shares);
  }
}

function sharesOf(pod: PodModel): ContainerShare[] {
  checkValue('the pod whose resources are added up', pod, required(POD), inTypeScript);
  return pod.containers.map(container => ({ role: container.role, ...containerNeeds(pod, container) }));
}

/** The most that runs at one time: the app with all sidecars, or an init container with the sidecars that started before it. */
function aggregate(shares: readonly ContainerShare[], listOf: (share: ContainerShare) => ResourceList): ResourceList {
  // The app comes first because a sum keeps the notation of its first part.
  let running = shares.filter(share => share.role === ContainerRole.MAIN).map(listOf).reduce(add, new Map());
  let sidecars: ResourceList = new Map();
  let peak: ResourceList = new Map();
  for (const share of shares.filter(candidate => candidate.role !== ContainerRole.MAIN)) {
    if (share.role === ContainerRole.SIDECAR) {
      running = add(running, listOf(share));
      sidecars = add(sidecars, listOf(share));
    } else {
      peak = max(peak, add(listOf(share), sidecars));
    }
  }
  return max(running, peak);
}

/** The pod-level values. A resource with only a limit requests what the containers request, or else the limit. */
function withDefaults(podLevel: ResourceNeeds, ofContainers: ResourceList): ResourceNeeds {
  const requests = keep(podLevel.requests, isPodLevelResource);
  const limits = keep(podLevel.limits, isPodLevelResource);
  if (limits.size === 0) {
    return { requests, limits };
  }
  const inherited = keep(ofContainers, name => QOS_RESOURCES.includes(name));
  return { requests: replace(replace(limits, inherited), requests), limits };
}

function isPodLevelResource(name: string): boolean {
  return QOS_RESOURCES.includes(name) || name.startsWith('hugepages-');
}

function qosClass(parts: readonly ResourceNeeds[]): QosClass {
  const isSet = (list: ResourceList) => QOS_RESOURCES.some(name => list.get(name)?.isPositive);
  if (!parts.some(part => isSet(part.requests) || isSet(part.limits))) {
    return QosClass.BEST_EFFORT;
  }
  return parts.every(isGuaranteed) ? QosClass.GUARANTEED : QosClass.BURSTABLE;
}

function isGuaranteed(part: ResourceNeeds): boolean {
  return QOS_RESOURCES.every(name => {
    const limit = part.limits.get(name);
    return limit !== undefined && limit.isPositive && part.requests.get(name)?.compare(limit) === 0;
  });
}

/** Sorted by name, as Kubernetes prints them. */
function toTexts(list: ResourceList): { [resource: string]: string } {
  const names = [...list.keys()].sort();
  return Object.fromEntries(names.map(name => [name, String(list.get(name))]));
}
