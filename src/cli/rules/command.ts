import { Option } from 'commander';
import type { RulesOptions } from './action';
import { rulesAction } from '../actions';
import type { CommandFile } from '../command-file';
import { ExitCode } from '../io/io';

const AFTER_HELP = `
Examples:
  cdk8s-sidecars rules
  cdk8s-sidecars rules NS303
  cdk8s-sidecars rules --format json

Exit codes: 0 success, 2 usage error`;

/** `rules`: lists the rules, or shows one in full. */
export const rules: CommandFile = {
  register: (program, io, finish) => {
    program.command('rules')
      .summary('list the rules, or explain one of them')
      .description('Lists the rules, or shows one in full: why it exists, what to do, and an example.')
      .argument('[rule]', "a rule's id or name")
      .addOption(new Option('--format <format>', 'output format').choices(['human', 'json']).default('human'))
      .addHelpText('after', AFTER_HELP)
      .action((wanted: string | undefined, options: RulesOptions) => {
        io.out(rulesAction()(wanted, options));
        finish(ExitCode.OK);
      });
  },
};
