import { PodModel } from '../kubernetes/pod';
import { SimulationResult } from '../simulator/timeline-event';

/** What a picture shows besides the simulation. */
export interface DrawnFacts {
  /** The containers that a mesh or another injector adds, by name. */
  readonly injected?: readonly string[];
  /** How many seconds after the start of its termination the pod still receives requests; undefined if nothing sends it requests. */
  readonly requestsSeconds?: number;
}

/** Everything that a picture of a pod's life shows. */
export interface DrawnPod extends DrawnFacts {
  readonly pod: PodModel;
  readonly result: SimulationResult;
}

/** Formats seconds to the millisecond. */
export function seconds(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
