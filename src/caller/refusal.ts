import { callersLanguage } from './language';
import * as checks from '../data/arguments';
import { Subject, Wording } from '../data/wording';

/** A text in the language of the caller. */
export function inCallersWords(text: Wording): string {
  return text.in(callersLanguage());
}

/** The name of a member as the caller spells it, without quotes. */
export function memberName(name: string): string {
  return callersLanguage().member(name);
}

/** The error of a refused argument: refusal`'maxItemSize' of '${id}' is ${size}: set at least 1 KiB`. */
export function refusal(texts: readonly string[], ...values: readonly unknown[]): Error {
  return new Error(inCallersWords(new Wording(texts, values)));
}

/**
 * Refuses a value of another kind. An absent value is fine unless it is required; from other languages, it arrives as null.
 *
 * @param name the subject of the sentence, for example `'port' of 'db'`
 */
export function checkValue(name: Subject, value: unknown, kind: checks.Kind): void {
  checks.checkValue(name, value, kind, callersLanguage);
}

/**
 * Refuses props with a value of another kind, and props without a kind.
 *
 * @param owner what has the props, for example `'db'`
 */
export function checkProps<T>(owner: Subject, props: unknown, kinds: checks.Kinds<T>, others?: checks.Others): void {
  checks.checkProps(owner, props, kinds, callersLanguage, others);
}

/**
 * Refuses the arguments of a construct that no construct can have.
 *
 * @param what the kind of construct, for example `sidecar`
 */
export function checkConstruct(what: string, scope: unknown, id: unknown, place: string): void {
  checks.checkConstruct(what, scope, id, place, callersLanguage);
}
