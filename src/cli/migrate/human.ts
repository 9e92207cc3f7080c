import { beforeYouApply } from './before-you-apply';
import { PodEntry } from '../../core/migrate/pod-entry';
import { fullName } from '../../core/workload-name';
import { safeLine } from '../../data/safe-text';
import { amount } from '../../data/words';
import { Verdict } from '../../migration/plan';

const WORDS: readonly (readonly [Verdict, string])[] = [
  ['migrated', 'migrated'],
  ['already-native', 'already native'],
  ['advice', 'for you to decide'],
  ['refused', 'refused'],
  ['nothing-to-do', 'with nothing to migrate'],
];

/** Renders the migration for people, beside the diff: the changes and the remaining steps of each pod, and a summary. */
export function migrateHuman(pods: readonly PodEntry[], files: number, written: boolean): string {
  const listed = pods.filter(pod => pod.edits.length > 0 || pod.manual.length > 0 || pod.accepted !== undefined || pod.note !== undefined);
  const lines = listed.flatMap(pod => [
    `${pod.file}: ${fullName(pod)}: ${verdictText(pod)}`,
    ...groupsOf(pod.edits).map(({ rule, why, places }) => `  ${rule} ${places}: ${why}`),
    ...(pod.consequences ?? []).map(consequence => `  note: ${consequence}`),
    ...(pod.note === undefined ? [] : [`  note: ${pod.note}`]),
    ...(pod.accepted ?? []).map(({ why }) => `  accepted: ${why}`),
    ...pod.manual.map(step => `  to do: ${step.rule === null ? '' : `${step.rule} `}${step.why}`),
  ]);
  const [whole, patches] = [pods.filter(pod => !pod.isPatch), pods.filter(pod => pod.isPatch)];
  const counts = [...WORDS.flatMap(([verdict, word]) => {
    const count = whole.filter(pod => pod.verdict === verdict).length;
    return count > 0 ? [`${count} ${word}`] : [];
  }), ...patchCount(patches)];
  const what = `${amount(whole.length, 'pod')} in ${amount(files, 'file')}`;
  const hint = !written && pods.some(pod => pod.verdict === 'migrated') ? '; dry run: pass --write or --out to save the changes' : '';
  const advice = pods.some(pod => pod.moved.length > 0) ? ['Before you apply it:', ...beforeYouApply(pods).map(plain), ''] : [];
  return [...lines.map(safeLine), ...(lines.length > 0 ? [''] : []), ...advice, `${what}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}${hint}`, ''].join('\n');
}

/** Markdown as people read it in a terminal. */
function plain(text: string): string {
  return text.replace(/\*\*|`/g, '');
}

/** Groups edits that have the same reason: the first place, and how many more there are. */
export function groupsOf(edits: PodEntry['edits']): { readonly rule: string; readonly why: string; readonly places: string }[] {
  const groups = new Map<string, { rule: string; why: string; paths: string[] }>();
  for (const { rule, path, why } of edits) {
    const key = `${rule} ${why}`;
    const group = groups.get(key) ?? { rule, why, paths: [] };
    groups.set(key, group);
    group.paths.push(path);
  }
  return [...groups.values()].map(({ rule, why, paths }) => ({ rule, why, places: paths.length === 1 ? paths[0] : `${paths[0]} and ${paths.length - 1} more` }));
}

/** How many patches there are, which are not pods. */
export function patchCount(patches: readonly PodEntry[]): string[] {
  return patches.length === 0 ? [] : [`${amount(patches.length, 'patch', 'patches')} not migrated`];
}

function verdictText({ verdict, moved }: PodEntry): string {
  return moved.length > 0 ? `${verdict}, ${moved.map(name => `'${name}'`).join(', ')} moved` : verdict;
}
