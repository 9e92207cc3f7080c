import { Duration } from 'cdk8s';

/** A duration in seconds, rounded up: Kubernetes knows no fractions. */
export function wholeSeconds(duration: Duration): number {
  return Math.ceil(duration.toMilliseconds() / 1000);
}
