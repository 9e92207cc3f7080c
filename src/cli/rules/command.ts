import { Option } from 'commander';
import { isTypo } from '../../data/arguments';
import { ALL_RULES, findRule } from '../../rules/all-rules';
import type { RuleText } from '../../rules/engine/rule';
import type { CommandFile } from '../command-file';
import { ruleJson, rulesJson } from './json';
import { rulesText, ruleText } from './text';
import { ExitCode, usageError } from '../io/io';

interface RulesOptions {
  readonly format: 'human' | 'json';
}

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
      .action((wanted: string | undefined, { format }: RulesOptions) => {
        io.out(wanted === undefined ? listing(format) : inFull(chosen(wanted), format));
        finish(ExitCode.OK);
      });
  },
};

function listing(format: RulesOptions['format']): string {
  return format === 'json' ? rulesJson() : rulesText();
}

function inFull(rule: RuleText, format: RulesOptions['format']): string {
  return format === 'json' ? ruleJson(rule) : ruleText(rule);
}

function chosen(wanted: string): RuleText {
  const rule = findRule(wanted);
  if (!rule) {
    const near = nearest(wanted);
    throw usageError(`unknown rule '${wanted}': ${near ? `did you mean ${near.id} (${near.name})? ` : ''}run 'cdk8s-sidecars rules' to list all rules`);
  }
  return rule;
}

/** The rule whose id is a typing error away, or the rule whose name shares the most words. */
function nearest(wanted: string): RuleText | undefined {
  const [number] = /\d+/.exec(wanted) ?? [];
  if (number !== undefined) {
    const id = `NS${number}`;
    const near = ALL_RULES.filter(rule => rule.id === id || isTypo(id, rule.id));
    return [...near].sort((a, b) => sameStart(id, b.id) - sameStart(id, a.id)).at(0);
  }
  const words = wanted.toLowerCase().split(/[^a-z]+/).filter(word => word.length > 2);
  const shared = (rule: RuleText) => words.filter(word => rule.name.includes(word)).length;
  const candidate = best(shared);
  return shared(candidate) > 0 ? candidate : undefined;
}

/** How many characters two texts start with alike. */
function sameStart(one: string, other: string): number {
  const parted = [...one].findIndex((character, index) => character !== other[index]);
  return parted < 0 ? one.length : parted;
}

function best(score: (rule: RuleText) => number): RuleText {
  return ALL_RULES.reduce((winner, rule) => score(rule) > score(winner) ? rule : winner);
}
