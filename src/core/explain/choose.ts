import { safeLine } from '../../data/safe-text';
import { LocatedPod } from '../pods';

/** How many pods a message lists. */
const MOST_LISTED = 20;

/** Why no pod is selected. */
export interface NoChoice {
  readonly message: string;
  /** Whether no pod has the name, so that it may be in a part of the input that could not be read. */
  readonly isMissing: boolean;
}

/**
 * Selects a pod; tells why if the selection is not unique.
 *
 * @param pods the pods in the input, at least one
 * @param workload `Kind/name` or `namespace/Kind/name`, with `:path` of the pod template if the object has several; the kind is not case-sensitive
 * @param option how the caller lets the user choose, such as `--workload`
 * @param isPatch whether a pod is only a patch, which counts if there is no complete one
 */
export function choosePod(
  pods: readonly LocatedPod[], workload: string | undefined, option: string, isPatch: (pod: LocatedPod) => boolean = () => false,
): LocatedPod | NoChoice {
  const wanted = workload === undefined ? undefined : parseWorkload(workload, option);
  if (typeof wanted === 'string') {
    return { message: wanted, isMissing: false };
  }
  const all = pods.filter(pod => wanted === undefined || matches(pod, wanted));
  const complete = all.filter(pod => !isPatch(pod));
  const matching = complete.length > 0 ? complete : all;
  if (matching.length === 1) {
    return matching[0];
  }
  if (matching.length === 0) {
    return { message: `no workload is named '${safeLine(workload!)}': choose one of\n${list(pods)}`, isMissing: true };
  }
  const names = new Set(matching.map(fullTitle));
  const message = names.size === 1
    ? `${matching.length} workloads have the same name: pass only the file that contains the one you mean\n${list(matching)}`
    : `${matching.length} workloads found: choose one with ${option}, for example ${option} ${safeLine(quote(titles(matching)[0]))}\n${list(matching)}`;
  return { message, isMissing: false };
}

interface Wanted {
  readonly template?: string;
  readonly namespace?: string;
  readonly kind: string;
  readonly name: string;
}

function parseWorkload(workload: string, option: string): Wanted | string {
  const [, object, template] = /^([^:]*)(?::(.*))?$/.exec(workload) ?? [];
  const parts = (object ?? '').split('/');
  const [name, kind, namespace] = [...parts].reverse();
  return parts.length < 2 || parts.length > 3 || parts.includes('')
    ? `${option} '${safeLine(workload)}' is invalid: write Kind/name, such as Deployment/web, or namespace/Kind/name`
    : { name, kind: kind.toLowerCase(), namespace, template };
}

function matches({ pod }: LocatedPod, wanted: Wanted): boolean {
  return pod._workload === `${pod.kind}/${wanted.name}`
    && (wanted.template === undefined || wanted.template === pod._template)
    && pod.kind.toLowerCase() === wanted.kind
    && (wanted.namespace === undefined || (pod.namespace ?? 'default') === wanted.namespace);
}

/** The values of `--workload` that select each pod: with the namespace if kind and name are not unique. */
function titles(pods: readonly LocatedPod[]): string[] {
  const counts = new Map<string, number>();
  pods.forEach(({ pod }) => counts.set(pod.title, (counts.get(pod.title) ?? 0) + 1));
  return pods.map(located => counts.get(located.pod.title)! > 1 ? fullTitle(located) : choice(located));
}

function fullTitle(located: LocatedPod): string {
  return `${located.pod.namespace ?? 'default'}/${choice(located)}`;
}

/** The value of `--workload` that selects a pod. */
function choice({ pod }: LocatedPod): string {
  return pod._template === undefined ? pod._workload : `${pod._workload}:${pod._template}`;
}

/** Quotes brackets, which a shell treats as a pattern. */
function quote(text: string): string {
  return /[[\]()']/.test(text) ? `"${text}"` : text;
}

function list(pods: readonly LocatedPod[]): string {
  const names = titles(pods);
  const lines = pods.slice(0, MOST_LISTED).map((located, index) => safeLine(`  ${names[index]} (${located.document.file})`));
  return [...lines, ...(pods.length > MOST_LISTED ? [`  and ${pods.length - MOST_LISTED} more`] : [])].join('\n');
}
