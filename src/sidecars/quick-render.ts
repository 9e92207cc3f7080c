import { ApiObject, resolve } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { cleanJson } from './json';
import { renderQuickly, Shape, Shaped } from './quick-values';
import { replay } from './replay';
import { renderWithoutSideEffects, workloadOf } from './workload-of';
import { isObject, JsonObject } from '../data/json';

/** A shape, and whether cdk8s renders values of that shape in the same way. */
interface KnownShape {
  readonly shape: Shape;
  readonly isSame: boolean;
}

/** What is known of the values of a class. */
class KnownShapes {
  /** The keys that the class writes otherwise. */
  public readonly keys = new Map<string, string>();
  /** The shapes that are known, by their length. */
  private readonly shapes = new Map<number, KnownShape[]>();

  /** The value if cdk8s renders values of its shape like this; otherwise what cdk8s renders. */
  public render({ value, shape, answers }: Shaped, usual: () => any): any {
    const alike = this.shapes.get(shape.length)?.find(known => areEqual(known.shape, shape));
    if (alike?.isSame) {
      return value;
    }
    const rendered = replay(answers, usual);
    if (alike || this.learnKeys(value, rendered)) {
      return rendered;
    }
    // As text, because the order of keys is that of the YAML.
    const isSame = JSON.stringify(rendered) === JSON.stringify(value);
    this.shapes.set(shape.length, [...this.shapes.get(shape.length) ?? [], { shape, isSame }]);
    return isSame ? value : rendered;
  }

  /** Finds keys that differ only in upper and lower case. Returns whether any are new. */
  private learnKeys(quick: unknown, rendered: unknown): boolean {
    if (Array.isArray(quick) && Array.isArray(rendered)) {
      return quick.filter((item, index) => this.learnKeys(item, rendered[index])).length > 0;
    }
    if (!isObject(quick) || !isObject(rendered)) {
      return false;
    }
    const names = Object.keys(rendered);
    return Object.keys(quick).filter((key, index) => {
      const name = names[index];
      const isRenamed = name !== undefined && name !== key && name.toLowerCase() === key.toLowerCase() && !this.keys.has(key);
      if (isRenamed) {
        this.keys.set(key, name);
      }
      return this.learnKeys(quick[key], rendered[name]) || isRenamed;
    }).length > 0;
  }
}

/** The known shapes of each generated class, by its method `toJson`; undefined for a class that is not generated. */
const classes = new WeakMap<() => any, KnownShapes | undefined>();
const containers = new KnownShapes();

/**
 * Renders an API object as cdk8s does, in one pass.
 *
 * The method `toJson` of a generated class copies the fields that the class knows, one by one: what it does with a value depends on the keys in it alone. So cdk8s
 * renders the first object of each shape, and the quick way renders others of that shape if it gave the same.
 *
 * @param toJson the method of the object's class
 */
export function renderObject(object: ApiObject, toJson: () => any): any {
  const workload = workloadOf(object);
  const shapes = shapesOf(object, toJson);
  // Where both ways are compared, they see the same lists of the workload.
  const rendered = shapes && renderWithoutSideEffects(workload, () => {
    const quick = quickly(object, shapes);
    return quick && shapes.render(quick, () => toJson.call(object));
  });
  return rendered ?? renderWithoutSideEffects(workload, () => toJson.call(object));
}

/** Renders a container of cdk8s-plus as cdk8s would as a part of an API object. */
export function renderPlusContainer(object: ApiObject, container: kplus.Container): any {
  const value = container._toKube();
  const quick = renderQuickly(value, object, containers.keys);
  const usual = () => cleanJson(kplus.k8s.toJson_Container(resolve(['initContainers'], value, object)));
  return quick ? containers.render(quick, usual) : usual();
}

function areEqual(one: Shape, other: Shape): boolean {
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) {
      return false;
    }
  }
  return true;
}

/** Everything that an object is rendered from where `canRenderQuickly`, but for its name; undefined when its class, or code of the user, may have a say in that. */
export function inputOf(object: ApiObject, toJson: () => any): unknown {
  const { name } = fieldsOf(object);
  if (!shapesOf(object, toJson) || (name !== undefined && typeof name !== 'string')) {
    return undefined;
  }
  const metadata = { ...metadataOf(object), name: undefined };
  // cdk8s takes nothing from the metadata of the props: it keeps its own.
  return [object.apiVersion, object.kind, name === undefined, metadata, { ...propsOf(object), metadata: undefined }];
}

function propsOf(object: ApiObject): object {
  return (object as unknown as { readonly props: object }).props;
}

function quickly(object: ApiObject, { keys }: KnownShapes): Shaped | undefined {
  const rendered = renderQuickly({ ...propsOf(object), metadata: metadataOf(object) }, object, keys);
  if (!rendered) {
    return undefined;
  }
  const { apiVersion, kind, metadata, ...rest } = rendered.value;
  return { ...rendered, value: { apiVersion, kind, metadata, ...rest } };
}

/** The fields that cdk8s keeps of an object's metadata, without those that are empty. Where they are not as expected, their shape is not either. */
function metadataOf(object: ApiObject): JsonObject {
  const { _additionalAttributes, name, namespace, annotations, finalizers, ownerReferences, labels } = fieldsOf(object);
  return {
    ..._additionalAttributes,
    name,
    namespace,
    annotations: unlessEmpty(annotations),
    finalizers: unlessEmpty(finalizers),
    ownerReferences: unlessEmpty(ownerReferences),
    labels: unlessEmpty(labels),
  };
}

function fieldsOf({ metadata }: ApiObject): { readonly [field: string]: any } {
  return metadata as unknown as { readonly [field: string]: any };
}

function unlessEmpty(value: object | undefined): object | undefined {
  return value && Object.keys(value).length > 0 ? value : undefined;
}

/** The known shapes of an object's class; undefined if its `toJson` may do anything, because a user has written it. */
function shapesOf(object: ApiObject, toJson: () => any): KnownShapes | undefined {
  if (!classes.has(toJson)) {
    classes.set(toJson, isGenerated(object, toJson) ? new KnownShapes() : undefined);
  }
  return classes.get(toJson);
}

/** Whether `cdk8s import` has generated the class that has the method, as those of cdk8s-plus. */
function isGenerated(object: ApiObject, toJson: () => any): boolean {
  let prototype = Object.getPrototypeOf(object);
  while (prototype !== null && !(Object.hasOwn(prototype, 'toJson') && prototype.toJson === toJson)) {
    prototype = Object.getPrototypeOf(prototype);
  }
  return prototype !== null && Object.getPrototypeOf(prototype) === ApiObject.prototype
    && Object.hasOwn(prototype.constructor, 'GVK') && typeof prototype.constructor.manifest === 'function';
}
