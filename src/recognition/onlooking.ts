import { commandBefore } from './bound-addresses';
import type { Setting } from './settings';

/** Names of settings by which one reads the state of another container: `--nginx.scrape-uri`, `JOLOKIA_URL`. */
const OBSERVES = /scrape|jolokia|stub[-_]?status|server[-_]?status/i;
/** Paths that only those ask for who look after another container. One pushes to `/metrics/job/NAME` and to `/v1/metrics`. */
const OBSERVED = /^\/(?:(?:(?:stub|nginx|basic|fpm)_status|(?:server-|fpm-)?status|metrics|actuator\/prometheus)\/?(?=[?#;,"'\s]|$)|jolokia(?![\w-]))/;
/** What stands before the address that `ssh -R 80:localhost:8080` opens to another host. */
const OPENS_FAR = /(?:^|\s)(?:-[a-zA-Z]*R\s*|R:)(?:[\w.*-]{0,64}:)?\d{1,5}:$/;
/** What a program is told that makes an address of its pod reachable from elsewhere. */
const EXPOSES = /^(?:tunnel|ngrok)$/;
const EXPOSED = /^(?:url)?$/;

/**
 * Whether a setting says that its container observes what listens at an address, or exposes it to others. Then it does not show that the container needs it.
 *
 * @param start where the address begins in the value
 * @param end where it ends
 * @param settings all settings of the container
 */
export function isOnlooking({ name, value, isScript }: Setting, start: number, end: number, settings: readonly Setting[]): boolean {
  const before = `${name === '' ? '' : `-${name} `}${commandBefore(value, start)}`;
  return OBSERVES.test(name) || OBSERVED.test(value.slice(end, end + 40)) || OPENS_FAR.test(before)
    || (!isScript && EXPOSED.test(name) && settings.some(other => other.name === '' && EXPOSES.test(other.value)));
}
