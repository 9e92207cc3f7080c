import { Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Answer } from './replay';

/** A value as a list of all that is in it, so that two values are compared without building anything. */
export interface InputList {
  /** All keys and scalars, with a mark for each beginning and end. Undefined when the value contains anything that is not plain data. */
  readonly items: readonly unknown[] | undefined;
  /** The labels by which cdk8s-plus finds the pods of a workload: each workload has its own, so they are left out. */
  readonly addresses: readonly string[];
  /** The images of the containers of the workload, which are left out too. */
  readonly images: readonly string[];
  /** What code of the user has answered. */
  readonly answers: readonly Answer[];
}

const [OPEN, CLOSE, LIST, ABSENT, UNION] = ['open', 'close', 'list', 'absent', 'union'].map(mark => Symbol(mark));

const NONE: readonly unknown[] = [];

/** The list that is expected, how much of it was met so far, and the list as it is, from where it differs. */
let expected: readonly unknown[] = NONE;
let met = 0;
let items: unknown[] | undefined;
let addresses: string[] = [];
let images: string[] = [];
let answers: Answer[] = [];

/**
 * Lists what a value contains, as cdk8s would resolve it.
 *
 * @param likely a list that the value probably has: if so, it is returned itself, and nothing is copied
 */
export function listInput(read: () => unknown, likely: readonly unknown[] = NONE): InputList {
  // Code of the user runs meanwhile, which may render something else.
  const around = { expected, met, items, addresses, images, answers };
  expected = likely;
  met = 0;
  items = undefined;
  addresses = [];
  images = [];
  answers = [];
  const input = { addresses, images, answers };
  try {
    add(read(), false);
    // Nobody could tell them apart later.
    return { ...input, items: addresses.every(address => address === addresses[0]) ? listed() : undefined };
  } catch {
    return { ...input, items: undefined };
  } finally {
    ({ expected, met, items, addresses, images, answers } = around);
  }
}

function listed(): readonly unknown[] {
  return items ?? (met === expected.length ? expected : expected.slice(0, met));
}

function push(item: unknown): void {
  if (items !== undefined) {
    items.push(item);
  } else if (met < expected.length && expected[met] === item) {
    met++;
  } else {
    items = expected.slice(0, met);
    items.push(item);
  }
}

/** Whether two values contain the same, in the same order. */
export function haveSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) {
    return true;
  }
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) {
      return false;
    }
  }
  return one.length === other.length;
}

/**
 * Returns whether there is a value. In the order of cdk8s, because code of the user runs.
 *
 * @param isContainers whether it is a list of containers, or one of them
 */
function add(value: any, isContainers: boolean): boolean {
  if (typeof value !== 'object') {
    return addScalar(value);
  }
  if (value === null) {
    return false;
  }
  if (Array.isArray(value)) {
    push(LIST);
    for (let index = 0; index < value.length; index++) {
      if (!add(value[index], isContainers)) {
        push(ABSENT);
      }
    }
  } else if (value.constructor === Object && typeof value.resolve !== 'function') {
    push(OPEN);
    // V8 would keep the result of 'Object.keys' for each workload.
    for (const key of Reflect.ownKeys(value)) {
      if (key === kplus.Pod.ADDRESS_LABEL && typeof value[key] === 'string') {
        addresses.push(value[key]);
        push(key);
      } else if (isContainers && key === 'image' && typeof value[key] === 'string') {
        images.push(value[key]);
        push(key);
      } else if (add(value[key], key === 'containers')) {
        push(key);
      }
    }
  } else {
    return addInstance(value, isContainers);
  }
  push(CLOSE);
  return true;
}

function addScalar(value: unknown): boolean {
  // Minus zero is equal to zero.
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint' || Object.is(value, -0)) {
    throw new Error('not plain data');
  }
  if (value === undefined) {
    return false;
  }
  push(value);
  return true;
}

function addInstance(value: any, isContainers: boolean): boolean {
  if (value instanceof Lazy || typeof value.resolve === 'function') {
    const method = value instanceof Lazy ? 'produce' : 'resolve';
    const answer: unknown = value[method]();
    answers.push({ asked: value, method, answer });
    return add(answer, isContainers);
  }
  if (typeof value.value !== 'number' && typeof value.value !== 'string') {
    throw new Error('not plain data');
  }
  push(UNION);
  push(value.value);
  return true;
}
