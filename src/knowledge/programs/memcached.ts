import { Program } from './program';

/**
 * memcached: everyone who reaches it may read and write, so it belongs on loopback, where only a command in its own container can ask whether it is up.
 *
 * Its images have no client. Those on Alpine have `nc`, those on Debian do not.
 *
 * @see https://docs.memcached.org/serverguide/configuring/
 */
export const MEMCACHED: Program = {
  name: 'memcached',
  image: 'docker.io/library/memcached:1.6.45-alpine',
  repositories: /(^|\/)memcached$/,
  user: 11211,
  onlySidecar: false,
  direction: 'outbound',
  gate: 'command nc',
  shutdownSeconds: 2,
};

/** The port on loopback. */
export const MEMCACHED_PORT = 11211;
