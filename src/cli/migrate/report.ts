import { groupsOf, titleOf } from './human';
import { PodEntry } from '../../core/migrate/pod-entry';
import { safeMarkdown, safeMarkdownBlock, safeMarkdownCode } from '../../data/safe-text';
import { amount } from '../../data/words';
import { Verdict } from '../../migration/plan';

const SECTIONS: readonly { readonly verdict: Verdict; readonly title: string; readonly intro: string }[] = [
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
    const details = own.some(pod => pod.edits.length + pod.manual.length > 0);
    return own.length === 0 ? [] : [`## ${title} (${own.length})`, '', intro, '', ...(details ? own.flatMap(podLines) : listLines(own))];
  });
  const anyMoved = pods.some(pod => pod.moved.length > 0);
  return [
    '# Migration to native sidecars',
    '',
    `For Kubernetes ${kubernetes}. ${amount(pods.length, 'pod')}: ${countsText(pods)}.`,
    '',
    ...(anyMoved ? [...BEFORE_YOU_APPLY, ''] : []),
    ...parts,
  ].join('\n').replace(/(?<!\n)\n+$/, '\n');
}

/** What applies to every moved container. */
const BEFORE_YOU_APPLY = [
  '## Before you apply it',
  '',
  '- **Every node must run Kubernetes 1.29 or later.** An older API server drops `restartPolicy` from an init container, and the pod then waits forever.',
  '- **A container that moves to the other list under the same name** can stay in both lists after a client-side `kubectl apply`, and the API server rejects the duplicate. '
    + 'Use `kubectl apply --server-side --force-conflicts` or `kubectl replace`, or rename the container.',
  '- **Argo CD, Argo Rollouts and operators with an old schema** report a permanent difference, or reject `restartPolicy` in an init container. Update them, or configure Argo CD '
    + 'to ignore that difference.',
  '- **Admission webhooks built with an old API** drop the field. With a startup probe, the API server rejects such a pod; without one, the pod hangs in `Init`. Try one pod first.',
  '- **Metrics and alerts**: kube-state-metrics counts a native sidecar as an init container (`kube_pod_init_container_*` instead of `kube_pod_container_*`). '
    + 'Update dashboards and alerts that use these metrics.',
  '- **Calls inside images** are not visible in a manifest: once the sidecar is native, you can remove scripts that tell it to quit or that wait for it.',
];

function podLines(pod: PodEntry): string[] {
  return [
    `### ${safeMarkdown(titleOf(pod))}`,
    '',
    `${safeMarkdownCode(pod.file)}, document ${pod.document}${pod.minimumKubernetesVersion ? `, requires Kubernetes ${pod.minimumKubernetesVersion}` : ''}`,
    '',
    ...bullets('Changes', groupsOf(pod.edits).map(({ rule, why, places }) => `${safeMarkdownCode(places)}: ${safeMarkdown(why)} (${rule})`)),
    ...bullets('Removed workarounds', pod.removed.map(safeMarkdown)),
    ...bullets('Consequences', (pod.consequences ?? []).map(safeMarkdown)),
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
  return timelines ? ['Before:', '', ...safeMarkdownBlock(timelines.before.trimEnd()), '', 'After:', '', ...safeMarkdownBlock(timelines.after.trimEnd()), ''] : [];
}

function bullets(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map(item => `- ${item}`), ''];
}

function listLines(pods: readonly PodEntry[]): string[] {
  return [...pods.map(pod => `- ${safeMarkdown(titleOf(pod))} (${safeMarkdownCode(pod.file)})${pod.note === undefined ? '' : `: ${safeMarkdown(pod.note)}`}`), ''];
}

function countsText(pods: readonly PodEntry[]): string {
  const counts = SECTIONS.map(({ verdict, title }) => [title.toLowerCase(), pods.filter(pod => pod.verdict === verdict).length] as const);
  return counts.filter(([, count]) => count > 0).map(([title, count]) => `${count} ${title}`).join(', ') || 'none found';
}
