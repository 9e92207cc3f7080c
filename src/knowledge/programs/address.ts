/** Where a program listens. */
export interface Address {
  /** The part before the port; empty for all addresses. */
  readonly host: string;
  readonly port: number;
}

/** How loopback is written before a port, as a part of a pattern: all addresses that begin with 127 are of it. */
export const LOOPBACK_HOST = '(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1\\])';

const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/i;
const EVERYWHERE = /^(|\*|0\.0\.0\.0|\[?::\]?)$/;
const SCHEME = /^[a-z]+:\/\//i;

/** Whether a host is only reached from inside of the pod. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether loopback may stand in a text: only then it is worth looking closer. */
export function mayNameLoopback(text: string): boolean {
  return text.includes('localhost') || text.includes('127.') || text.includes('::1');
}

/** Whether a program that listens on a host is reached over loopback: there, or on all addresses. */
export function isOnLoopback(host: string): boolean {
  return isLoopback(host) || EVERYWHERE.test(host);
}

/** Reads `0.0.0.0:8080`, `:8080`, `http://localhost:8080`; undefined when no port can be seen in it. */
export function addressOf(text: string | undefined): Address | undefined {
  if (text === undefined) {
    return undefined;
  }
  const plain = text.replace(SCHEME, '').replace(/\/.*$/, '');
  const colon = plain.lastIndexOf(':');
  const port = portOf(plain.slice(colon + 1));
  return port === undefined || colon < 0 ? undefined : { host: plain.slice(0, colon), port };
}

/** Reads a port; undefined when the text is no number. */
export function portOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}

/** The ports among some addresses that only the pod itself reaches. */
export function loopbackPorts(...addresses: readonly (Address | undefined)[]): number[] {
  return addresses.filter(address => address !== undefined).filter(({ host }) => isLoopback(host)).map(({ port }) => port);
}
