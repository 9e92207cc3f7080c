import { ruleJson, rulesJson } from './json';
import { rulesText, ruleText } from './text';
import { safeLine } from '../../data/safe-text';
import { isTypo } from '../../data/similar-names';
import { ALL_RULES, findRule } from '../../rules/all-rules';
import type { RuleText } from '../../rules/engine/rule';
import { usageError } from '../io/io';

/** The options of `rules`. */
export interface RulesOptions {
  readonly format: 'human' | 'json';
}

/** What `rules` prints: the list, or one rule in full. Its help does not need it. */
export function showRules(wanted: string | undefined, { format }: RulesOptions): string {
  return wanted === undefined ? listing(format) : inFull(chosen(wanted), format);
}

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
    throw usageError(`unknown rule '${safeLine(wanted)}': ${near ? `did you mean ${near.id} (${near.name})? ` : ''}run 'cdk8s-sidecars rules' to list all rules`);
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
