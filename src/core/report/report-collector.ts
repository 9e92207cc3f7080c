import { RequestTotals } from './request-totals';
import { SharedParts, WorkloadWriter } from './workload-entry';
import { follow, isObject } from '../../data/json';
import { DataPath } from '../../data/path';
import { pushAll } from '../../data/push-all';
import { PodModel } from '../../kubernetes/pod';
import { ReportData, WorkloadData } from '../../report/report-data';
import { RequestTotal } from '../../report/summary';
import { findRule } from '../../rules/all-rules';
import { ManifestDocument, parseOneByOne } from '../../yaml/parse';
import { partedDiff } from '../../yaml/parted-diff';
import { lineIn } from '../../yaml/places';
import { formatProblem, InputProblem } from '../../yaml/problem';
import { RunningCheck } from '../check/check-manifests';
import { CheckFinding } from '../check/report';
import { MigratedText } from '../migrate/migrate-text';
import { MigratedPod } from '../migrate/migrated-pod';
import { LocatedPod, objectsOf } from '../pods';
import { CheckSettings } from '../settings';
import { Passed, Skipped } from '../skipped';
import { World } from '../world';

/** A diff with more characters than this is not shown: a page would be full of it. */
const LONGEST_DIFF = 100_000;

/** Everything that a page shows of the input. */
export interface CollectedReport {
  readonly data: ReportData;
  readonly requests: readonly RequestTotal[];
  readonly owned: number;
  readonly problems: readonly InputProblem[];
  /** Comments, annotations and configured kinds that have no effect, and why. */
  readonly notes: readonly InputProblem[];
}

interface Collected {
  readonly workload: WorkloadData;
  /** The line on which its object begins. */
  readonly start: number;
  /** What identifies the object, and the object that creates it. */
  readonly identity: string;
  readonly owner?: string;
}

/** Collects what a page shows, file by file, and keeps no file. */
export class ReportCollector {
  private readonly parts = new SharedParts();
  private readonly check: RunningCheck;
  private readonly writer: WorkloadWriter;
  private readonly problems: InputProblem[] = [];
  private readonly collected: Collected[] = [];
  /** The workloads of the current file. */
  private current: Collected[] = [];
  private migrated = new Map<string, MigratedPod>();

  /** @param onWorkload gets how many workloads are done */
  public constructor(settings: CheckSettings, world: World, private readonly onWorkload: (done: number) => void = () => {}) {
    this.writer = new WorkloadWriter(this.parts, world);
    this.check = new RunningCheck(settings, world, (located, findings) => this.addPod(located, findings));
  }

  /**
   * Adds a file.
   *
   * @param migrated what the migration does with it, if it was tried
   * @param skipped counts what cannot be judged
   * @param passed how the user passed the file
   */
  public add(file: string, text: string, migrated: MigratedText | undefined, skipped: Skipped, passed: Passed): void {
    this.migrated = new Map();
    for (const one of migrated?.pods ?? []) {
      if (one.pod && one.objectPath) {
        this.migrated.set(keyOf(one.document, one.objectPath, one.pod), one);
      }
    }
    this.current = [];
    const starts: number[] = [];
    const problems: InputProblem[] = [];
    for (const document of parseOneByOne(file, text, problems)) {
      skipped.lookAt(document, passed);
      if (migrated && migrated.text !== text) {
        pushAll(starts, objectsOf(document.value).map(({ path }) => startOf(document, path)));
      }
      this.check.add(document);
    }
    pushAll(this.problems, skipped.sort(problems, passed));
    const diffs = migrated ? partedDiff(text, migrated.text, starts) : new Map<number, string[]>();
    pushAll(this.collected, this.current.map(one => ({ ...one, workload: this.withDiff(one, diffs) })));
  }

  public get result(): CollectedReport {
    const identities = new Set(this.collected.map(({ identity }) => identity));
    const kept = this.collected.filter(({ owner }) => owner === undefined || !identities.has(owner));
    const workloads = kept.map(({ workload }) => workload);
    const { texts, pictures, resources, diffs } = this.parts;
    const rules = [...new Set(workloads.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort();
    const { problems, notes } = this.check.result;
    return {
      data: {
        texts: texts.all,
        workloads,
        pictures: pictures.all,
        resources: resources.all,
        diffs: diffs.all,
        rules: Object.fromEntries(rules.map(rule => [rule, findRule(rule)?.title ?? ''])),
      },
      requests: this.requestsOf(workloads),
      owned: this.collected.length - kept.length,
      problems: [...this.problems, ...problems],
      notes,
    };
  }

  private addPod(located: LocatedPod, findings: readonly CheckFinding[]): void {
    const { pod, document, objectPath } = located;
    const migrated = this.migrated.get(keyOf(document.index, objectPath, pod));
    this.current.push({
      workload: this.writer.workload(located, findings, migrated),
      start: startOf(document, objectPath),
      identity: identityOf(pod.kind, pod.namespace, pod.name ?? ''),
      owner: ownerOf(pod),
    });
    this.onWorkload(this.collected.length + this.current.length);
  }

  private withDiff({ workload, start }: Collected, diffs: ReadonlyMap<number, readonly string[]>): WorkloadData {
    const lines = diffs.get(start);
    const { migration } = workload;
    if (!lines || migration?.verdict !== 'migrated') {
      return workload;
    }
    const isLong = lines.reduce((sum, line) => sum + line.length, 0) > LONGEST_DIFF;
    const { texts, diffs: all } = this.parts;
    const told = isLong ? ["@@ too long for this page: run 'cdk8s-sidecars migrate' to see it @@"] : lines;
    return { ...workload, migration: { ...migration, diff: all.add(told.map(line => texts.add(line))) } };
  }

  private requestsOf(workloads: readonly WorkloadData[]): RequestTotal[] {
    const totals = new RequestTotals();
    const { all } = this.parts.resources;
    for (const { resources, migration } of workloads) {
      if (resources !== undefined) {
        totals.add(all[resources].requests, all[migration?.resources ?? resources].requests);
      }
    }
    return totals.all;
  }
}

/** Formats problems for a page, each once: the check and the migration both read the input. */
export function problemTexts(problems: readonly InputProblem[]): string[] {
  return [...new Set(problems.map(formatProblem))];
}

function keyOf(document: number, objectPath: DataPath, pod: PodModel): string {
  return JSON.stringify([document, objectPath, pod._found.path]);
}

function startOf(document: ManifestDocument, objectPath: DataPath): number {
  return objectPath.length === 0 ? document.firstLine : lineIn(document, objectPath);
}

function identityOf(kind: string, namespace: string | undefined, name: string): string {
  return structuredClone(`${kind} ${namespace ?? ''}/${name}`);
}

/** The object that creates and manages the object of a pod, such as the ReplicaSet of a Pod. */
function ownerOf(pod: PodModel): string | undefined {
  const owners: unknown = follow(pod.manifest, ['metadata', 'ownerReferences']);
  const owner: unknown = Array.isArray(owners) ? owners.find(one => isObject(one) && one.controller === true) : undefined;
  return isObject(owner) ? identityOf(String(owner.kind), pod.namespace, String(owner.name)) : undefined;
}
