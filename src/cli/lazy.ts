// Libraries and commands are loaded on first use, because loading all of them takes longer than most runs of the command. This cannot be
// `import()`: jest cannot run it, and every caller would have to wait.
import type { CommandFile } from './command-file';

/** The check behind the plugin of `cdk8s synth`; apps that only use the constructs never load it. */
export function validator(): typeof import('./validation').validator {
  return require('./validation').validator;
}

/** The commands by name, in the order of the help; each has its own folder. */
export const COMMANDS: { readonly [name: string]: () => CommandFile } = {
  check: () => require('./check/command').check,
  migrate: () => require('./migrate/command').migrate,
  report: () => require('./report/command').report,
  explain: () => require('./explain/command').explain,
  rules: () => require('./rules/command').rules,
};
