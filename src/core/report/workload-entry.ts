import { podPicture, PodPicture, podResources } from './pod-picture';
import { pictureData } from '../../report/picture-data';
import { FindingData, MigrationData, PictureData, ResourcesData, StepData, WorkloadData } from '../../report/report-data';
import { Distinct, Texts } from '../../report/texts';
import { lineIn } from '../../yaml/places';
import { CheckFinding } from '../check/report';
import { MigratedPod } from '../migrate/migrated-pod';
import { entryOf, liveStep, podAfter } from '../migrate/pod-entry';
import { LocatedPod } from '../pods';
import { World } from '../world';

/** The parts that the workloads of a page share. */
export class SharedParts {
  public readonly texts = new Texts();
  public readonly pictures = new Distinct<PictureData>(JSON.stringify);
  public readonly resources = new Distinct<ResourcesData>(JSON.stringify);
  public readonly diffs = new Distinct<readonly number[]>(lines => lines.join());
}

/** Writes what a page shows about a workload. */
export class WorkloadWriter {
  public constructor(private readonly parts: SharedParts, private readonly world: World) {}

  /** @param migrated what the migration does with it, if it was tried */
  public workload(located: LocatedPod, findings: readonly CheckFinding[], migrated: MigratedPod | undefined): WorkloadData {
    const { texts, pictures } = this.parts;
    const { pod, document, objectPath } = located;
    const now = podPicture(pod, document.file, this.world);
    return {
      kind: texts.add(pod.kind),
      namespace: texts.maybe(pod.namespace),
      name: texts.add(pod._workload.slice(pod.kind.length + 1)),
      template: texts.maybe(pod._template),
      file: texts.add(document.file),
      line: lineIn(document, objectPath),
      findings: findings.map(finding => this.finding(finding)),
      migration: migrated && this.migration(migrated),
      picture: pictures.add(pictureData(now.drawn, texts)),
      assumed: texts.list(now.assumptions),
      resources: this.resourcesOf(now),
    };
  }

  private finding({ rule, severity, region: { line, column }, message, fix, acknowledged }: CheckFinding): FindingData {
    const { texts } = this.parts;
    return { rule, severity, line, column, message: texts.add(message), fix: texts.add(fix), accepted: texts.maybe(acknowledged) };
  }

  private migration(migrated: MigratedPod): MigrationData {
    const { texts, pictures } = this.parts;
    const { verdict, moved, edits, manual, consequences = [], note, live } = entryOf(migrated, this.world);
    const after = podAfter(migrated);
    const then = after && podPicture(after, migrated.file, this.world);
    return {
      verdict,
      moved: texts.list(moved),
      changes: this.steps(edits),
      steps: this.steps([...manual, ...(live ? [{ rule: null, why: liveStep(live) }] : [])]),
      consequences: texts.list(consequences),
      note: texts.maybe(note),
      picture: then && pictures.add(pictureData(then.drawn, texts)),
      assumed: then && texts.list(then.assumptions),
      resources: then && this.resourcesOf(then),
    };
  }

  /** Steps with the same reason once. */
  private steps(steps: readonly { readonly rule: string | null; readonly why: string }[]): StepData[] | undefined {
    const distinct = new Map(steps.map(({ rule, why }) => [`${rule} ${why}`, { rule: rule ?? undefined, why: this.parts.texts.add(why) }]));
    return distinct.size > 0 ? [...distinct.values()] : undefined;
  }

  private resourcesOf({ drawn }: PodPicture): number | undefined {
    const resources = podResources(drawn);
    return resources && this.parts.resources.add({ requests: resources.requests, limits: resources.limits, qosClass: resources.qosClass });
  }
}
