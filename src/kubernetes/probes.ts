import { PodContainer } from './pod';
import { isObject } from '../data/json';

/** The timing of a probe, with Kubernetes' defaults filled in; all times in seconds. */
export interface ProbeTiming {
  readonly initialDelay: number;
  readonly period: number;
  readonly failureThreshold: number;
  /** The probe's own grace period for the kill, if it has one. */
  readonly gracePeriod?: number;
}

/** Reads the timing of one of a container's probes; undefined when it has no such probe. */
export function probeOf(container: PodContainer, probe: 'startupProbe' | 'livenessProbe'): ProbeTiming | undefined {
  const spec = container.spec[probe];
  if (!isObject(spec)) {
    return undefined;
  }
  return {
    initialDelay: positive(spec.initialDelaySeconds) ?? 0,
    period: positive(spec.periodSeconds) ?? 10,
    failureThreshold: positive(spec.failureThreshold) ?? 3,
    gracePeriod: positive(spec.terminationGracePeriodSeconds),
  };
}

/**
 * The failure threshold with which a probe that runs every second leaves a program so many seconds to come up.
 *
 * One check more than seconds: the kubelet checks on the pod's clock, so the first check may come right after the start.
 */
export function thresholdFor(patienceSeconds: number): number {
  return patienceSeconds + 1;
}

/** Zero counts as not set: the API server replaces it with the default. */
function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
