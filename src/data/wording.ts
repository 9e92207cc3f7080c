import { textOf } from './any-value';
import { Language, TYPESCRIPT } from './language';

/** Stands for a value in the texts of a wording. No message has it. */
const VALUE = '\0';

/**
 * A text for the user of any language. What stands in the source is spelled as the language does: members in quotes, and the calls and objects of examples. The values are
 * data, and stay as they are, unless they are wordings themselves.
 */
export class Wording {
  public constructor(private readonly texts: readonly string[], private readonly values: readonly unknown[] = []) {
  }

  /** The text in a language. */
  public in(language: Language): string {
    const texts = language === TYPESCRIPT ? this.texts : spell(this.texts.join(VALUE), language).split(VALUE);
    return texts.map((text, index) => index < this.values.length ? `${text}${spoken(this.values[index], language)}` : text).join('');
  }
}

function spoken(value: unknown, language: Language): string {
  return value instanceof Wording ? value.in(language) : textOf(value);
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

/** A member whose name is a value, in quotes. */
export function member(name: string): Wording {
  return new Wording([`'${name}'`]);
}

/** One or more wordings and texts in a list. */
export function listed(items: readonly Subject[], separator: string = ', '): Wording {
  return new Wording(['', ...items.slice(1).map(() => separator), ''], items);
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
