import { wrap } from '../../drawing/wrap';
import { FAMILIES } from '../../rules/all-rules';
import { RuleText } from '../../rules/engine/rule';

const SEVERITY_COLUMN = 'warning'.length;

/** Renders the rules for people: one line for each rule, family by family. */
export function rulesText(): string {
  return [
    ...FAMILIES.flatMap(({ title, rules }) => [title, ...rules.flatMap(line), '']),
    'To see why a rule exists, what to do, and an example: cdk8s-sidecars rules NS303',
    '',
  ].join('\n');
}

function line({ id, severity, title }: RuleText): string[] {
  const first = `  ${id}  ${severity.padEnd(SEVERITY_COLUMN)}  `;
  return wrap(title, first, ' '.repeat(first.length));
}

/** Renders one rule in full. */
export function ruleText({ id, name, severity, title, why, fix, example, since }: RuleText): string {
  return [
    `${id} ${name}, default severity ${severity}, since ${since}`,
    ...wrap(title, '', ''),
    ...chapter('Why', wrap(why, '  ', '  ')),
    ...chapter('What to do', wrap(fix, '  ', '  ')),
    ...chapter('Wrong', indented(example.wrong)),
    ...chapter('Right', indented(example.right)),
    ...chapter('To accept a finding of this rule, give a reason', [
      `  a construct     PodLifecycle.of(workload).acknowledge('${id}', 'the reason')`,
      `  any manifest    an annotation of the workload or of its pod template: acknowledge.cdk8s-sidecars/${id}: the reason`,
      `  one container   a comment above it: # cdk8s-sidecars: ignore ${id} the reason`,
    ]),
    '',
  ].join('\n');
}

function chapter(title: string, lines: readonly string[]): string[] {
  return ['', title, ...lines];
}

function indented(snippet: string): string[] {
  return snippet.trimEnd().split('\n').map(text => `  ${text}`);
}
