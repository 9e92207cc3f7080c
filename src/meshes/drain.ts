import { Duration } from 'cdk8s';

/** How long a native proxy may drain by default. The app has stopped by then, so few connections are left. */
export const NATIVE_DRAIN = Duration.seconds(5);

/** A duration in seconds, with fractions. */
export function seconds(duration: Duration): number {
  return duration.toMilliseconds() / 1000;
}

/** A duration in whole seconds, rounded up: Kubernetes and most meshes accept no fractions. */
export function wholeSeconds(duration: Duration): number {
  return Math.ceil(seconds(duration));
}
