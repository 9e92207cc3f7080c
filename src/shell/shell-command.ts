const SHELL = /^(.*\/)?(ba|a|da|z|k)?sh$/;
const SCRIPT_FLAG = /^-[a-z]*c[a-z]*$/;

/** Whether a word names a shell: `sh`, `/bin/bash`. */
export function isShell(word: string): boolean {
  return word.endsWith('sh') && SHELL.test(word);
}

/** Whether a word tells a shell that a script follows: `-c`, `-ec`. */
export function isScriptFlag(word: string): boolean {
  return SCRIPT_FLAG.test(word);
}
