import { Duration } from 'cdk8s';

/** How long a native proxy may drain when nobody says: the app is gone by then, so there is little left to wait for. */
export const NATIVE_DRAIN = Duration.seconds(5);

/** A duration in seconds, also in parts of one. */
export function seconds(duration: Duration): number {
  return duration.toMilliseconds() / 1000;
}

/** A duration in whole seconds, rounded up: Kubernetes and most meshes know no fractions. */
export function wholeSeconds(duration: Duration): number {
  return Math.ceil(seconds(duration));
}
