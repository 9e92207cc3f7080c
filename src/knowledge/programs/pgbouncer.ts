import { isLoopback, isOnLoopback, portOf } from './address';
import { ImageNeeds, Program } from './program';
import { ProgramRun } from './program-run';

const PGBOUNCER_USERS = [
  { repository: /(^|\/)edoburu\/pgbouncer$/, name: 'postgres', id: 70 },
  { repository: /(^|\/)cloudnative-pg\/pgbouncer$/, name: 'pgbouncer', id: 998 },
];

/** Where it listens by the variables of edoburu's entrypoint, else by its configuration file. */
function listening(run: ProgramRun): { readonly host?: string; readonly port?: number; readonly isAssumed?: boolean } {
  if (/(^|\/)edoburu\/pgbouncer$/.test(run.repository) && !run.source.hasMounts && !run.source.hasCommand) {
    const port = portOf(run.variable('LISTEN_PORT') ?? (run.hasVariable('LISTEN_PORT') ? undefined : '5432'));
    return { host: run.setting([], 'LISTEN_ADDR') ?? '0.0.0.0', port, isAssumed: !run.hasVariable('LISTEN_PORT') };
  }
  const text = run.fileWith(/^[ \t]*listen_port\s*=/m);
  const port = portOf(text && /^[ \t]*listen_port\s*=\s*(\d+)/m.exec(text)?.[1]);
  const host = text && /^[ \t]*listen_addr\s*=\s*(\S+)/m.exec(text)?.[1];
  return { host: host !== undefined && isOnLoopback(host) ? host : undefined, port };
}

/** Whether the image has the client of PostgreSQL. */
function hasClient({ repository }: ProgramRun): boolean {
  return PGBOUNCER_USERS.some(one => one.repository.test(repository));
}

/** Asks whether it is up. Without a user name, `pg_isready` looks up its own user, which other images may not define. */
export function readyCommand(port: number): string[] {
  return ['pg_isready', '-h', '127.0.0.1', '-p', String(port), '-U', 'pgbouncer', '-d', 'pgbouncer'];
}

/** Measured: its default unix socket is in /tmp. The entrypoint of edoburu, which writes a configuration file, was read. */
function pgbouncerNeeds(run: ProgramRun): ImageNeeds | undefined {
  if (!hasClient(run)) {
    return undefined;
  }
  const writesConfig = /(^|\/)edoburu\//.test(run.repository) && !run.source.hasMounts && !run.source.hasCommand;
  return { folders: run.fileWith(/^[ \t]*unix_socket_dir[ \t]*=[ \t\r]*$/m) === undefined ? ['/tmp'] : [], ...(writesConfig ? { ownFolder: '/etc/pgbouncer' } : {}) };
}

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
  binary: /^pgbouncer(\.ini)?$/,
  onlySidecar: true,
  direction: 'outbound',
  isTunnel: true,
  gate: 'command pg_isready',
  shutdownSeconds: 5,
  startup: run => {
    const { host, port, isAssumed } = listening(run);
    const assumed = isAssumed ? { assumedPort: port } : {};
    if (port === undefined || host === undefined) {
      return 'the manifest does not show its port';
    }
    // The proxy of a mesh may answer a TCP probe, so the program's own container asks where it can.
    if (hasClient(run) && isOnLoopback(host)) {
      return { handler: { exec: { command: readyCommand(port) } }, ...assumed };
    }
    return isLoopback(host) ? 'it listens on loopback and its image may have no client' : { handler: { tcpSocket: { port } }, ...assumed };
  },
  imageUser: run => PGBOUNCER_USERS.find(({ repository }) => repository.test(run.repository)),
  imageNeeds: pgbouncerNeeds,
};

/** The port on loopback. */
export const PGBOUNCER_PORT = 6432;
