import { KnownProgram } from './program';

/** Only a configuration of stunnel has these lines. */
const CONFIGURATION = /^[ \t]*(accept|connect)[ \t]*=/m;
const CLIENT = /^[ \t]*client[ \t]*=[ \t]*yes\b/im;
/** A server on another host; a port alone is one on loopback. */
const ELSEWHERE = /^[ \t]*connect[ \t]*=[ \t]*(?!localhost\b|127\.|\[?::1|\d+[ \t\r]*$)[\w[]/im;

/**
 * stunnel, which wraps connections in TLS.
 *
 * A client accepts plain connections, usually on loopback, and connects to a server elsewhere; it is a server unless its configuration makes it a client.
 *
 * @see https://www.stunnel.org/faq.html
 */
export const STUNNEL: KnownProgram = {
  name: 'stunnel',
  repositories: /(^|\/)(docker-)?stunnel$/,
  command: /^stunnel[45]?$/,
  onlySidecar: true,
  direction: 'outbound',
  isTunnel: true,
  way: run => {
    const configuration = run.fileWith(CONFIGURATION);
    return configuration === undefined ? undefined : CLIENT.test(configuration) && ELSEWHERE.test(configuration) ? 'outbound' : 'inbound';
  },
};
