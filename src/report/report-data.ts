import type { Verdict } from '../migration/plan';
import type { Severity } from '../rules/engine/finding';

/** The position of a text in `ReportData.texts`: each text is in a page once. */
export type TextId = number;

/** Everything that a page shows of the workloads. Positions in lists stand for what repeats, so that a page of thousands of workloads stays small. */
export interface ReportData {
  readonly texts: readonly string[];
  readonly workloads: readonly WorkloadData[];
  readonly pictures: readonly PictureData[];
  readonly resources: readonly ResourcesData[];
  /** The lines of diffs, with `@@` lines before each group of changes. */
  readonly diffs: readonly (readonly TextId[])[];
  /** The titles of the rules that are found, by id. */
  readonly rules: { readonly [id: string]: string };
}

/** A pod of the input. */
export interface WorkloadData {
  readonly kind: TextId;
  /** Absent if the manifest names no namespace. */
  readonly namespace?: TextId;
  readonly name: TextId;
  /** The path of its template, if the object has several. */
  readonly template?: TextId;
  readonly file: TextId;
  readonly line: number;
  readonly findings: readonly FindingData[];
  /** Absent if it was not tried, or if the manifest is only a part of one. */
  readonly migration?: MigrationData;
  /** Absent if what the pod does cannot be computed. */
  readonly picture?: number;
  /** What the picture assumes. */
  readonly assumed?: readonly TextId[];
  /** Absent if a quantity cannot be read. */
  readonly resources?: number;
}

/** A finding about a workload, in its file. */
export interface FindingData {
  readonly rule: string;
  readonly severity: `${Severity}`;
  readonly line: number;
  readonly column: number;
  readonly message: TextId;
  readonly fix: TextId;
  /** Why it is accepted. */
  readonly accepted?: TextId;
}

/** What the migration does with a workload. */
export interface MigrationData {
  readonly verdict: Verdict;
  /** The containers that become native sidecars. */
  readonly moved?: readonly TextId[];
  /** The reasons of the changes, with the rule of each. */
  readonly changes?: readonly StepData[];
  /** What is left to do. */
  readonly steps?: readonly StepData[];
  readonly consequences?: readonly TextId[];
  readonly note?: TextId;
  readonly diff?: number;
  /** What the pod does after it; absent if nothing changes. */
  readonly picture?: number;
  /** What this picture assumes. */
  readonly assumed?: readonly TextId[];
  readonly resources?: number;
}

/** A change, or a step for the user. */
export interface StepData {
  /** Absent if it comes from no rule. */
  readonly rule?: string;
  readonly why: TextId;
}

/** The requests and limits of a pod as a whole. */
export interface ResourcesData {
  readonly requests: { readonly [resource: string]: string };
  readonly limits: { readonly [resource: string]: string };
  readonly qosClass: string;
}

/** A pod's life, see `picture-data.ts`. */
export interface PictureData {
  readonly containers: readonly ContainerData[];
  readonly job: boolean;
  readonly grace: number;
  /** Four numbers for each event: the time, the positions of the container and of the event, and the exit code or -1. */
  readonly events: readonly number[];
  readonly outcome: string;
  readonly phase: string;
  readonly why?: TextId;
  readonly stopBegan?: number;
  readonly requestsSeconds?: number;
}

/** A container of a picture. */
export interface ContainerData {
  readonly name: TextId;
  readonly role: string;
  /** Whether it has a startup probe. */
  readonly gate: boolean;
  readonly injected: boolean;
}
