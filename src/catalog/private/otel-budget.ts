import { refusal } from '../../caller/refusal';
import { OTEL_COLLECTOR } from '../../knowledge/programs/otel-collector';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { OtelCollectorProps } from '../otel-collector-props';

/** What the collector needs to stop when no attempt is under way. */
const OWN_MILLISECONDS = 1000;

/** The shortest attempt that can reach a backend. */
const LEAST_ATTEMPT_MILLISECONDS = 200;

/** The shutdown time of a collector, and what one attempt gets of it. */
export interface OtelBudget {
  readonly shutdownSeconds: number;
  readonly attemptMilliseconds: number;
}

/**
 * Divides the shutdown time. A collector stops its exporters one after another, one for each signal, and waits for the attempt under way of each. If a backend hangs,
 * every one of them lasts until its timeout.
 *
 * Without a `shutdown`, it is as long as the timeouts need, and at least what is known of the program. An attempt that alone takes longer than that is refused.
 */
export function otelBudget(subject: string, props: OtelCollectorProps): OtelBudget {
  const attempts = props.exporters.map(exporter => exporter._attempts());
  const decided = sum(attempts.map(({ count, milliseconds = 0 }) => count * milliseconds));
  const shares = sum(attempts.map(({ count, milliseconds }) => milliseconds === undefined ? count : 0));
  const least = OWN_MILLISECONDS + decided + shares * LEAST_ATTEMPT_MILLISECONDS;
  const usual = props.shutdown ? wholeSeconds(props.shutdown) : OTEL_COLLECTOR.shutdownSeconds;
  const longest = Math.max(0, ...attempts.map(({ milliseconds = 0 }) => milliseconds / 1000));
  if (longest >= usual) {
    throw refusal`an attempt of an exporter of ${subject} may take ${longest} s, but the collector has only ${usual} s to shut down: set a longer 'shutdown', or a shorter 'timeout' of the exporter`;
  }
  const shutdown = props.shutdown ? usual : Math.max(usual, Math.ceil(least / 1000));
  if (shutdown * 1000 < least) {
    const why = `the attempts of its exporters can take ${least / 1000} s if a backend hangs, one after another for each exporter and signal`;
    throw refusal`'shutdown' of ${subject} is ${shutdown} s, but ${why}: set at least ${Math.ceil(least / 1000)} s, or a shorter 'timeout' of the exporters`;
  }
  return { shutdownSeconds: shutdown, attemptMilliseconds: shares === 0 ? 0 : share(shutdown * 1000 - OWN_MILLISECONDS - decided, shares) };
}

/** Whole seconds where that is possible. */
function share(milliseconds: number, shares: number): number {
  const exact = Math.floor(milliseconds / shares);
  return exact >= 1000 ? Math.floor(exact / 1000) * 1000 : exact;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
