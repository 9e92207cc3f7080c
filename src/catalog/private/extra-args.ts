import { Decided } from './decided';

/** Flags whose value is a secret. A flag such as `--token-file` names a file. */
const SECRET_FLAG = /(^|-)(secret|password|passwd|token|json-credentials|(api|jwt|signature)-key)$|^(requirepass|masterauth)$/i;

/** The name of a flag without leading dashes and value; undefined for another argument. */
export function flagOf(arg: string): string | undefined {
  return /^--?([A-Za-z][^=\s]*)/.exec(arg)?.[1];
}

/** The arguments of a preset and those that the user adds. Refuses a flag that the preset decides, and a secret. */
export function addedArgs(subject: string, own: readonly string[], extra: readonly string[], decided: Decided, property: string = 'extraArgs'): string[] {
  extra.forEach((arg, index) => {
    const flag = flagOf(arg);
    const { words } = decided;
    if (flag === undefined && words !== undefined) {
      throw new Error(`'${property}' of ${subject} has '${arg}', which is not a flag: ${words}`);
    }
    const instead = flag === undefined ? undefined : insteadOfFlag(flag, own, decided);
    if (instead !== undefined) {
      throw new Error(`'${property}' of ${subject} has '${arg.split('=')[0]}', which the sidecar decides: ${instead}`);
    }
    checkSecret(`'${property}' of ${subject}`, flag, /=(.*)$/s.exec(arg)?.[1] ?? extra[index + 1] ?? '');
  });
  return [...own, ...extra];
}

/** What to do instead of adding a flag; undefined if the preset does not decide it. */
export function insteadOfFlag(flag: string, own: readonly string[], { flags = {} }: Decided): string | undefined {
  return Object.hasOwn(flags, flag) ? flags[flag] : own.some(arg => flagOf(arg) === flag) ? 'remove it' : undefined;
}

function checkSecret(where: string, flag: string | undefined, value: string): void {
  const isPlain = value !== '' && !/^(true|false)$|^-|\$\(\w+\)/.test(value);
  if (flag !== undefined && SECRET_FLAG.test(flag) && isPlain) {
    const variable = flag.toUpperCase().replace(/-/g, '_');
    throw new Error(`${where} would write the secret of '--${flag}' into the manifest: `
      + `add the variable ${variable} from a Secret to 'envVariables', and set the flag to '$(${variable})'`);
  }
}
