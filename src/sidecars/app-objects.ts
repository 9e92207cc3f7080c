import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { patchesOf } from './json-patches';
import { SynthMemory } from './synth-memory';
import { objectsBelow } from './watched-tree';
import { workloadOf } from './workload-of';
import { isObject, JsonObject } from '../data/json';
import { RULED_KINDS } from '../recognition/surrounding-kinds';
import { OutlinedObject, Surroundings } from '../recognition/surroundings';

const KEY = Symbol('objects of the app');
const RENDERED = Symbol('rendered objects of the app');

const KINDS: ReadonlySet<string> = new Set(RULED_KINDS);
const FOUND_BY_NAME: readonly string[] = ['ConfigMap', 'Namespace', 'ServiceAccount'];

/** What was known of an app when it was asked last. */
interface AskedApp {
  readonly surroundings: Surroundings;
  readonly objects: readonly ApiObject[];
  /** The outlines of these objects; undefined for an object that has none. */
  readonly outlines: readonly (JsonObject | undefined)[];
}

const asked = new WeakMap<IConstruct, AskedApp>();

/** The Services, autoscalers, policies and ConfigMaps of the app that a construct belongs to: what `check` finds beside its pods in the output. */
export function surroundingsIn(construct: IConstruct, memory: SynthMemory): Surroundings {
  return memory.remember(KEY, () => memory.isAnswering
    ? askedSurroundings(construct.node.root, memory)
    : new Surroundings(() => {
      const objects = construct.node.root.node.findAll().filter(isSurrounding);
      return outlined(objects, objects.map(outlineOf), memory);
    }));
}

/** The surroundings as for the last question, if nothing has changed since then: to walk through the app and to index it for each question would take workloads × constructs. */
function askedSurroundings(root: IConstruct, memory: SynthMemory): Surroundings {
  const objects = objectsBelow(root, isSurrounding);
  const known = asked.get(root);
  if (known && known.objects === objects && objects.every((object, index) => isSameOutline(outlineOf(object), known.outlines[index]))) {
    return known.surroundings;
  }
  const outlines = objects.map(outlineOf);
  const surroundings = new Surroundings(() => outlined(objects, outlines, memory));
  asked.set(root, { surroundings, objects, outlines });
  return surroundings;
}

function isSurrounding(construct: IConstruct): construct is ApiObject {
  return ApiObject.isApiObject(construct) && KINDS.has(construct.kind);
}

function outlined(objects: readonly ApiObject[], outlines: readonly (JsonObject | undefined)[], memory: SynthMemory): unknown[] {
  return objects.map((object, index) => {
    const outline = outlines[index];
    return outline ? new OutlinedObject(outline, () => renderOnce(object, memory)) : tryRender(object);
  });
}

/** Rendered once for each synth and each question: between them, everything may change. */
function renderOnce(object: ApiObject, memory: SynthMemory): unknown {
  const rendered = memory.remember(RENDERED, () => new Map<ApiObject, unknown>());
  if (!rendered.has(object)) {
    rendered.set(object, tryRender(object));
  }
  return rendered.get(object);
}

/** Whether an object is still found by the same; an object without an outline may be found by anything. */
function isSameOutline(now: JsonObject | undefined, before: JsonObject | undefined): boolean {
  return now !== undefined && before !== undefined
    && isSame(now.metadata, before.metadata) && isSame(now.spec?.selector ?? {}, before.spec?.selector ?? {});
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every(key => one[key] === other[key]);
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
  if (FOUND_BY_NAME.includes(kind)) {
    return { apiVersion, kind, metadata };
  }
  const selector = kind === 'Service' ? selectorOf(object) : undefined;
  return isObject(selector) && Object.values(selector).every(value => typeof value === 'string')
    ? { apiVersion, kind, metadata, spec: { selector: { ...selector } } }
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
