import { Decided } from './decided';
import { checkNoCredential, withoutSecret } from './plain-secret';
import { refusal } from '../../caller/refusal';
import { authored, member, Subject, wording } from '../../data/wording';

/** Flags whose value is a secret. A flag such as `--token-file` names a file. */
const SECRET_FLAG = /(^|-)(secret|password|passwd|token|json-credentials|(api|jwt|signature|private)-key)$|^(requirepass|masterauth)$/i;

/** The name of a flag without leading dashes and value; undefined for another argument. */
export function flagOf(arg: string): string | undefined {
  return /^--?([A-Za-z][^=\s]*)/.exec(arg)?.[1];
}

/** All flags that an argument means: a program can let users join flags of one letter, abbreviate long ones, or write them in any case. */
export function flagsMeant(arg: string, decided: Decided): string[] {
  const flag = flagOf(arg);
  if (flag === undefined) {
    return [];
  }
  const { flags = {}, completes = false, ignoresCase = false, letters } = decided;
  const whole = ignoresCase ? flag.toLowerCase() : flag;
  const completed = completes && arg.startsWith('--') ? Object.keys(flags).filter(known => known.length > 1 && known.startsWith(whole)) : [];
  return [whole, ...completed, ...letters === undefined || arg.startsWith('--') ? [] : joinedLetters(arg.slice(1), letters)];
}

/** The flags of one letter in an argument, up to the first that takes the rest of it as its value. */
function joinedLetters(word: string, letters: string): string[] {
  const isLast = (letter: string) => !letters.includes(letter) || letters[letters.indexOf(letter) + 1] === ':';
  const last = [...word].findIndex(isLast);
  return [...last < 0 ? word : word.slice(0, last + 1)];
}

/** The arguments of a preset and those that the user adds. Refuses a flag that the preset decides, and a secret. */
export function addedArgs(subject: string, own: readonly string[], extra: readonly string[], decided: Decided, property: string = 'extraArgs'): string[] {
  extra.forEach((arg, index) => {
    const flag = flagOf(arg);
    const { words } = decided;
    if (flag === undefined && words !== undefined) {
      throw refusal`${member(property)} of ${subject} has '${withoutSecret(arg)}', which is not a flag: ${authored(words)}`;
    }
    const instead = flagsMeant(arg, decided).map(meant => insteadOfFlag(meant, own, decided)).find(found => found !== undefined);
    if (instead !== undefined) {
      throw refusal`${member(property)} of ${subject} has '${/^[^=\s]*/.exec(arg)![0]}', which the sidecar decides: ${authored(instead)}`;
    }
    checkNoCredential(wording`${member(property)} of ${subject}`, arg);
    checkSecret(wording`${member(property)} of ${subject}`, flag, /=(.*)$/s.exec(arg)?.[1] ?? extra[index + 1] ?? '');
  });
  return [...own, ...extra];
}

/** Whether the value of a flag is a secret. */
export function isSecretFlag(flag: string): boolean {
  return SECRET_FLAG.test(flag);
}

/** What to do instead of adding a flag; undefined if the preset does not decide it. */
export function insteadOfFlag(flag: string, own: readonly string[], { flags = {} }: Decided): string | undefined {
  return Object.hasOwn(flags, flag) ? flags[flag] : own.some(arg => flagOf(arg) === flag) ? 'remove it' : undefined;
}

function checkSecret(where: Subject, flag: string | undefined, value: string): void {
  const isPlain = value !== '' && !/^(true|false)$|^-|\$\(\w+\)/.test(value);
  if (flag !== undefined && isSecretFlag(flag) && isPlain) {
    const variable = flag.toUpperCase().replace(/-/g, '_');
    const instead = wording`add the variable ${variable} from a Secret to 'envVariables', and set the flag to '$(${variable})'`;
    throw refusal`${where} would write the secret of '--${flag}' into the manifest: ${instead}`;
  }
}
