import { Construct } from 'constructs';

/** Adds a sidecar to one workload after another. */
export interface ISidecarFactory {
  /**
   * Creates the sidecar in the workload, with the given id.
   * @param workload the workload, which is the scope of the sidecar
   * @param id the construct id of the sidecar
   */
  addSidecar(workload: Construct, id: string): void;
}
