import { isLoopback, isOnLoopback, portOf } from './address';
import { isOfficial } from './official-image';
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
  binary: /^memcached$/,
  onlySidecar: false,
  direction: 'outbound',
  gate: 'command nc',
  shutdownSeconds: 2,
  stopSeconds: () => 2,
  startup: run => {
    const given = run.flag('p', 'port');
    const port = portOf(given ?? String(MEMCACHED_PORT));
    const assumed = given === undefined ? { assumedPort: port } : {};
    const host = run.flag('l', 'listen') ?? '';
    if (port === undefined || port === 0) {
      return 'the manifest does not show its port';
    }
    // The proxy of a mesh may answer a TCP probe, so the program's own container asks where it can.
    if (/alpine/.test(run.tag) && isOnLoopback(host)) {
      return { handler: { exec: { command: ['nc', '-z', '127.0.0.1', String(port)] } }, ...assumed };
    }
    return isLoopback(host) ? 'it listens on loopback and its image has no client' : { handler: { tcpSocket: { port } }, ...assumed };
  },
  loopback: run => isLoopback(run.flag('l', 'listen') ?? '') ? [portOf(run.flag('p', 'port')) ?? MEMCACHED_PORT] : [],
  imageUser: run => isOfficial(run, 'memcached') ? { name: 'memcache', id: 11211 } : undefined,
};

/** The port on loopback. */
export const MEMCACHED_PORT = 11211;
