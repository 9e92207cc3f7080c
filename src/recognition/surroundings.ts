import { isNear } from './nearness';
import { isPartial } from './partial';
import { PatchIndex } from './patch-index';
import { WorkloadPatch } from './patches';
import { KINDS, pairText } from './surrounding-kinds';
import { follow, isObject, JsonObject } from '../data/json';
import { templatePlaces } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** What a selector looks at. */
export type Selected = Pick<PodModel, 'namespace' | 'metadata'>;

/** An object that is rendered only if it is found. The outline has its kind, its namespace, and what it is found by. */
export class OutlinedObject {
  /** @param render renders the object, or remembers how it is rendered: it is called each time that the object is found */
  constructor(public readonly outline: JsonObject, private readonly render: () => unknown) {}

  public get object(): unknown {
    return this.render();
  }
}

type Indexed = JsonObject | OutlinedObject;

/** Objects by kind, then by namespace and what they are found by. */
interface Index {
  readonly byKind: ReadonlyMap<string, ReadonlyMap<string, Indexed[]>>;
  readonly files: ReadonlyMap<JsonObject, string>;
  readonly patches: PatchIndex;
}

/** The other objects of the same input: those that a pod mounts, and those that select it. */
export class Surroundings {
  /** No other objects are known. */
  public static readonly NONE = new Surroundings([]);

  private index: () => Index;
  private file?: string;

  /**
   * @param objects all objects of the input, a `List` as its items; or how to collect them when they are first asked for
   * @param files the file of each object, where that is known
   */
  public constructor(objects: readonly unknown[] | (() => readonly unknown[]), files: readonly string[] = []) {
    let index: Index | undefined;
    this.index = () => {
      index ??= indexOf(typeof objects === 'function' ? objects() : objects, files);
      return index;
    };
  }

  /**
   * The same surroundings as a pod of that file sees them: only what is near, and of several objects of one kind and name, as in the overlays of a repository, only the nearest
   * counts, in the file itself or else in the nearest folder.
   */
  public near(file: string): Surroundings {
    const view = new Surroundings([]);
    view.index = this.index;
    view.file = file;
    return view;
  }

  /** Whether there are any ConfigMaps. */
  public get hasConfigMaps(): boolean {
    return this.index().byKind.has('ConfigMap');
  }

  /** The ConfigMap of that name in the pod's namespace. */
  public configMap(pod: PodModel, name: string): JsonObject | undefined {
    return this.find('ConfigMap', pod, name)[0];
  }

  /** The Namespace of the pod. */
  public namespace(pod: Pick<PodModel, 'namespace'>): JsonObject | undefined {
    return this.find('Namespace', {}, pod.namespace ?? DEFAULT_NAMESPACE)[0];
  }

  /** The ServiceAccount that the pod runs as. */
  public serviceAccount(pod: PodModel): JsonObject | undefined {
    return this.find('ServiceAccount', pod, accountOf(pod))[0];
  }

  /** The RoleBindings of the pod's ServiceAccount, each with its Role where the input has it. */
  public roleBindings(pod: PodModel): { readonly binding: JsonObject; readonly role?: JsonObject }[] {
    return this.find('RoleBinding', pod, accountOf(pod)).map(binding => ({ binding, role: this.find('Role', pod, String(follow(binding, ['roleRef', 'name'])))[0] }));
  }

  /** The Services whose selector matches the pod. */
  public services(pod: Selected): JsonObject[] {
    return this.selecting('Service', pod, ['spec', 'selector']);
  }

  /** The NetworkPolicies that apply to the pod. */
  public networkPolicies(pod: PodModel): JsonObject[] {
    return this.selecting('NetworkPolicy', pod, ['spec', 'podSelector', 'matchLabels']);
  }

  /** The PodMonitors that scrape the pod. */
  public podMonitors(pod: PodModel): JsonObject[] {
    return this.selecting('PodMonitor', pod, ['spec', 'selector', 'matchLabels']);
  }

  /** The HorizontalPodAutoscalers of the pod's workload. */
  public horizontalAutoscalers(pod: PodModel): JsonObject[] {
    return this.find('HorizontalPodAutoscaler', pod, `${pod.kind}/${pod.name}`);
  }

  /** The VerticalPodAutoscalers of the pod's workload. */
  public verticalAutoscalers(pod: PodModel): JsonObject[] {
    return this.find('VerticalPodAutoscaler', pod, `${pod.kind}/${pod.name}`);
  }

  /** The patches of the pod's workload. */
  public patches(pod: PodModel): WorkloadPatch[] {
    return this.index().patches.of(pod.kind, pod.name, this.file);
  }

  /** The images that Kustomizations of the input put in the place of one. */
  public imagesFor(image: string): string[] {
    return this.index().patches.imagesFor(image, this.file);
  }

