import { ReportData, WorkloadData } from './report-data';
import { Health, HEALTHS, healthOf, openFindings, titleOf } from './workloads';

/** What a reader of a page asks for; an empty text or list asks for nothing. */
export interface Filter {
  readonly text: string;
  readonly severities: readonly string[];
  readonly rule: string;
  readonly namespace: string;
  readonly kind: string;
  readonly verdict: string;
  readonly order: Order;
}

/** The orders of a list of workloads. */
export const ORDERS = ['severity', 'name', 'namespace'] as const;
export type Order = (typeof ORDERS)[number];

export const NO_FILTER: Filter = { text: '', severities: [], rule: '', namespace: '', kind: '', verdict: '', order: 'severity' };

/** The name of workloads whose manifest names no namespace. */
export const NO_NAMESPACE = '(none)';

/** What is asked of a workload, prepared once. */
interface Entry {
  readonly index: number;
  readonly severities: ReadonlySet<string>;
  readonly health: number;
  readonly rules: ReadonlySet<string>;
  readonly namespace: string;
  readonly kind: string;
  readonly verdict: string;
  readonly title: string;
}

/** Finds the workloads of a page. */
export class Finder {
  private readonly entries: readonly Entry[];
  /** What a search looks through. */
  private haystacks?: readonly string[];

  public constructor(private readonly data: ReportData) {
    this.entries = data.workloads.map((workload, index) => entryOf(workload, index, data));
  }

  /** Prepares the first search, which otherwise takes longer than the others. */
  public prepare(): void {
    this.haystacks ??= this.data.workloads.map(workload => haystackOf(workload, this.data));
  }

  /** The positions of the workloads that a filter asks for, in its order. */
  public find(filter: Filter): number[] {
    const words = filter.text.toLowerCase().split(/\s+/).filter(word => word !== '');
    return this.entries
      .filter(entry => accepts(entry, filter) && words.every(word => this.haystack(entry.index).includes(word)))
      .sort(comparing(filter.order))
      .map(({ index }) => index);
  }

  private haystack(index: number): string {
    this.prepare();
    return this.haystacks![index];
  }
}

/** The namespace of a workload as a page names it. */
export function namespaceOf({ namespace }: WorkloadData, { texts }: ReportData): string {
  return namespace === undefined ? NO_NAMESPACE : texts[namespace];
}

function entryOf(workload: WorkloadData, index: number, data: ReportData): Entry {
  const open = openFindings(workload);
  const severities = new Set<Health>(open.length > 0 ? open.map(({ severity }) => severity) : ['none']);
  return {
    index,
    severities,
    health: HEALTHS.indexOf(healthOf(workload)),
    rules: new Set(open.map(({ rule }) => rule)),
    namespace: namespaceOf(workload, data),
    kind: data.texts[workload.kind],
    verdict: workload.migration?.verdict ?? '',
    title: titleOf(workload, data),
  };
}

function accepts(entry: Entry, { severities, rule, namespace, kind, verdict }: Filter): boolean {
  return (severities.length === 0 || severities.some(severity => entry.severities.has(severity)))
    && (rule === '' || entry.rules.has(rule))
    && (namespace === '' || entry.namespace === namespace)
    && (kind === '' || entry.kind === kind)
    && (verdict === '' || entry.verdict === verdict);
}

/** Names, places, containers, and everything that the findings tell. */
function haystackOf(workload: WorkloadData, data: ReportData): string {
  const { texts, pictures } = data;
  const containers = workload.picture === undefined ? [] : pictures[workload.picture].containers;
  return [
    titleOf(workload, data),
    namespaceOf(workload, data),
    texts[workload.file],
    ...containers.map(({ name }) => texts[name]),
    ...workload.findings.flatMap(({ rule, message, fix }) => [rule, texts[message], texts[fix]]),
  ].join('\n').toLowerCase();
}

function comparing(order: Order): (a: Entry, b: Entry) => number {
  const byName = (a: Entry, b: Entry) => compare(a.title, b.title) || compare(a.namespace, b.namespace) || a.index - b.index;
  switch (order) {
    case 'severity': return (a, b) => a.health - b.health || a.index - b.index;
    case 'name': return byName;
    case 'namespace': return (a, b) => compare(a.namespace, b.namespace) || byName(a, b);
  }
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
