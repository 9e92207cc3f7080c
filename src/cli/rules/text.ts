import { wrap } from '../../drawing/wrap';
import { FAMILIES } from '../../rules/all-rules';
import { RuleText } from '../../rules/engine/rule';

const SEVERITY_COLUMN = 'warning'.length;

/** The rule book as a person reads it: a line a rule, chapter by chapter. */
export function rulesText(): string {
  return [
    ...FAMILIES.flatMap(({ title, rules }) => [title, ...rules.flatMap(line), '']),
    'Why, what to do, and an example of one of them: cdk8s-sidecars rules NS303',
    '',
  ].join('\n');
}

function line({ id, severity, title }: RuleText): string[] {
  const first = `  ${id}  ${severity.padEnd(SEVERITY_COLUMN)}  `;
  return wrap(title, first, ' '.repeat(first.length));
}

/** One rule in full. */
export function ruleText({ id, name, severity, title, why, fix, example, since }: RuleText): string {
  return [
    `${id} ${name}, usually ${severity === 'error' ? 'an error' : severity === 'warning' ? 'a warning' : 'worth knowing (info)'}, since ${since}`,
    ...wrap(title, '', ''),
    ...chapter('Why', wrap(why, '  ', '  ')),
    ...chapter('What to do', wrap(fix, '  ', '  ')),
    ...chapter('Wrong', indented(example.wrong)),
    ...chapter('Right', indented(example.right)),
    ...chapter('To accept it on one workload, with a reason', [
      `  a construct     PodLifecycle.of(workload).acknowledge('${id}', 'why it is all right here')`,
      `  any manifest    annotation acknowledge.cdk8s-sidecars/${id}: why it is all right here`,
      `  one container   a comment above it: # cdk8s-sidecars: ignore ${id} why it is all right here`,
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
