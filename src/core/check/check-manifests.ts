import { Fingerprints } from './fingerprints';
import { Ignored, readIgnoreComments } from './ignore-comments';
import { CheckFinding, CheckReport, countOf } from './report';
import { messageOf } from '../../data/error-message';
import { isObject } from '../../data/json';
import { pushAll } from '../../data/push-all';
import { markAcknowledged } from '../../rules/engine/acknowledgment';
import { Severity } from '../../rules/engine/finding';
import { PlacedFinding } from '../../rules/engine/rule';
import { checkPod } from '../../rules/rule-book';
import { TextRegion } from '../../yaml/line-starts';
import { ManifestDocument } from '../../yaml/parse';
import { problemAt } from '../../yaml/places';
import { InputProblem } from '../../yaml/problem';
import { ManifestInput } from '../manifest-input';
import { linesTo, LocatedPod, notesOnText, objectsOf, podsOf, regionOf } from '../pods';
import { CheckSettings } from '../settings';
import { notesOnShutdowns } from '../shutdown-notes';
import { isSopsDocument } from '../sops';
import { TemplateNotes } from '../template-notes';
import { UnmatchedSidecars } from '../unmatched-sidecars';
import { World } from '../world';

/** The findings in the input, before the baseline is applied. */
export interface CheckResult {
  readonly findings: readonly CheckFinding[];
  readonly problems: readonly InputProblem[];
  /** Comments, annotations and configured kinds that have no effect, and why. */
  readonly notes: readonly InputProblem[];
  readonly pods: number;
  readonly partial: number;
}

/** What the check of a pod needs besides the pod. */
interface CheckContext {
  readonly settings: CheckSettings;
  readonly world: World;
  readonly fingerprints: Fingerprints;
  readonly unmatched: UnmatchedSidecars;
  readonly onPod: PodListener;
  readonly keepsText: boolean;
}

/** Gets each pod that was checked, with its findings. It must not keep the pod: that would keep the whole input in memory. */
export type PodListener = (pod: LocatedPod, findings: readonly CheckFinding[]) => void;

/** Checks every pod of the input. */
export function checkManifests(input: ManifestInput, settings: CheckSettings): CheckResult {
  const check = new RunningCheck(settings, World.of(input.documents, settings), undefined, true);
  input.documents.forEach(document => check.add(document));
  return check.result;
}

/** A check that gets one document after another, and keeps none of them. */
export class RunningCheck {
  private readonly tally: Tally = { findings: [], problems: [], notes: [], pods: 0, partial: 0 };
  private readonly context: CheckContext;
  private readonly templates: TemplateNotes;

  /**
   * @param onPod gets each pod that was checked
   * @param keepsText whether the texts of all files stay in memory until the end in any case
   */
  public constructor(settings: CheckSettings, world: World, onPod: PodListener = () => {}, keepsText = false) {
    this.context = { settings, world, fingerprints: new Fingerprints(), unmatched: new UnmatchedSidecars(settings.programs), onPod, keepsText };
    this.templates = new TemplateNotes(settings.workloads);
  }

  public add(document: ManifestDocument): void {
    checkDocument(document, this.context, this.tally);
    this.templates.add(document);
  }

  public get result(): CheckResult {
    return { ...this.tally, notes: [...this.tally.notes, ...this.templates.notes(), ...this.context.unmatched.notes()] };
  }
}

/** How much was read, and what could not be. */
export interface ReadInput {
  readonly files: { readonly length: number };
  readonly documents: { readonly length: number };
  readonly problems: readonly InputProblem[];
}

/** Summarizes the findings, without those in the baseline. */
export function reportOf(input: ReadInput, result: CheckResult, baseline: ReadonlySet<string> | undefined): CheckReport {
  const [acknowledged, counting] = [true, false].map(wanted => result.findings.filter(one => (one.acknowledged !== undefined) === wanted));
  const findings = counting.filter(one => !baseline?.has(one.fingerprint));
  const present = new Set(result.findings.map(one => one.fingerprint));
  return {
    findings,
    acknowledged,
    problems: [...input.problems, ...result.problems],
    summary: {
      files: input.files.length,
      documents: input.documents.length,
      pods: result.pods,
      partial: result.partial,
      error: countOf(findings, Severity.ERROR),
      warning: countOf(findings, Severity.WARNING),
      info: countOf(findings, Severity.INFO),
      known: counting.length - findings.length,
      gone: [...(baseline ?? [])].filter(fingerprint => !present.has(fingerprint)).length,
    },
  };
}

