import { textOf } from './any-value';
import { Language, languageOf } from './language';

/** Stands for a value in the texts of a wording. No message has it. */
const VALUE = '\0';

/** The runtime of jsii that started this process. A pure room cannot know it. */
let agent: () => string = () => '';

/** From now on, messages spell names as the language of this runtime does. It is asked for each message. */
export function speakTo(runtime: () => string): void {
  agent = runtime;
}

/**
 * A text for the user of any language. What stands in the source is spelled as the language does: members in quotes, and the calls and objects of examples. The values are
 * data, and stay as they are.
 */
export class Wording {
  public constructor(private readonly texts: readonly string[], private readonly values: readonly unknown[] = []) {
  }

  /** Not earlier, because tables of texts are older than the first message. */
  public toString(): string {
    const language = languageOf(agent());
    const texts = language ? spell(this.texts.join(VALUE), language).split(VALUE) : this.texts;
    return texts.map((text, index) => index < this.values.length ? `${text}${textOf(this.values[index])}` : text).join('');
  }
}

/** What a sentence is about. If it names members, it is a wording. */
export type Subject = string | Wording;

/** A part of a message: `${wording`set 'healthPort'`}`. */
export function wording(texts: readonly string[], ...values: readonly unknown[]): Wording {
  return new Wording(texts, values);
}

/** A text of a table, which has no values. */
export function authored(text: string | Wording): Wording {
  return typeof text === 'string' ? new Wording([text]) : text;
}

/** The name of a member as the language spells it, without quotes. */
export function memberName(name: string): string {
  return languageOf(agent())?.member(name) ?? name;
}

/** A member whose name is a value, in quotes. */
export function member(name: string): Wording {
  return new Wording([`'${name}'`]);
}

/** The error of a refused argument: refusal`'maxItemSize' of '${id}' is ${size}: set at least 1 KiB`. */
export function refusal(texts: readonly string[], ...values: readonly unknown[]): Error {
  return new Error(String(new Wording(texts, values)));
}

/** A value of an example after its introduction, a member of a class, a key of an object, or a member in quotes. */
const NAMES = /for example '[^']*'|(?<![\w./])(?<package>kplus\.)?(?<owner>[A-Z]\w*)\.(?<own>[A-Za-z]\w*)|(?<=\{ |, )(?<key>[a-z][A-Za-z0-9]*)(?=: )|\b(?<property>[a-z][A-Za-z0-9]*)(?=: [[{])|'(?<quoted>[a-z][A-Za-z0-9]*)(?<call>\(\))?'/g;

function spell(text: string, language: Language): string {
  return text.replace(NAMES, (found, ...rest) => {
    const { package: prefix = '', owner, own, key, property, quoted, call = '' } = rest[rest.length - 1];
    const isInside = isInsideExample(text.slice(0, rest[rest.length - 3]));
    if (owner !== undefined) {
      return prefix + language.ofClass(owner, own);
    }
    if (quoted !== undefined) {
      return isInside ? found : `'${language.member(quoted)}${call}'`;
    }
    return property !== undefined || (key !== undefined && isInside) ? language.member(found) : found;
  });
}

/** Whether a list, an object or a call is open at the end of a text. A parenthesis after a space is none of them. */
function isInsideExample(text: string): boolean {
  const open: boolean[] = [];
  for (const [bracket] of text.matchAll(/\w?\(|[[\]{})]/g)) {
    if (/[\]})]/.test(bracket)) {
      open.pop();
    } else {
      open.push(bracket !== '(');
    }
  }
  return open.includes(true);
}
