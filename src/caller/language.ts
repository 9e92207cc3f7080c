import { Language, languageOf } from '../data/language';

/** The language of the program that uses this library, as the runtime of jsii tells the process that it starts. */
export function callersLanguage(): Language {
  return languageOf(process.env.JSII_AGENT ?? '');
}
