import { beforeYouApply } from './before-you-apply';
import { groupsOf, patchCount } from './human';
import { ComparedTimelines, PodEntry } from '../../core/migrate/pod-entry';
import { fullName } from '../../core/workload-name';
import { safeMarkdown, safeMarkdownBlock, safeMarkdownCode } from '../../data/safe-text';
import { amount } from '../../data/words';
import { Verdict } from '../../migration/plan';

/** The groups of pods in a report. */
export const SECTIONS: readonly { readonly verdict: Verdict; readonly title: string; readonly intro: string }[] = [
  { verdict: 'migrated', title: 'Migrated', intro: 'These pods were changed. Review each diff and the remaining steps.' },
  { verdict: 'advice', title: 'For you to decide', intro: 'These pods were not changed. Decide on the remaining steps.' },
  { verdict: 'refused', title: 'Refused', intro: 'These pods cannot be migrated safely, so they stay byte for byte the same.' },
  { verdict: 'already-native', title: 'Already native', intro: 'The sidecars of these pods are already native, so nothing was changed.' },
  { verdict: 'nothing-to-do', title: 'Nothing to migrate', intro: 'These pods have no sidecar to move.' },
];

/** The report of a migration, as Markdown. */
export function migrateReport(pods: readonly PodEntry[], kubernetes: string): string {
  const parts = SECTIONS.flatMap(({ verdict, title, intro }) => {
    const own = pods.filter(pod => pod.verdict === verdict);
    const details = own.some(pod => pod.edits.length + pod.manual.length > 0 || pod.accepted !== undefined);
    return own.length === 0 ? [] : [`## ${title} (${own.length})`, '', intro, '', ...(details ? own.flatMap(podLines) : listLines(own))];
  });
  const anyMoved = pods.some(pod => pod.moved.length > 0);
  const lines = [
    '# Migration to native sidecars',
    '',
    `For Kubernetes ${kubernetes}. ${amount(pods.filter(pod => !pod.isPatch).length, 'pod')}: ${countsText(pods)}.`,
    '',
    ...(anyMoved ? ['## Before you apply it', '', ...beforeYouApply(pods), ''] : []),
    ...parts,
  ];
  // One line break at the end. A report can be long, so it is not copied for this.
  while (lines.at(-1) === '' && lines.at(-2) === '') {
    lines.pop();
  }
  return lines.join('\n');
}

function podLines(pod: PodEntry): string[] {
  return [
    `### ${safeMarkdown(fullName(pod))}`,
    '',
    `${safeMarkdownCode(pod.file)}, document ${pod.document}${pod.minimumKubernetesVersion ? `, requires Kubernetes ${pod.minimumKubernetesVersion}` : ''}`,
    '',
    ...bullets('Changes', groupsOf(pod.edits).map(({ rule, why, places }) => `${safeMarkdownCode(places)}: ${safeMarkdown(why)} (${rule})`)),
    ...bullets('Removed workarounds', pod.removed.map(safeMarkdown)),
    ...bullets('Consequences', (pod.consequences ?? []).map(safeMarkdown)),
    ...bullets('Accepted', (pod.accepted ?? []).map(({ why }) => safeMarkdown(why))),
    ...bullets('Remaining steps', pod.manual.map(step => `${safeMarkdown(step.why)}${step.rule === null ? '' : ` (${step.rule})`}`)),
    ...requestLines(pod),
    ...timelineLines(pod),
  ];
}

function requestLines({ requests, edits }: PodEntry): string[] {
  if (!requests || edits.length === 0) {
    return [];
  }
  const names = [...new Set([...Object.keys(requests.before), ...Object.keys(requests.after)])];
  return names.length === 0
    ? ['Effective requests: none before, none after.', '']
    : [`Effective requests: ${names.map(name => safeMarkdown(`${name} ${requests.before[name] ?? 'none'} → ${requests.after[name] ?? 'none'}`)).join(', ')}.`, ''];
}

function timelineLines({ timelines }: PodEntry): string[] {
  return timelines ? [...pictureLines(timelines), 'Before:', '', ...safeMarkdownBlock(timelines.before.trimEnd()), '', 'After:', '', ...safeMarkdownBlock(timelines.after.trimEnd()), ''] : [];
}

/** An image of SVG needs a width. Nothing of the input is in this tag: the name of the file has letters, digits and hyphens only. */
function pictureLines({ picture }: ComparedTimelines): string[] {
  return picture === undefined ? [] : [`<img src="${picture}" width="800" alt="The pod before and after">`, ''];
}

function bullets(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map(item => `- ${item}`), ''];
}

function listLines(pods: readonly PodEntry[]): string[] {
  return [...pods.map(pod => `- ${safeMarkdown(fullName(pod))} (${safeMarkdownCode(pod.file)})${pod.note === undefined ? '' : `: ${safeMarkdown(pod.note)}`}`), ''];
}

/** How many pods are in each group. */
export function countsText(pods: readonly PodEntry[]): string {
  const whole = pods.filter(pod => !pod.isPatch);
  const counts = SECTIONS.map(({ verdict, title }) => [title.toLowerCase(), whole.filter(pod => pod.verdict === verdict).length] as const);
  const told = counts.filter(([, count]) => count > 0).map(([title, count]) => `${count} ${title}`);
  return [...told, ...patchCount(pods.filter(pod => pod.isPatch))].join(', ') || 'none found';
}