  /**
   * Whether a manifest of the file is a patch: a workload of a file that a Kustomization names as one, or only a part of a workload.
   *
   * `check` skips it, `migrate` refuses it, and `explain` prefers the workload that it patches. All of them ask here.
   */
  public isPatch(manifest: JsonObject, kinds?: WorkloadKinds): boolean {
    const isNamed = this.file !== undefined && this.index().patches.isPatch(this.file);
    return isNamed ? templatePlaces(manifest, kinds).length > 0 : isPartial(manifest, kinds);
  }

  private find(kind: string, pod: Pick<PodModel, 'namespace'>, key: string): JsonObject[] {
    const { byKind, files, patches: { kustomizations } } = this.index();
    const indexed = byKind.get(kind)?.get(`${pod.namespace ?? DEFAULT_NAMESPACE}/${key}`) ?? [];
    const all = indexed.map(one => (one instanceof OutlinedObject ? one.object : one)).filter(isObject);
    const { file } = this;
    const isConcerned = (place: string, own: string) => isNear(place, own) || kustomizations.areTogether(place, own);
    const found = file === undefined ? all : all.filter(object => isConcerned(files.get(object) ?? '', file));
    return found.length > 1 && file !== undefined ? this.nearest(found, file) : found;
  }

  /** Of objects of one name, the nearest. */
  private nearest(found: readonly JsonObject[], file: string): JsonObject[] {
    const { files } = this.index();
    const byName = new Map<unknown, JsonObject>();
    for (const object of found) {
      const name = follow(object, ['metadata', 'name']);
      const rival = byName.get(name);
      if (!rival || closeness(files.get(object), file) > closeness(files.get(rival), file)) {
        byName.set(name, object);
      }
    }
    return [...byName.values()];
  }

  /** Each object is indexed by one pair of its selector, so only those that share a label with the pod are looked at. */
  private selecting(kind: string, pod: Selected, path: readonly string[]): JsonObject[] {
    if (!this.index().byKind.has(kind)) {
      return [];
    }
    const labels: unknown = pod.metadata.labels;
    const pairs = isObject(labels) ? Object.entries(labels).map(([key, value]) => pairText(key, value)) : [];
    return ['', ...pairs].flatMap(pair => this.find(kind, pod, pair)).filter(object => matches(follow(object, path), labels));
  }
}

const DEFAULT_NAMESPACE = 'default';
const DEFAULT_SERVICE_ACCOUNT = 'default';

function indexOf(objects: readonly unknown[], files: readonly string[]): Index {
  const byKind = new Map<string, Map<string, Indexed[]>>();
  const fileOf = new Map<JsonObject, string>();
  objects.forEach((given, position) => {
    const object = given instanceof OutlinedObject ? given.outline : given;
    const keysOf = isObject(object) ? KINDS.get(String(object.kind)) : undefined;
    if (keysOf && isObject(object)) {
      fileOf.set(object, files[position] ?? '');
      const kind = String(object.kind);
      const index = byKind.get(kind) ?? new Map<string, Indexed[]>();
      byKind.set(kind, index);
      for (const key of keysOf(object)) {
        const full = `${kind === 'Namespace' ? DEFAULT_NAMESPACE : namespaceOf(object)}/${key}`;
        const list = index.get(full) ?? [];
        index.set(full, list);
        list.push(given instanceof OutlinedObject ? given : object);
      }
    }
  });
  // An outline is that of an object that patches nothing.
  const whole = objects.map(object => object instanceof OutlinedObject ? undefined : object);
  return { byKind, files: fileOf, patches: new PatchIndex(whole, files) };
}

function matches(selector: unknown, labels: unknown): boolean {
  return !isObject(selector) || Object.entries(selector).every(([key, value]) => isObject(labels) && String(labels[key]) === String(value));
}

/** How many folders two files share; one more when they are one file. */
function closeness(one: string | undefined, other: string): number {
  const [steps, others] = [(one ?? '').split('/'), other.split('/')];
  const parted = steps.findIndex((step, index) => step !== others[index]);
  return parted < 0 ? steps.length : parted;
}

function namespaceOf(object: JsonObject): string {
  const namespace = follow(object, ['metadata', 'namespace']);
  return typeof namespace === 'string' ? namespace : DEFAULT_NAMESPACE;
}

/** The name of the service account that a pod runs as; the field has an old name, too. */
export function accountOf({ spec }: PodModel): string {
  return String(spec.serviceAccountName ?? spec.serviceAccount ?? DEFAULT_SERVICE_ACCOUNT);
}

/** Whether a Service routes requests to pods: clients of a headless one choose a pod themselves. */
export function balances({ spec }: JsonObject): boolean {
  return spec?.clusterIP !== 'None';
}
