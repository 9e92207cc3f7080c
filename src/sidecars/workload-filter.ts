/** Selects workloads. A workload matches if it meets all criteria. */
export interface WorkloadFilter {
  /**
   * The kinds of the workloads, for example `Deployment`.
   * @default - all kinds
   */
  readonly kinds?: string[];
  /**
   * The names of the Kubernetes objects. `*` stands for any characters: `web-*`.
   * @default - all names
   */
  readonly names?: string[];
  /**
   * The namespaces of the workloads. A workload that names no namespace does not match any.
   * @default - all namespaces
   */
  readonly namespaces?: string[];
  /**
   * Labels that the pods must have. Labels of the workload itself count too, unless its pods have another value.
   * @default - all labels
   */
  readonly labels?: { [key: string]: string };
  /**
   * Labels that exclude a workload. One of them is enough.
   * @default - no label excludes a workload
   */
  readonly exceptLabels?: { [key: string]: string };
  /**
   * Whether the pods run to completion, as the pods of a Job or a CronJob do: `true` selects only those, `false` only others.
   * @default - both
   */
  readonly batch?: boolean;
}
