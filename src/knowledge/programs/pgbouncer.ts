import { Program } from './program';

/**
 * PgBouncer, from an image whose entrypoint would write its configuration where a read-only root forbids it: it is called directly.
 *
 * From 1.23 it waits on SIGTERM until its last client has left, without a limit. As a native sidecar it is told to stop when its clients are gone. Its default
 * unix socket, pid file and log file need a root that can be written to, so they are switched off.
 *
 * @see https://www.pgbouncer.org/usage.html
 */
export const PGBOUNCER: Program = {
  name: 'PgBouncer',
  image: 'docker.io/edoburu/pgbouncer:v1.25.2-p0',
  repositories: /(^|\/)pgbouncer$/,
  user: 70,
  onlySidecar: true,
  direction: 'outbound',
  gate: 'command pg_isready',
  shutdownSeconds: 5,
};

/** The port on loopback. */
export const PGBOUNCER_PORT = 6432;
