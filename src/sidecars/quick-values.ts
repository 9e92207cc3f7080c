import { ApiObject, App, ImplicitTokenResolver, Lazy, LazyResolver, NumberStringUnionResolver } from 'cdk8s';
import { withSortedKeys } from './json';
import { Answer } from './replay';

/** All keys of a value, without its scalars, and with a mark for each beginning and end. */
export type Shape = readonly string[];

/** A value as it is written, and its shape. */
export interface Shaped {
  readonly value: any;
  readonly shape: Shape;
  /** What code of the user has answered. */
  readonly answers: readonly Answer[];
}

/** What an app without resolvers of the user has, in this order. */
const RESOLVERS = [LazyResolver, ImplicitTokenResolver, NumberStringUnionResolver];

/** Marks of a shape that no key contains. */
const [OPEN, NEXT, CLOSE, LIST, UNION] = ['\u0001', '\u0002', '\u0003', '\u0004', '\u0005'];

/** The keys that are written otherwise than a class calls them: `setHostnameAsFqdn` becomes `setHostnameAsFQDN`. */
export type WrittenKeys = ReadonlyMap<string, string>;

/** The shape of what is being rendered, so far. Shapes are lists, because text that grows by each key, and is then looked up, takes longer than all the rest. */
let shape: string[] = [];
let written: WrittenKeys;
let answers: Answer[] = [];

/**
 * Resolves and cleans a value as cdk8s does as a part of an API object, and writes classes around a number or a text, such as `IntOrString`, as that: all in one pass.
 * cdk8s looks for the app, and asks three resolvers, for each value of a manifest.
 *
 * Undefined when the app has resolvers of the user, or when the value contains anything unusual.
 */
export function renderQuickly(value: unknown, object: ApiObject, keys: WrittenKeys): Shaped | undefined {
  if (!canRenderQuickly(object)) {
    return undefined;
  }
  // Code of the user runs meanwhile, which may render something else.
  const around = { shape, written, answers };
  shape = [];
  written = keys;
  answers = [];
  try {
    const rendered = render(value);
    return { value: rendered, shape, answers };
  } catch {
    // cdk8s says what is wrong, or knows more.
    return undefined;
  } finally {
    ({ shape, written, answers } = around);
  }
}

/** Whether cdk8s alone decides how the values of an object are written. */
export function canRenderQuickly(object: ApiObject): boolean {
  return !process.env.CDK8S_DISABLE_SORT && hasUsualResolvers(object);
}

function hasUsualResolvers(object: ApiObject): boolean {
  const { resolvers } = App.of(object) as unknown as { readonly resolvers?: readonly { readonly resolve: unknown }[] };
  return Array.isArray(resolvers) && resolvers.length === RESOLVERS.length
    && RESOLVERS.every((usual, index) => resolvers[index].resolve === usual.prototype.resolve);
}

/** One function and not several, which call each other: V8 would spend more time on inlining them than they take. In the order of cdk8s, because code of the user runs. */
function render(value: any): any {
  if (typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
      throw new Error(`a ${typeof value} is no value of a manifest`);
    }
    return value;
  }
  if (value === null) {
    return undefined;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    shape.push(LIST);
    for (let index = 0; index < value.length; index++) {
      items.push(render(value[index]));
      shape.push(NEXT);
    }
    shape.push(CLOSE);
    return items;
  }
  if (value.constructor === Object && typeof value.resolve !== 'function') {
    const fields: { [key: string]: unknown } = {};
    shape.push(OPEN);
    for (const key of Object.keys(value)) {
      const rendered = render(value[key]);
      if (rendered !== undefined) {
        fields[written.get(key) ?? key] = rendered;
        shape.push(key);
      }
    }
    shape.push(CLOSE);
    return withSortedKeys(fields);
  }
  return renderInstance(value);
}

function renderInstance(value: any): any {
  if (value instanceof Lazy) {
    return render(answerOf(value, 'produce'));
  }
  if (typeof value.resolve === 'function') {
    return render(answerOf(value, 'resolve'));
  }
  if (typeof value.value === 'number' || typeof value.value === 'string') {
    shape.push(UNION);
    return value.value;
  }
  throw new Error('an object of this class is no value of a manifest');
}

function answerOf(asked: any, method: Answer['method']): unknown {
  const answer: unknown = asked[method]();
  answers.push({ asked, method, answer });
  return answer;
}
