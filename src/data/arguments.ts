/**
 * Checks what callers without type checks can pass: plain JavaScript, casts, and other languages.
 *
 * Values are judged by what they can do and not by their class, because an app may hold several copies or versions of a package.
 */
import { isObject, JsonObject } from './json';
import { Caller } from './language';
import { isTypo, letters, similar } from './similar-names';
import { authored, listed, member, Subject, wording, Wording } from './wording';

/** What a value must be. */
export interface Kind {
  readonly is: (value: any) => boolean;
  /** With an article, and with an example where one helps: `a Duration, for example Duration.seconds(30)`. */
  readonly what: string | Wording;
  /** The value cannot be absent. If `elsewhere`, other code has a better sentence for that. */
  readonly isRequired?: true | 'elsewhere';
  /** Refuses what is wrong inside the value. */
  readonly checkInside?: (name: Subject, value: any, caller: Caller) => void;
  /** What each item of a list must be. */
  readonly item?: Kind;
}

/** The kinds of all props of a struct. A prop without a kind does not compile. */
export type Kinds<T> = { readonly [prop in keyof Required<T>]: Kind };

export const TEXT: Kind = { is: value => typeof value === 'string', what: 'a string' };
export const NUMBER: Kind = { is: value => typeof value === 'number' && !Number.isNaN(value), what: 'a number' };
export const FLAG: Kind = { is: value => typeof value === 'boolean', what: 'true or false' };
export const OBJECT: Kind = { is: isObject, what: 'an object' };
export const TEXTS: Kind = listOf(TEXT, "a list of strings, for example ['first', 'second']");
export const TEXT_MAPPING: Kind = mappingOf(TEXT, wording`an object whose values are strings, for example ${"{ name: 'value' }"}`);
export const CONSTRUCT: Kind = { is: value => isObject(value) && isObject(value.node), what: 'a construct: an app, a chart or a workload' };
export const DURATION: Kind = having(['toMilliseconds'], 'a Duration, for example Duration.seconds(30)');
export const SIZE: Kind = having(['toMebibytes'], 'a Size, for example Size.mebibytes(64)');
export const POD: Kind = having(['container'], 'a PodModel, for example PodModel.fromManifest(manifest)');
export const VERSION: Kind = having(['supports', 'isAtLeast'], "a KubernetesVersion, for example KubernetesVersion.of('1.34')");

/** A kind whose value cannot be absent. */
export function required(kind: Kind, example?: string): Kind {
  return { ...kind, isRequired: true, what: example === undefined ? kind.what : wording`${authored(kind.what)}, for example ${example}` };
}

/** A kind whose value cannot be absent, for which other code has a better sentence. */
export function requiredElsewhere(kind: Kind): Kind {
  return { ...kind, isRequired: 'elsewhere' };
}

/** An object of a class, recognized by its methods. */
export function having(methods: readonly string[], what: string | Wording): Kind {
  return { is: value => isObject(value) && methods.every(method => typeof value[method] === 'function'), what };
}

/** A list of values of one kind. */
export function listOf(kind: Kind, what: string | Wording): Kind {
  return { is: value => Array.isArray(value) && value.every(kind.is), what, item: kind };
}

/** A struct, whose own props are checked too. */
export function structOf<T>(kinds: Kinds<T>, what: string | Wording): Kind {
  return { is: isObject, what, checkInside: (name, value, caller) => checkProps(name, value, kinds, caller) };
}

/** A list of structs, whose own props are checked too. */
export function structsOf<T>(kinds: Kinds<T>, what: string | Wording, others?: Others): Kind {
  const checkInside = (name: Subject, list: unknown[], caller: Caller) => list.forEach((item, index) => checkProps(wording`item ${index + 1} of ${name}`, item, kinds, caller, others));
  return { ...listOf(OBJECT, what), checkInside };
}

/** An object whose values are of one kind. */
export function mappingOf(kind: Kind, what: string | Wording): Kind {
  return { is: value => isObject(value) && Object.values(value).every(kind.is), what };
}

/** One of the values of an enum. */
export function oneOf(values: { readonly [member: string]: string }): Kind {
  const known = Object.values(values);
  return { is: value => known.includes(value), what: wording`one of ${known.map(value => `'${value}'`).join(', ')}` };
}

/**
 * Refuses a value of another kind. An absent value is fine unless it is required; from other languages, it arrives as null.
 *
 * @param name the subject of the sentence, for example `'port' of 'db'`
 */
export function checkValue(name: Subject, value: unknown, kind: Kind, caller: Caller): void {
  const isAbsent = value === undefined || value === null;
  if (isAbsent ? kind.isRequired === true : !kind.is(value)) {
    throw refused(wording`${isAbsent ? wording`${name} is missing` : wrong(name, value, kind)}: set ${authored(kind.what)}`, caller);
  }
  if (!isAbsent) {
    kind.checkInside?.(name, value, caller);
  }
}

