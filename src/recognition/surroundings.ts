import { follow, isObject, JsonObject } from '../lifecycle/manifest';
import { Pod } from '../lifecycle/pod';

/** The other objects of the same input: what a pod mounts, and what points at it. */
export class Surroundings {
  /** Nothing is known about what stands beside the pod. */
  public static readonly NONE = new Surroundings([]);

  private readonly byKind = new Map<string, Map<string, JsonObject[]>>();

  /** @param objects all objects of the input; a `List` is given as its items */
  public constructor(objects: readonly unknown[]) {
    for (const object of objects) {
      if (isObject(object) && KINDS.has(String(object.kind))) {
        this.add(object, keysOf(object));
      }
    }
  }

  /** Whether there are any ConfigMaps. */
  public get hasConfigMaps(): boolean {
    return this.byKind.has('ConfigMap');
  }

  /** The ConfigMap of that name in the pod's namespace. */
  public configMap(pod: Pod, name: string): JsonObject | undefined {
    return this.find('ConfigMap', pod, name)[0];
  }

  /** The Services whose selector matches the pod. */
  public services(pod: Pod): JsonObject[] {
    return this.selecting('Service', pod, ['spec', 'selector']);
  }

  /** The NetworkPolicies that apply to the pod. */
  public networkPolicies(pod: Pod): JsonObject[] {
    return this.selecting('NetworkPolicy', pod, ['spec', 'podSelector', 'matchLabels']);
  }

  /** The PodMonitors that scrape the pod. */
  public podMonitors(pod: Pod): JsonObject[] {
    return this.selecting('PodMonitor', pod, ['spec', 'selector', 'matchLabels']);
  }

  /** The HorizontalPodAutoscalers of the pod's workload. */
  public horizontalAutoscalers(pod: Pod): JsonObject[] {
    return this.find('HorizontalPodAutoscaler', pod, `${pod.kind}/${pod.name}`);
  }

  /** The VerticalPodAutoscalers of the pod's workload. */
  public verticalAutoscalers(pod: Pod): JsonObject[] {
    return this.find('VerticalPodAutoscaler', pod, `${pod.kind}/${pod.name}`);
  }

  private add(object: JsonObject, keys: readonly string[]): void {
    const kind = String(object.kind);
    const index = this.byKind.get(kind) ?? new Map<string, JsonObject[]>();
    this.byKind.set(kind, index);
    for (const key of keys) {
      const full = `${namespaceOf(object)}/${key}`;
      const list = index.get(full) ?? [];
      index.set(full, list);
      list.push(object);
    }
  }

  private find(kind: string, pod: Pod, key: string): JsonObject[] {
    return this.byKind.get(kind)?.get(`${pod.namespace ?? DEFAULT_NAMESPACE}/${key}`) ?? [];
  }

  /** Each object is indexed by one pair of its selector, so only those that share a label with the pod are looked at. */
  private selecting(kind: string, pod: Pod, path: readonly string[]): JsonObject[] {
    if (!this.byKind.has(kind)) {
      return [];
    }
    const labels: unknown = pod.metadata.labels;
    const pairs = isObject(labels) ? Object.entries(labels).map(([key, value]) => pairText(key, value)) : [];
    return ['', ...pairs].flatMap(pair => this.find(kind, pod, pair)).filter(object => matches(follow(object, path), labels));
  }
}

const DEFAULT_NAMESPACE = 'default';

/** How each kind is found again. */
const KINDS: ReadonlyMap<string, (object: JsonObject) => string[]> = new Map([
  ['ConfigMap', object => [String(follow(object, ['metadata', 'name']))]],
  ['Service', object => selectorKeys(follow(object, ['spec', 'selector']), false)],
  ['NetworkPolicy', object => selectorKeys(follow(object, ['spec', 'podSelector', 'matchLabels']), true)],
  ['PodMonitor', object => selectorKeys(follow(object, ['spec', 'selector', 'matchLabels']), true)],
  ['HorizontalPodAutoscaler', object => targetKeys(follow(object, ['spec', 'scaleTargetRef']))],
  ['VerticalPodAutoscaler', object => targetKeys(follow(object, ['spec', 'targetRef']))],
]);

function keysOf(object: JsonObject): string[] {
  return KINDS.get(String(object.kind))!(object);
}

/** One pair of a selector is enough to find it by; a Service without a selector selects nothing, a policy without one everything. */
function selectorKeys(selector: unknown, emptyIsAll: boolean): string[] {
  const [first] = isObject(selector) ? Object.entries(selector) : [];
  return first ? [pairText(first[0], first[1])] : emptyIsAll ? [''] : [];
}

function targetKeys(target: unknown): string[] {
  return isObject(target) ? [`${target.kind}/${target.name}`] : [];
}

function pairText(key: string, value: unknown): string {
  return `${key}=${String(value)}`;
}

function matches(selector: unknown, labels: unknown): boolean {
  return !isObject(selector) || Object.entries(selector).every(([key, value]) => isObject(labels) && String(labels[key]) === String(value));
}

function namespaceOf(object: JsonObject): string {
  const namespace = follow(object, ['metadata', 'namespace']);
  return typeof namespace === 'string' ? namespace : DEFAULT_NAMESPACE;
}
