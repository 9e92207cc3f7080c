import { groupsOf, titleOf } from './human';
import { PodEntry } from '../../core/migrate/pod-entry';
import { Verdict } from '../../migration/plan';
import { amount, oneLine } from '../words';

const SECTIONS: readonly { readonly verdict: Verdict; readonly title: string; readonly says: string }[] = [
  { verdict: 'migrated', title: 'Migrated', says: 'These were changed. Read each diff, and what is left to do.' },
  { verdict: 'advice', title: 'For a person to decide', says: 'Nothing was changed here.' },
  { verdict: 'refused', title: 'Refused', says: 'These could not be judged, and stay byte for byte as they were.' },
  { verdict: 'already-native', title: 'Already native', says: 'Their sidecars are native, and nothing was changed.' },
  { verdict: 'nothing-to-do', title: 'Nothing to do', says: 'They have no sidecar that could be moved.' },
];

/** The report of a migration, as Markdown. */
export function migrateReport(pods: readonly PodEntry[], kubernetes: string): string {
  const parts = SECTIONS.flatMap(({ verdict, title, says }) => {
    const own = pods.filter(pod => pod.verdict === verdict);
    const details = own.some(pod => pod.edits.length + pod.manual.length > 0);
    return own.length === 0 ? [] : [`## ${title} (${own.length})`, '', says, '', ...(details ? own.flatMap(podLines) : listLines(own))];
  });
  const anyMoved = pods.some(pod => pod.moved.length > 0);
  return [
    '# Migration to native sidecars',
    '',
    `For Kubernetes ${kubernetes}. ${amount(pods.length, 'pod')}: ${countsText(pods)}.`,
    '',
    ...(anyMoved ? [...BEFORE_YOU_APPLY, ''] : []),
    ...parts,
  ].join('\n').replace(/\n+$/, '\n');
}

/** What holds for every moved container, whatever it is. */
const BEFORE_YOU_APPLY = [
  '## Before you apply it',
  '',
  '- **Every node must run Kubernetes 1.29 or newer.** An older API server drops `restartPolicy` of an init container, and the pod then waits forever.',
  '- **A container that keeps its name and changes its list** can stay in both lists under client-side `kubectl apply`, and the API server refuses the duplicate. Ways out: '
    + '`kubectl apply --server-side --force-conflicts`, `kubectl replace`, or another name for the container.',
  '- **Argo CD, Rollouts and operators with an old schema** show a difference forever or refuse `restartPolicy` in an init container: update them, or tell Argo CD to ignore '
    + 'that difference.',
  '- **Admission webhooks that were built with an old API** drop the field. With a startup probe such a pod is refused loudly; without one it hangs in `Init`. Try one pod first.',
  '- **Metrics and alerts**: kube-state-metrics counts a native sidecar as an init container (`kube_pod_init_container_*` instead of `kube_pod_container_*`), and dashboards show it '
    + 'there.',
  '- **Calls that are inside of images** cannot be seen here: scripts that tell a sidecar to quit, or wait for it, may go once the sidecar is native.',
];

function podLines(pod: PodEntry): string[] {
  return [
    `### ${titleOf(pod)}`,
    '',
    `\`${pod.file}\`, document ${pod.document}${pod.minimumKubernetesVersion ? `, needs Kubernetes ${pod.minimumKubernetesVersion}` : ''}`,
    '',
    ...bullets('Changed', groupsOf(pod.edits).map(({ rule, why, places }) => `\`${places}\`: ${why} (${rule})`)),
    ...bullets('Workarounds that are gone', pod.removed),
    ...bullets('Left to a person', pod.manual.map(step => `${step.why}${step.rule === null ? '' : ` (${step.rule})`}`)),
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
    : [`Effective requests: ${names.map(name => `${name} ${requests.before[name] ?? 'none'} → ${requests.after[name] ?? 'none'}`).join(', ')}.`, ''];
}

function timelineLines({ timelines }: PodEntry): string[] {
  return timelines ? ['Before:', '', '```', timelines.before.trimEnd(), '```', '', 'After:', '', '```', timelines.after.trimEnd(), '```', ''] : [];
}

function bullets(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map(item => `- ${oneLine(item)}`), ''];
}

function listLines(pods: readonly PodEntry[]): string[] {
  return [...pods.map(pod => `- ${titleOf(pod)} (\`${pod.file}\`)`), ''];
}

function countsText(pods: readonly PodEntry[]): string {
  const counts = SECTIONS.map(({ verdict, title }) => [title.toLowerCase(), pods.filter(pod => pod.verdict === verdict).length] as const);
  return counts.filter(([, count]) => count > 0).map(([title, count]) => `${count} ${title}`).join(', ') || 'none found';
}