/** What is wrong: the value, or the item of a list that is too long to show. */
function wrong(name: Subject, value: unknown, { item }: Kind): Wording {
  const index = Array.isArray(value) && item && shown(value) === A_LIST ? value.findIndex(one => !item.is(one)) : -1;
  return index < 0 ? wording`${name} is ${shown(value)}` : wording`item ${index + 1} of ${name} is ${shown((value as unknown[])[index])}`;
}

/** What to do with props that have no kind: refuse all of them, or only typing errors, because somebody else may know the others. */
export type Others = 'refused' | 'accepted';

/**
 * Refuses props with a value of another kind, and props without a kind.
 *
 * @param owner what has the props, for example `'db'`
 */
export function checkProps<T>(owner: Subject, props: unknown, kinds: Kinds<T>, caller: Caller, others: Others = 'refused'): void {
  if (!isObject(props)) {
    const needed = Object.entries<Kind>(kinds).filter(([, kind]) => kind.isRequired).map(([prop]) => member(prop));
    throw refused(wording`the properties of ${owner} are ${shown(props)}: pass an object${needed.length === 0 ? '' : wording` with ${listed(needed)}`}`, caller);
  }
  if (!areFine(props, kinds, caller)) {
    refuseProps(owner, props, kinds, caller, others);
  }
}

/** Refuses the first wrong prop in the order of the kinds. */
function refuseProps<T>(owner: Subject, props: JsonObject, kinds: Kinds<T>, caller: Caller, others: Others): void {
  for (const prop of Object.keys(kinds)) {
    const value = props[prop];
    const kind: Kind = kinds[prop as keyof Kinds<T>];
    // Most properties of most constructs are absent.
    if (value !== undefined || kind.isRequired) {
      checkValue(wording`${member(prop)} of ${owner}`, value, kind, caller);
    }
  }
  const unknown = Object.keys(props).filter(prop => !Object.hasOwn(kinds, prop) && props[prop] !== undefined && props[prop] !== null);
  for (const prop of unknown) {
    const free = Object.keys(kinds).filter(known => (props[known] ?? undefined) === undefined);
    const meant = free.find(known => letters(known) === letters(prop)) ?? free.find(known => isTypo(prop, known)) ?? (others === 'refused' ? similar(prop, free) : undefined);
    if (meant !== undefined || others === 'refused') {
      const known = Object.keys(kinds).sort().map(one => caller().member(one)).join(', ');
      throw refused(wording`${owner} has no property '${prop}': ${meant === undefined ? `its properties are ${known}` : wording`set ${spelledAs(meant, prop, caller)}`}`, caller);
    }
  }
}

/** A prop in quotes. If the user has the name that his language spells, jsii did not translate it, and only the name of TypeScript has an effect. */
function spelledAs(meant: string, given: string, caller: Caller): Subject {
  return caller().member(meant) === given ? `'${meant}'` : member(meant);
}

/** The props that cannot be absent, of each struct. */
const requiredProps = new WeakMap<object, readonly string[]>();

/** Whether all props are certainly fine. A quick test, because most are, and most kinds of props are absent. */
function areFine(props: JsonObject, kinds: { readonly [prop: string]: Kind }, caller: Caller): boolean {
  const needed = requiredProps.get(kinds) ?? Object.keys(kinds).filter(prop => kinds[prop].isRequired);
  requiredProps.set(kinds, needed);
  // Another prototype may have props too.
  const isPlain = Object.getPrototypeOf(props) === Object.prototype;
  return isPlain && needed.every(prop => props[prop] !== undefined && props[prop] !== null)
    && Object.keys(props).every(prop => props[prop] === undefined
      || (Object.hasOwn(kinds, prop) && isOfKind(prop, props[prop], kinds[prop], caller)));
}

function isOfKind(prop: string, value: unknown, kind: Kind, caller: Caller): boolean {
  try {
    checkValue(prop, value, kind, caller);
    return true;
  } catch {
    // The sentence depends on what has the prop.
    return false;
  }
}

/**
 * Refuses the arguments of a construct that no construct can have.
 *
 * @param what the kind of construct, for example `sidecar`
 */
export function checkConstruct(what: string, scope: unknown, id: unknown, place: string, caller: Caller): void {
  if (typeof id !== 'string' || id === '') {
    throw refused(wording`the id of a ${what} is ${shown(id)}: pass a string, for example 'proxy'`, caller);
  }
  if (!CONSTRUCT.is(scope)) {
    throw refused(wording`the scope of ${what} '${id}' is ${shown(scope)}: pass ${place}`, caller);
  }
}

/** The error of a refused argument, as the caller spells names. */
export function refused(text: Wording, caller: Caller): Error {
  return new Error(text.in(caller()));
}

/** How a list looks in an error message that has no room for its items. */
const A_LIST = 'a list';

/** A value in an error message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value}'`;
  }
  if (typeof value === 'function') {
    return 'a function';
  }
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(item => typeof item !== 'object') ? `[${value.map(shown).join(', ')}]` : A_LIST;
  }
  if (!isObject(value)) {
    return String(value);
  }
  const { name = '' } = value.constructor ?? {};
  return name === '' || name === 'Object' ? 'an object' : `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
