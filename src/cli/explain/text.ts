import { Explanation } from '../../core/explain/explanation';
import { safeLine } from '../../data/safe-text';
import { wrap } from '../../drawing/wrap';
import { EffectiveResources } from '../../kubernetes/resources';

/** Renders an explanation for people; only commands may be wider than 100 columns. */
export function explainText({ pod, timeline, known, assumptions, resources, checks }: Explanation): string {
  return [
    `${safeLine(pod.title)} on Kubernetes ${timeline.kubernetes}, grace period ${pod.gracePeriodSeconds} s`,
    '',
    timeline.toText(),
    ...section('Known:', known),
    ...section('Assumed:', assumptions),
    '',
    'Resources the scheduler counts:',
    ...resourceLines(resources),
    '',
    'Verify on a live pod:',
    ...checks.flatMap(check => [`  # ${safeLine(check.shows)}`, `  ${safeLine(check.command)}`]),
    '',
  ].join('\n');
}

function section(title: string, sentences: readonly string[]): string[] {
  return sentences.length > 0 ? ['', title, ...sentences.flatMap(sentence => wrap(safeLine(sentence), '  - ', '    '))] : [];
}

function resourceLines({ requests, limits, qosClass }: EffectiveResources): string[] {
  return [
    ...wrap(safeLine(listing(requests)), '  requests   ', '             '),
    ...wrap(safeLine(listing(limits)), '  limits     ', '             '),
    `  QoS class  ${qosClass}`,
  ];
}

function listing(amounts: { readonly [resource: string]: string }): string {
  return Object.entries(amounts).map(([name, amount]) => `${name} ${amount}`).join(', ') || 'none';
}
