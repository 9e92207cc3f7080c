/** A workload that a command reports on. */
export interface NamedWorkload {
  /** The workload as kubectl names it: `Deployment/web`. */
  readonly workload: string;
  /** Null if the manifest names none. */
  readonly namespace: string | null;
}

/** Names a workload so that it cannot be taken for one of another namespace: `Deployment/web in namespace shop`. */
export function fullName({ workload, namespace }: NamedWorkload): string {
  return namespace === null ? workload : `${workload} in namespace ${namespace}`;
}
