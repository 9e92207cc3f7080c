import { h } from '../../dom';
import { ShownFinding } from '../analysis/findings';

const NAMES = { error: 'Error', warning: 'Warning', info: 'Note' };

/** Shows the place of a finding. */
export type Select = (finding: ShownFinding) => void;

/** Lists findings, and counts them. */
export function showFindings(list: HTMLElement, count: HTMLElement, findings: readonly ShownFinding[], select: Select): void {
  count.textContent = summaryOf(findings);
  list.replaceChildren(...findings.map(finding => itemOf(finding, select)));
}

function summaryOf(findings: readonly ShownFinding[]): string {
  const counts = (['error', 'warning', 'info'] as const)
    .map(severity => ({ severity, count: findings.filter(finding => finding.severity === severity).length }))
    .filter(({ count }) => count > 0);
  const told = counts.map(({ severity, count }) => `${count} ${NAMES[severity].toLowerCase()}${count > 1 ? 's' : ''}`);
  return told.length === 0 ? 'Nothing found' : told.join(', ');
}

function itemOf(finding: ShownFinding, select: Select): HTMLElement {
  const { severity, rule, line, message, fix } = finding;
  return h('li', { class: `finding ${severity}` },
    h('p', { class: 'finding-head' },
      h('span', { class: 'severity' }, NAMES[severity]),
      ...(rule === undefined ? [] : [ruleLink(rule)]),
      h('button', { type: 'button', class: 'place', click: () => select(finding) }, `line ${line}`)),
    h('p', {}, message),
    ...(fix === undefined ? [] : [h('p', { class: 'fix' }, h('b', {}, 'Fix: '), fix)]));
}

/** A link to the page of a rule. */
export function ruleLink(rule: string): HTMLElement {
  return h('a', { href: `docs/rules.html#${rule.toLowerCase()}` }, rule);
}
