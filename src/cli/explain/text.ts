import { Explanation } from '../../core/explain/explanation';
import { safeLine } from '../../data/safe-text';
import { TimelineTextOptions } from '../../drawing/picture-options';
import { wrap } from '../../drawing/wrap';
import { EffectiveResources } from '../../kubernetes/resources';
import { CLOSE_CALL_TITLE } from '../../simulator/close-call';

/** Renders an explanation for people; only commands may be wider than the page. */
export function explainText(explanation: Explanation, layout: TimelineTextOptions): string {
  const { timeline, known, assumptions, closeCalls, resources, checks } = explanation;
  return [
    safeLine(timelineText(explanation)),
    '',
    timeline.toText(layout),
    ...section(`${CLOSE_CALL_TITLE}:`, closeCalls, layout),
    ...section('Known:', known, layout),
    ...section('Assumed:', assumptions, layout),
    '',
    'Resources the scheduler counts:',
    ...resourceLines(resources, layout),
    '',
    'Verify on a live pod:',
    ...checks.flatMap(check => [...wrap(safeLine(check.shows), '  # ', '  # ', layout.width), `  ${safeLine(check.command)}`]),
    '',
  ].join('\n');
}

/** What is known and assumed about two versions of a pod, each sentence once. */
export function comparedSources(before: Explanation, after: Explanation, layout: TimelineTextOptions): string[] {
  const compared = (title: string, was: readonly string[], is: readonly string[]) => [
    ...section(`${title}:`, was.filter(sentence => is.includes(sentence)), layout),
    ...section(`${title} (only before):`, was.filter(sentence => !is.includes(sentence)), layout),
    ...section(`${title} (only after):`, is.filter(sentence => !was.includes(sentence)), layout),
  ];
  const { assumptions } = before;
  const differ = assumptions.length !== after.assumptions.length || assumptions.some(sentence => !after.assumptions.includes(sentence));
  return [
    ...compared(CLOSE_CALL_TITLE, before.closeCalls, after.closeCalls),
    ...compared('Known', before.known, after.known),
    ...compared('Assumed', assumptions, after.assumptions),
    ...(differ ? ['', ...wrap('The assumptions differ, so a difference in time may come from them.', '', '', layout.width)] : []),
  ];
}

/** The pod and its circumstances, on a line. */
export function timelineText({ pod, timeline }: Explanation): string {
  return `${pod.title} on Kubernetes ${timeline.kubernetes}, grace period ${pod.gracePeriodSeconds} s`;
}

function section(title: string, sentences: readonly string[], { width }: TimelineTextOptions): string[] {
  return sentences.length > 0 ? ['', title, ...sentences.flatMap(sentence => wrap(safeLine(sentence), '  - ', '    ', width))] : [];
}

function resourceLines({ requests, limits, qosClass }: EffectiveResources, { width }: TimelineTextOptions): string[] {
  return [
    ...wrap(safeLine(listing(requests)), '  requests   ', '             ', width),
    ...wrap(safeLine(listing(limits)), '  limits     ', '             ', width),
    `  QoS class  ${qosClass}`,
  ];
}

function listing(amounts: { readonly [resource: string]: string }): string {
  return Object.entries(amounts).map(([name, amount]) => `${name} ${amount}`).join(', ') || 'none';
}
