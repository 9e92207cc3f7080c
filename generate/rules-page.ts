import { fenced, fillPage, Page } from './page';
import { image, rulePicturePath } from './pictures';
import { FAMILIES, Family, isChecked } from '../src/rules/all-rules';
import { RuleText } from '../src/rules/engine/rule';

/** docs/rules.md: every rule with its reason, what to do, and an example. */
export function rulesPage(): Page {
  const text = fillPage('rules.md', {
    tables: FAMILIES.map(table).join('\n\n'),
    chapters: FAMILIES.map(chapter).join('\n\n'),
  });
  return { file: 'docs/rules.md', text };
}

function table({ title, prefix, rules }: Family): string {
  return `| ${title} (${prefix}xx) | usually | rule |
|---|---|---|
${rules.map(rule => `| [${rule.id}](#${anchor(rule)}) | ${rule.severity} | ${cell(rule.title)} |`).join('\n')}`;
}

function chapter({ title, rules }: Family): string {
  return [`## ${title}`, ...rules.map(section)].join('\n\n');
}

function section(rule: RuleText): string {
  const { id, name, severity, title, why, fix, example, since } = rule;
  // A rule that is not checked on manifests can only be broken with constructs.
  const language = isChecked(rule) ? 'yaml' : 'ts';
  return `### ${id} ${name}
**${title}.** Usually ${severity}, since ${since}.

${why}

*What to do*: ${fix}

Wrong:
${fenced(language, example.wrong)}
Right:
${fenced(language, example.right)}${picture(rule)}`;
}

/** The timelines of a rule about time: a pod that breaks it, and one that does not. */
function picture({ id, name }: RuleText): string {
  const path = rulePicturePath(id);
  return path === undefined ? '' : `\n\n${image(path, `${id} ${name}: the wrong and the right timeline`)}`;
}

function anchor({ id, name }: RuleText): string {
  return `${id.toLowerCase()}-${name}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
