import { KubernetesVersion } from '../../src/lifecycle/kubernetes-version';
import { Pod } from '../../src/lifecycle/pod';
import { findingText } from '../../src/rules/finding';
import { finding, Rule, RuleContext } from '../../src/rules/rule';

/** What a rule says about a pod, as a person reads it. */
export function says(rule: Rule, pod: Pod, context: { readonly kubernetes?: string; readonly stops?: RuleContext['stops'] } = {}): string[] {
  const kubernetes = context.kubernetes ? KubernetesVersion.of(context.kubernetes) : KubernetesVersion.DEFAULT;
  return rule.check({ pod, kubernetes, stops: context.stops ?? {} }).map(offence => findingText(finding(rule, offence)));
}
