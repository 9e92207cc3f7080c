import { LocatedPod } from '../../core/pods';
import { Stop, wrongUse } from '../io/io';

/** How many pods a message lists. */
const MOST_LISTED = 20;

/**
 * Picks the pod that is meant.
 *
 * @param pods what was found, at least one
 * @param workload `Kind/name` or `namespace/Kind/name`; the kind may be written in lower case
 */
export function choosePod(pods: readonly LocatedPod[], workload: string | undefined): LocatedPod | Stop {
  const wanted = workload === undefined ? undefined : parseWorkload(workload);
  if (wanted instanceof Stop) {
    return wanted;
  }
  const matching = pods.filter(pod => wanted === undefined || matches(pod, wanted));
  if (matching.length === 1) {
    return matching[0];
  }
  if (matching.length === 0) {
    return wrongUse(`no workload is called '${workload}': choose one of\n${list(pods)}`);
  }
  const names = new Set(matching.map(fullTitle));
  return names.size === 1
    ? wrongUse(`${matching.length} workloads have the same name: give only the file that is meant\n${list(matching)}`)
    : wrongUse(`${matching.length} workloads with a pod: choose one with --workload, for example --workload ${titles(matching)[0]}\n${list(matching)}`);
}

interface Wanted {
  readonly namespace?: string;
  readonly kind: string;
  readonly name: string;
}

function parseWorkload(workload: string): Wanted | Stop {
  const parts = workload.split('/');
  const [name, kind, namespace] = [...parts].reverse();
  return parts.length < 2 || parts.length > 3 || parts.includes('')
    ? wrongUse(`--workload '${workload}' is no workload: write it as Kind/name, such as Deployment/web, or as namespace/Kind/name`)
    : { name, kind: kind.toLowerCase(), namespace };
}

function matches({ pod }: LocatedPod, wanted: Wanted): boolean {
  return pod.title === `${pod.kind}/${wanted.name}`
    && pod.kind.toLowerCase() === wanted.kind
    && (wanted.namespace === undefined || (pod.namespace ?? 'default') === wanted.namespace);
}

/** What the user can write to choose each: with the namespace where the kind and the name alone do not tell. */
function titles(pods: readonly LocatedPod[]): string[] {
  return pods.map(located => pods.some(other => other !== located && other.pod.title === located.pod.title) ? fullTitle(located) : located.pod.title);
}

function fullTitle({ pod }: LocatedPod): string {
  return `${pod.namespace ?? 'default'}/${pod.title}`;
}

function list(pods: readonly LocatedPod[]): string {
  const names = titles(pods);
  const lines = pods.slice(0, MOST_LISTED).map((located, index) => `  ${names[index]} (${located.document.file})`);
  return [...lines, ...(pods.length > MOST_LISTED ? [`  and ${pods.length - MOST_LISTED} more`] : [])].join('\n');
}
