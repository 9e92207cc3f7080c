// Libraries and commands are loaded on first use, because loading all of them takes longer than most runs of the command. This cannot be
// `import()`: jest cannot run it, and every caller would have to wait.
import type { CommandFile } from './command-file';

/** The fast YAML reader, about 10 ms to load. */
export function jsYaml(): typeof import('js-yaml') {
  return require('js-yaml');
}

/** The YAML library that knows where everything stands, about 40 ms to load. */
export function yaml(): typeof import('yaml') {
  return require('yaml');
}

/** What the plugin of `cdk8s synth` does; whoever only uses the constructs never loads it. */
export function validator(): typeof import('./validation').validator {
  return require('./validation').validator;
}

/** The library that compares texts, about 5 ms to load. */
export function diff(): typeof import('diff') {
  return require('diff');
}

/** The commands by name, in the order of the help; each is one file of commands/. */
export const COMMANDS: { readonly [name: string]: () => CommandFile } = {
  check: () => require('./commands/check').check,
  migrate: () => require('./commands/migrate').migrate,
  explain: () => require('./commands/explain').explain,
  rules: () => require('./commands/rules').rules,
};