/** A result that is still being collected. */
interface Tally extends CheckResult {
  readonly findings: CheckFinding[];
  readonly problems: InputProblem[];
  readonly notes: InputProblem[];
  pods: number;
  partial: number;
}

/** Pods are created and dropped document by document: all pods of a large input would need more memory than its text. */
function checkDocument(document: ManifestDocument, context: CheckContext, tally: Tally): void {
  const pods = podsToCheck(document, context, tally);
  if (pods.length === 0) {
    return;
  }
  const ignored = readIgnoreComments(document, pods);
  tally.pods += pods.length;
  for (const located of pods) {
    context.unmatched.see(located.pod);
    try {
      const found = findingsIn(located, ignored, context);
      const findings = context.keepsText ? found : found.map(copyOf);
      pushAll(tally.findings, findings);
      context.onPod(located, findings);
    } catch (error) {
      // An unforeseen manifest must not hide the findings in other manifests.
      tally.problems.push(problemAt(document, located.objectPath, `${located.pod.title} cannot be checked, please report it with the manifest: ${messageOf(error)}`));
    }
  }
  pushAll(tally.notes, [...ignored.notes(), ...pods.flatMap(notesOnShutdowns)]);
}

/** A copy, because the texts of a finding are parts of the text of the file, which would stay in memory with them. As JSON it takes a third of the time of a structured clone. */
function copyOf(finding: CheckFinding): CheckFinding {
  return JSON.parse(JSON.stringify(finding)) as CheckFinding;
}

function podsToCheck(document: ManifestDocument, { settings: { workloads }, world }: CheckContext, tally: Tally): LocatedPod[] {
  const here: LocatedPod[] = [];
  pushAll(tally.notes, notesOnText(document, workloads));
  for (const object of isSopsDocument(document) ? [] : objectsOf(document.value)) {
    if (isObject(object.value) && world.isPatch(object.value, document.file)) {
      tally.partial++;
      continue;
    }
    const { pods, problems } = podsOf(document, object, workloads);
    pushAll(here, pods);
    pushAll(tally.problems, problems);
  }
  return here;
}

function findingsIn(located: LocatedPod, ignored: Ignored, { settings, world, fingerprints }: CheckContext): CheckFinding[] {
  const { pod } = located;
  const findings = markAcknowledged(checkPod(world.contextOf(pod, located.document.file)), pod);
  return findings.flatMap(finding => {
    const severity = settings.severities.get(finding.rule) ?? finding.severity;
    const region = regionFinder(located, finding);
    const ignoredFor = ignored.reason(pod, finding.container, finding.rule, () => linesTo(located, finding.place));
    if (severity === 'off') {
      return [];
    }
    const fix = world.fixOf(finding, located.document.file);
    return [checkFinding(located, { ...finding, fix, severity, acknowledged: finding.acknowledged ?? ignoredFor }, region, fingerprints)];
  });
}

/** The location of a finding in its file, computed once. */
function regionFinder(located: LocatedPod, { place }: PlacedFinding): () => TextRegion {
  let region: TextRegion | undefined;
  return () => {
    region ??= regionOf(located, place);
    return region;
  };
}

function checkFinding({ pod, document }: LocatedPod, finding: PlacedFinding, region: () => TextRegion, fingerprints: Fingerprints): CheckFinding {
  return {
    rule: finding.rule,
    severity: finding.severity,
    file: document.file,
    region: region(),
    document: document.index,
    kind: pod.kind,
    namespace: pod.namespace ?? null,
    name: pod.name ?? null,
    container: finding.container ?? null,
    path: finding.path ?? null,
    message: finding.message,
    fix: finding.fix,
    workload: pod.title,
    fingerprint: fingerprints.of(pod, finding),
    ...(finding.acknowledged === undefined ? {} : { acknowledged: finding.acknowledged }),
  };
}
