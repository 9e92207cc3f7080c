import { WhatIf } from '../../../src/simulator/what-if';

/** Everything that a person can set in the playground, and that a link holds. */
export interface PlaygroundState {
  /** The manifests, YAML or JSON. */
  readonly text: string;
  /** The Kubernetes version, such as 1.33. */
  readonly kubernetes: string;
  /** The mesh that injects its proxy, such as istio@1.29; empty without one. */
  readonly mesh: string;
  /** The workload that the picture shows, by its position in the text. */
  readonly workload: number;
  readonly whatIf: WhatIf;
}

/** The version to start with: the first with stable sidecars. */
export const DEFAULT_KUBERNETES = '1.33';

export const EMPTY_STATE: PlaygroundState = { text: '', kubernetes: DEFAULT_KUBERNETES, mesh: '', workload: 0, whatIf: { containers: {} } };
