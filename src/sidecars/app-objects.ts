import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { patchesOf } from './json-patches';
import { workloadOf } from './pod-objects';
import { SynthMemory } from './synth-memory';
import { isObject, JsonObject } from '../data/json';
import { OutlinedObject, SURROUNDING_KINDS, Surroundings } from '../recognition/surroundings';

const KEY = Symbol('objects of the app');

const KINDS: ReadonlySet<string> = new Set(SURROUNDING_KINDS);

/** The Services, autoscalers, policies and ConfigMaps of the app that a construct belongs to: what `check` finds beside its pods in the output. */
export function surroundingsIn(construct: IConstruct, memory: SynthMemory): Surroundings {
  return memory.remember(KEY, () => new Surroundings(() => objectsIn(construct.node.root)));
}

function objectsIn(root: IConstruct): unknown[] {
  const objects: unknown[] = [];
  for (const construct of root.node.findAll()) {
    if (ApiObject.isApiObject(construct) && KINDS.has(construct.kind)) {
      const outline = outlineOf(construct);
      objects.push(outline ? new OutlinedObject(outline, () => tryRender(construct)) : tryRender(construct));
    }
  }
  return objects;
}

/**
 * What an object is found by, where that is known without rendering it: a question about one workload would otherwise render the Services of all others. Undefined
 * when only the manifest tells.
 */
function outlineOf(object: ApiObject): JsonObject | undefined {
  const { kind, apiVersion } = object;
  const metadata = { namespace: object.metadata.namespace, name: object.name };
  if (patchesOf(object).length > 0) {
    return undefined;
  }
  if (kind === 'ConfigMap') {
    return { apiVersion, kind, metadata };
  }
  const selector = kind === 'Service' ? selectorOf(object) : undefined;
  return isObject(selector) && Object.values(selector).every(value => typeof value === 'string')
    ? { apiVersion, kind, metadata, spec: { selector } }
    : undefined;
}

/** The selector that a Service of cdk8s-plus keeps, or that its properties have. */
function selectorOf(object: ApiObject): unknown {
  const { _selector: kept } = workloadOf(object) as unknown as { readonly _selector?: unknown };
  const { spec } = (object as unknown as { readonly props?: { readonly spec?: unknown } }).props ?? {};
  return kept ?? (isObject(spec) ? spec.selector : undefined);
}

function tryRender(object: ApiObject): unknown {
  try {
    return object.toJson();
  } catch {
    // An object that cannot be rendered yet concerns no pod yet. If it stays invalid, its own synth fails.
    return undefined;
  }
}
