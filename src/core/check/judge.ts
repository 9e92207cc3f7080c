import { notesOnAnnotations } from './annotation-notes';
import { Fingerprints } from './fingerprints';
import { Ignored, readIgnoreComments } from './ignore-comments';
import { CheckFinding, CheckReport, countOf } from './report';
import { messageOf } from '../../data/error-message';
import { isObject } from '../../data/json';
import { isPartial } from '../../recognition/partial';
import { markAcknowledged } from '../../rules/engine/acknowledgment';
import { Severity } from '../../rules/engine/finding';
import { PlacedFinding } from '../../rules/engine/rule';
import { checkPod } from '../../rules/rule-book';
import { TextRegion } from '../../yaml/line-starts';
import { ManifestDocument } from '../../yaml/parse';
import { problemAt, regionIn } from '../../yaml/places';
import { InputProblem } from '../../yaml/problem';
import { ManifestInput } from '../manifest-input';
import { LocatedPod, objectsOf, podsOf } from '../pods';
import { CheckSettings } from '../settings';
import { notesOnShutdowns } from '../shutdown-notes';
import { World } from '../world';

/** What was found in the input, before a baseline is looked at. */
export interface Judgment {
  readonly findings: readonly CheckFinding[];
  readonly problems: readonly InputProblem[];
  /** Comments and annotations that have no effect, and why. */
  readonly notes: readonly InputProblem[];
  readonly pods: number;
  readonly partial: number;
}

/** What a judgment needs besides a pod. */
interface Court {
  readonly settings: CheckSettings;
  readonly world: World;
  readonly fingerprints: Fingerprints;
}

/**
 * Checks every pod of the input.
 *
 * @param input what was read
 * @param settings what the user wants
 * @param onProgress receives how many documents are done
 */
export function judge(input: ManifestInput, settings: CheckSettings, onProgress: (done: number, all: number) => void = () => {}): Judgment {
  const court: Court = { settings, world: World.of(input.documents, settings), fingerprints: new Fingerprints() };
  const judgment: Tally = { findings: [], problems: [], notes: [], pods: 0, partial: 0 };
  input.documents.forEach((document, done) => {
    judgeDocument(document, court, judgment);
    onProgress(done, input.documents.length);
  });
  return judgment;
}

/** Adds up what was found, without what a baseline holds. */
export function reportOf(input: ManifestInput, judgment: Judgment, baseline: ReadonlySet<string> | undefined): CheckReport {
  const [acknowledged, counting] = [true, false].map(wanted => judgment.findings.filter(one => (one.acknowledged !== undefined) === wanted));
  const findings = counting.filter(one => !baseline?.has(one.fingerprint));
  const present = new Set(judgment.findings.map(one => one.fingerprint));
  return {
    findings,
    acknowledged,
    problems: [...input.problems, ...judgment.problems],
    summary: {
      files: input.files.length,
      documents: input.documents.length,
      pods: judgment.pods,
      partial: judgment.partial,
      error: countOf(findings, Severity.ERROR),
      warning: countOf(findings, Severity.WARNING),
      info: countOf(findings, Severity.INFO),
      known: counting.length - findings.length,
      gone: [...(baseline ?? [])].filter(fingerprint => !present.has(fingerprint)).length,
    },
  };
}

/** A judgment that is being added up. */
interface Tally extends Judgment {
  readonly findings: CheckFinding[];
  readonly problems: InputProblem[];
  readonly notes: InputProblem[];
  pods: number;
  partial: number;
}

/** Pods are made document by document, and forgotten: those of a large input would take more memory than its text. */
function judgeDocument(document: ManifestDocument, court: Court, tally: Tally): void {
  const pods = podsToJudge(document, court.settings, tally);
  if (pods.length === 0) {
    return;
  }
  const ignored = readIgnoreComments(document, pods);
  tally.pods += pods.length;
  for (const located of pods) {
    try {
      tally.findings.push(...judgePod(located, ignored, court));
    } catch (error) {
      // An unforeseen manifest must not hide the findings in other manifests.
      tally.problems.push(problemAt(document, located.objectPath, `${located.pod.title} cannot be checked, please report it with the manifest: ${messageOf(error)}`));
    }
  }
  tally.notes.push(...ignored.notes(), ...notesOnAnnotations(document, pods), ...pods.flatMap(notesOnShutdowns));
}

function podsToJudge(document: ManifestDocument, { workloads }: CheckSettings, tally: Tally): LocatedPod[] {
  const here: LocatedPod[] = [];
  for (const object of objectsOf(document.value)) {
    if (isObject(object.value) && isPartial(object.value, workloads)) {
      tally.partial++;
      continue;
    }
    const { pods, problems } = podsOf(document, object, workloads);
    here.push(...pods);
    tally.problems.push(...problems);
  }
  return here;
}

function judgePod(located: LocatedPod, ignored: Ignored, { settings, world, fingerprints }: Court): CheckFinding[] {
  const { pod } = located;
  const findings = markAcknowledged(checkPod(world.contextOf(pod, located.document.file)), pod.manifest);
  return findings.flatMap(finding => {
    const severity = settings.severities.get(finding.rule) ?? finding.severity;
    const region = regionFinder(located, finding);
    const ignoredFor = ignored.reason(pod, finding.container, finding.rule, () => region().line);
    if (severity === 'off') {
      return [];
    }
    return [checkFinding(located, { ...finding, severity, acknowledged: finding.acknowledged ?? ignoredFor }, region, fingerprints)];
  });
}

/** Where a finding stands in its file, found when it is first asked for: not for what is acknowledged or known. */
function regionFinder({ document, objectPath }: LocatedPod, { place }: PlacedFinding): () => TextRegion {
  let region: TextRegion | undefined;
  return () => {
    region ??= regionIn(document, { ...place, path: [...objectPath, ...(place?.path ?? [])] });
    return region;
  };
}

function checkFinding({ pod, document }: LocatedPod, finding: PlacedFinding, region: () => TextRegion, fingerprints: Fingerprints): CheckFinding {
  return {
    rule: finding.rule,
    severity: finding.severity,
    file: document.file,
    get region() {
      return region();
    },
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
