import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stage } from './stage';
import { until } from './until';
import { clientFolders } from '../binaries';

const PATIENCE = 60;
/** PostgreSQL does not run as root. */
const AS_NOBODY = ['--reuid=nobody', '--regid=nogroup', '--clear-groups'];

export const USER = 'app';
export const PASSWORD = 'made-up';

/** A PostgreSQL server with one user, in the network of a stage. */
export class Postgres {
  /** Makes the folder of a server, which does not run yet. */
  public static async create(stage: Stage, port: number): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    const password = join(folder, 'password');
    writeFileSync(password, PASSWORD);
    await stage.call('chown', '-R', 'nobody:nogroup', folder);
    const options = ['-D', join(folder, 'data'), '-U', USER, `--pwfile=${password}`, '-A', 'scram-sha-256', '--no-sync'];
    await stage.call('setpriv', ...AS_NOBODY, postgresTool('initdb'), ...options);
    return new Postgres(stage, port, folder);
  }

  private constructor(private readonly stage: Stage, private readonly port: number, private readonly folder: string) {}

  /** Starts it, and waits until it takes connections. */
  public async start(): Promise<void> {
    const options = ['-D', join(this.folder, 'data'), '-p', String(this.port), '-h', '127.0.0.1', '-k', '', '-c', 'fsync=off'];
    this.stage.beside('setpriv', [...AS_NOBODY, postgresTool('postgres'), ...options]);
    await until(PATIENCE, 'the database', async () => (await this.stage.call(postgresTool('pg_isready'), '-h', '127.0.0.1', '-p', String(this.port))).includes('accepting'));
  }

  public remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What the tools of PostgreSQL need to log in on a port. */
export function loginTo(port: number): string[] {
  return ['env', `PGPASSWORD=${PASSWORD}`, 'PGHOST=127.0.0.1', `PGPORT=${port}`, `PGUSER=${USER}`, 'PGDATABASE=postgres', 'PGSSLMODE=disable'];
}

/** A program of PostgreSQL itself, not the wrapper that some systems have. */
export function postgresTool(name: string): string {
  return join(clientFolders()[0] ?? '/usr/bin', name);
}
