import { ContainerRole, Pod } from './pod';
import { add, containerNeeds, keep, max, podLevelNeeds, podOverhead, replace, ResourceList, ResourceNeeds } from './resource-list';

/** The quality of service that Kubernetes gives a pod: who is evicted first, and who may be throttled. */
export enum QosClass {
  /** Every container has equal requests and limits of cpu and memory. It is evicted last. */
  GUARANTEED = 'Guaranteed',
  /** Some container asks for cpu or memory, or has a limit. */
  BURSTABLE = 'Burstable',
  /** No container says anything about cpu or memory. It is evicted first. */
  BEST_EFFORT = 'BestEffort',
}

/** The resources that decide on the quality of service. */
const QOS_RESOURCES: readonly string[] = ['cpu', 'memory'];

/** What a container asks for, with the part that it plays. */
interface ContainerShare extends ResourceNeeds {
  readonly role: ContainerRole;
}

/**
 * What a pod as a whole asks its node for, which is what the scheduler and quotas count.
 *
 * Native sidecars are counted beside the app and beside each init container that starts after them; an init container alone counts only if it needs more than all
 * that runs later. A container without a limit adds nothing to the limits, it does not make them unlimited. Requests and limits of the pod itself, honored by default
 * since Kubernetes 1.34, take the place of what the containers add up to.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
export class EffectiveResources {
  /**
   * Adds up what the pod asks for.
   *
   * Throws when a quantity is malformed, and says where it stands.
   *
   * @param pod the pod to look at
   */
  public static of(pod: Pod): EffectiveResources {
    return new EffectiveResources(pod, sharesOf(pod));
  }

  /**
   * Adds up what the pod would ask for if its native sidecars were not there: the difference is what they cost.
   *
   * Throws when a quantity is malformed, and says where it stands.
   *
   * @param pod the pod to look at
   */
  public static withoutSidecars(pod: Pod): EffectiveResources {
    return new EffectiveResources(pod, sharesOf(pod).filter(share => share.role !== ContainerRole.SIDECAR));
  }

  /** What the node must have free, by resource, in Kubernetes' canonical form: `{ cpu: '250m', memory: '256Mi' }`. */
  public readonly requests: { [resource: string]: string };
  /** What the pod may use at most, by resource. A resource without any limit is not listed. */
  public readonly limits: { [resource: string]: string };
  /** The pod's quality of service. */
  public readonly qosClass: QosClass;

  private constructor(pod: Pod, shares: readonly ContainerShare[]) {
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

function sharesOf(pod: Pod): ContainerShare[] {
  return pod.containers.map(container => ({ role: container.role, ...containerNeeds(pod, container) }));
}

/** The most that runs at one time: the app with all sidecars, or an init container with the sidecars that started before it. */
function aggregate(shares: readonly ContainerShare[], listOf: (share: ContainerShare) => ResourceList): ResourceList {
  // The app comes first because a sum is written like its first part.
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

/** What the pod itself says, with requests for what has only a limit: what the containers ask for, else the limit. */
function withDefaults(said: ResourceNeeds, ofContainers: ResourceList): ResourceNeeds {
  const requests = keep(said.requests, isPodLevelResource);
  const limits = keep(said.limits, isPodLevelResource);
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
  const isSaid = (list: ResourceList) => QOS_RESOURCES.some(name => list.get(name)?.isPositive);
  if (!parts.some(part => isSaid(part.requests) || isSaid(part.limits))) {
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
