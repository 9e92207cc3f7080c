import * as path from 'path';
import { FAMILIES, Family, isChecked } from '../../src/rules/all-rules';
import { RuleText } from '../../src/rules/engine/rule';
import { expectWritten } from '../written-file';

const PAGE = path.join(__dirname, '..', '..', 'docs', 'rules.md');

function page(): string {
  return `# The rules
Written by \`test/rules/docs.test.ts\` from the rules themselves. To write it anew: \`npx projen examples:update\`.

The same rules with the same wording are asked at synth (\`PodLifecycle.of(workload).findings\`, an error stops synth), by the plugin of \`cdk8s synth\`
([examples/pipeline](../examples/pipeline/)) and by \`npx cdk8s-sidecars check\`. \`npx cdk8s-sidecars rules NS303\` prints one of them. Ids are never reused.

- **error**: the pod will not do what it should. **warning**: it may not. **info**: worth knowing. This is what a rule usually is; a finding may say otherwise.
- **To accept a finding** on one workload: \`PodLifecycle.of(workload).acknowledge('NS304', 'why')\`, or the annotation \`acknowledge.cdk8s-sidecars/NS304: why\` on
  the workload, which is what the former writes. In a manifest also the comment \`# cdk8s-sidecars: ignore NS304 why\` at a container.
- **Rules of your own**: [below](#rules-of-your-own).
- **The examples** are parts of pod specs, or of whole objects where the rule looks at more; where the rule can be asked about them, a test does.

${FAMILIES.map(table).join('\n\n')}

${FAMILIES.map(chapter).join('\n\n')}

${OWN_RULES}`;
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
  // What is not checked on manifests can only be written with constructs.
  const language = isChecked(rule) ? 'yaml' : 'ts';
  return `### ${id} ${name}
**${title}.** Usually ${severity}, since ${since}.

${why}

*What to do*: ${fix}

Wrong:
\`\`\`${language}
${example.wrong.trimEnd()}
\`\`\`
Right:
\`\`\`${language}
${example.right.trimEnd()}
\`\`\``;
}

function anchor({ id, name }: RuleText): string {
  return `${id.toLowerCase()}-${name}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

const OWN_RULES = `## Rules of your own
A rule is an object with an id, a severity, a title and \`check\`, which looks at one pod and says what is wrong with it. Its id is two or more capital letters and a
number; what begins with NS is taken. A rule holds for everything below the scope whose book it is added to; it is asked where the others are asked at synth, its
findings look the same, and they are acknowledged in the same way. A rule that throws is an error that names the rule and the workload. The command and the plugin
read manifests only and do not know the rules of a program.
\`\`\`ts
import { IRule, Offence, PodLifecycle, RuleBook, RuleSubject, Severity } from 'cdk8s-sidecars';

class NeedsTeam implements IRule {
  public readonly id = 'ACME1';
  public readonly severity = Severity.ERROR;
  public readonly title = 'Every pod says which team it belongs to';

  public check({ pod }: RuleSubject): Offence[] {
    return pod.metadata.labels?.team ? [] : [{ message: \`\${pod.title} says no team\`, fix: "add the label 'team' to the pod" }];
  }
}

RuleBook.of(app).add(new NeedsTeam());
PodLifecycle.checkAll(app);   // also workloads that have no sidecar
\`\`\`
\`\`\`python
@jsii.implements(IRule)
class NeedsTeam:
    @property                 # a plain attribute is not seen
    def id(self): return "ACME1"

    @property
    def severity(self): return Severity.ERROR

    @property
    def title(self): return "Every pod says which team it belongs to"

    def check(self, subject):
        if "team" in subject.pod.metadata.get("labels", {}):
            return []
        return [Offence(message=f"{subject.pod.title} says no team", fix="add the label 'team' to the pod")]

RuleBook.of(app).add(NeedsTeam())
\`\`\`
`;

test('docs/rules.md says what the rules are (a change that is meant: npx projen examples:update)', () => {
  expectWritten(PAGE, page());
});
