import { Explanation } from './explanation';
import { safeXml } from '../../data/safe-text';
import { ComparedPods } from '../../drawing/timeline-comparison';
import { EffectiveResources } from '../../kubernetes/resources';
import { CLOSE_CALL_TITLE } from '../../simulator/close-call';
import { htmlHeading, htmlLines, htmlList, htmlPage } from '../html-page';

/** Renders an explanation as one self-contained page. */
export function explainHtml(explanation: Explanation): string {
  const { timeline, pod } = explanation;
  return htmlPage(pod.title, [timeline.toSvg(), ...details(explanation, 2)]);
}

/** Renders the explanations of two pods as one self-contained page. */
export function compareHtml(before: Explanation, after: Explanation): string {
  const comparison = new ComparedPods(before.timeline, after.timeline);
  return htmlPage(`${after.pod.title}: before and after`, [
    comparison.toSvg(),
    ...htmlList('What differs', comparison.differences, 2),
    ...[['Before', before] as const, ['After', after] as const].flatMap(([title, one]) => [htmlHeading(title, 2), ...details(one, 3)]),
  ]);
}

function details({ timeline, known, assumptions, closeCalls, resources, checks }: Explanation, level: number): string[] {
  return [
    ...htmlList(CLOSE_CALL_TITLE, closeCalls, level),
    ...htmlList('Known', known, level),
    ...htmlList('Assumed', assumptions, level),
    htmlHeading('Timeline as text', level),
    htmlLines(timeline.toText().split('\n'), 'timeline as text'),
    htmlHeading('Resources the scheduler counts', level),
    resourceTable(resources),
    htmlHeading('Verify on a live pod', level),
    htmlLines(checks.flatMap(check => [`# ${check.shows}`, check.command]), 'commands'),
  ];
}

function resourceTable({ requests, limits, qosClass }: EffectiveResources): string {
  const row = (name: string, value: string) => `<tr><th scope="row">${name}</th><td>${safeXml(value)}</td></tr>`;
  const listing = (amounts: { readonly [resource: string]: string }) => Object.entries(amounts).map(([name, amount]) => `${name} ${amount}`).join(', ') || 'none';
  return `<table>${row('requests', listing(requests))}${row('limits', listing(limits))}${row('QoS class', qosClass)}</table>`;
}
