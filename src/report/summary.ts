/** What a page tells about the input as a whole. */
export interface ReportSummary {
  /** The version of this package. */
  readonly version: string;
  readonly kubernetes: string;
  /** The mesh with its version, if there is one. */
  readonly mesh?: string;
  readonly files: number;
  /** The requests of one pod of each workload, added up, by resource. */
  readonly requests: readonly RequestTotal[];
  /** How many objects were left out because another object of the input creates them. */
  readonly owned: number;
  /** What could not be read. */
  readonly problems: readonly string[];
  /** Why no migration was tried, if none was. */
  readonly unmigrated?: string;
}

/** The sum of the requests for a resource. */
export interface RequestTotal {
  readonly resource: string;
  readonly before: string;
  readonly after: string;
}
