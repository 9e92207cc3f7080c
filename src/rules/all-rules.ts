import { Rule, RuleText } from './engine/rule';
import { ORDER_CYCLE } from './order/order-cycle';
import { RULES } from './rule-book';

/** A chapter of the rule book: rules whose ids have the same prefix. */
export interface Family {
  /** The prefix of its ids, for example `NS1`. */
  readonly prefix: string;
  readonly title: string;
  readonly rules: readonly RuleText[];
}

const TITLES: readonly (readonly [prefix: string, title: string])[] = [
  ['NS1', 'Start'],
  ['NS2', 'Order'],
  ['NS3', 'Stop'],
  ['NS4', 'Jobs that complete'],
  ['NS5', 'Leftovers of old workarounds'],
  ['NS6', 'Platform'],
];

/** The documentation of every rule, including the one that applies to constructs alone, sorted by id. */
export const ALL_RULES: readonly RuleText[] = [...RULES, ORDER_CYCLE].sort((a, b) => a.id < b.id ? -1 : 1);

/** The rule book by chapters. */
export const FAMILIES: readonly Family[] = TITLES.map(([prefix, title]) => ({
  prefix,
  title,
  rules: ALL_RULES.filter(rule => rule.id.startsWith(prefix)),
}));

/** Whether a rule applies to manifests, and not to constructs alone. */
export function isChecked(rule: RuleText): rule is Rule {
  return rule !== ORDER_CYCLE;
}

/** The rule with this id or name, in any case; undefined if there is none. */
export function findRule(idOrName: string): RuleText | undefined {
  return ALL_RULES.find(rule => rule.id === idOrName.toUpperCase() || rule.name === idOrName.toLowerCase());
}
