import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { synthMemory } from './synth-memory';
import { isObject, JsonObject } from '../data/json';

interface KnownService {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly selector: readonly (readonly [string, string])[];
}

/** Services by one of the labels that they select by. */
type ServiceIndex = ReadonlyMap<string, readonly KnownService[]>;

const INDEX_KEY = Symbol('services of the app');

/** Finds a Service of the same app that sends requests to pods with these labels. */
export function serviceInFrontOf(construct: IConstruct, namespace: string | undefined, labels: JsonObject): string | undefined {
  const index = synthMemory(construct).remember(INDEX_KEY, () => indexServices(construct.node.root));
  for (const [label, value] of Object.entries(labels)) {
    const service = index.get(`${label}=${value}`)?.find(candidate =>
      candidate.namespace === namespace && candidate.selector.every(([key, wanted]) => labels[key] === wanted));
    if (service) {
      return service.name;
    }
  }
  return undefined;
}

function indexServices(root: IConstruct): ServiceIndex {
  const index = new Map<string, KnownService[]>();
  for (const construct of root.node.findAll()) {
    const service = ApiObject.isApiObject(construct) && construct.kind === 'Service' && construct.apiGroup === 'core' ? read(construct) : undefined;
    if (service) {
      const [label, value] = service.selector[0];
      const key = `${label}=${value}`;
      index.set(key, [...(index.get(key) ?? []), service]);
    }
  }
  return index;
}

function read(object: ApiObject): KnownService | undefined {
  const manifest = tryRender(object);
  const selector = manifest?.spec?.selector;
  if (!isObject(selector) || Object.keys(selector).length === 0) {
    return undefined;
  }
  return { name: object.name, namespace: manifest.metadata?.namespace, selector: Object.entries(selector) };
}

function tryRender(object: ApiObject): any {
  try {
    return object.toJson();
  } catch {
    // A Service that cannot be rendered yet selects no pods yet. If it stays invalid, its own synth fails.
    return undefined;
  }
}
