import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kplus from 'cdk8s-plus-28';
import { loginTo, PASSWORD, Postgres, postgresTool, USER } from './postgres';
import { Measured, Scenario } from './scenario';
import { seconds as elapsed, Stage } from './stage';
import { Allowances, staged, Subject } from './staged';
import { until } from './until';
import * as catalog from '../../../src/catalog';

const PATIENCE = 30;
const SERVER_PORT = 5432;
const POOL_PORT = 6432;
const CLIENTS = 10;

const PGBOUNCER: Subject = {
  preset: 'PgBouncer',
  program: 'PgBouncer',
  make: workload => new catalog.PgBouncer(workload, 'side', { serverHost: '127.0.0.1', users: kplus.Secret.fromSecretName(workload, 'users', 'db-users') }),
  brings: { files: () => ({ '/etc/pgbouncer-users/userlist.txt': `"${USER}" "${PASSWORD}"\n` }) },
};

/** The proxies of Google's databases, which get no answer from Google here. */
const GOOGLE: readonly Subject[] = [
  { preset: 'CloudSqlProxy', program: 'Cloud SQL Auth Proxy', make: workload => new catalog.CloudSqlProxy(workload, 'side', { instance: 'acme:europe-west1:orders' }) },
  {
    preset: 'AlloyDbProxy',
    program: 'AlloyDB Auth Proxy',
    make: workload => new catalog.AlloyDbProxy(workload, 'side', { instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders' }),
  },
];

export const DATABASE_SCENARIOS: readonly Scenario[] = [
  pooled('the database comes up 10 s after the sidecar, while the app asks all the time', async (stage, database) => {
    await stage.open(PATIENCE);
    const end = stage.beside('sh', ['-c', `while :; do ${query('select 1')}; sleep 0.2; done`]);
    await sleep(10_000);
    end();
    await database.start();
    return { seconds: await answering(stage), ...await stage.stop() };
  }),
  pooled('it crashes and is started again', async (stage, database) => {
    await database.start();
    await stage.open(PATIENCE);
    await answering(stage);
    return { seconds: await stage.crash() + await answering(stage), ...await stage.stop() };
  }),
  pooled(`${CLIENTS} clients send queries when the stop signal comes, and end later`, async (stage, database) => {
    await database.start();
    await stage.open(PATIENCE);
    return benchmark(stage, 'select pg_sleep(0.01)', ['-c', String(CLIENTS), '-T', '4']);
  }),
  pooled('100 clients get 10 MB each: alive within the memory limit', async (stage, database) => {
    await database.start();
    await stage.open(PATIENCE);
    const script = 'select repeat(md5(random()::text), 300000)';
    const transactions = /processed: (\d+)/.exec(await pgbench(stage, script, ['-C', '-c', '100', '-t', '1']))?.[1];
    if (transactions !== '100') {
      throw new Error(`only ${transactions} of 100 clients got their result`);
    }
    return stage.stop();
  }),
  pooled('a query of a client hangs when the stop signal comes', async (stage, database) => {
    await database.start();
    await stage.open(PATIENCE);
    stage.beside('sh', ['-c', query('select pg_sleep(60)')]);
    await stage.connected(SERVER_PORT);
    await sleep(500);
    return stage.stop();
  }, { mayOverrun: true }),
  ...GOOGLE.flatMap(subject => [
    staged(subject, 'Google is away at the start: the gate opens, and a client is refused', async stage => {
      await stage.open(PATIENCE);
      const began = Date.now();
      await stage.call('bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${SERVER_PORT}; timeout ${PATIENCE} cat <&3`);
      if (elapsed(began) >= PATIENCE) {
        throw new Error('a client still waits');
      }
      return { seconds: elapsed(began), ...await stage.stop() };
    }),
    staged(subject, 'it crashes and is started again', async stage => {
      await stage.open(PATIENCE);
      return { seconds: await stage.crash(), ...await stage.stop() };
    }),
  ]),
];

/** A scenario of PgBouncer with a database that does not run yet. */
function pooled(name: string, act: (stage: Stage, database: Postgres) => Promise<Measured>, allowances?: Allowances): Scenario {
  return staged(PGBOUNCER, name, async stage => {
    const database = await Postgres.create(stage, SERVER_PORT);
    try {
      return await act(stage, database);
    } finally {
      stage.remove();
      database.remove();
    }
  }, allowances);
}

async function benchmark(stage: Stage, script: string, options: readonly string[]): Promise<Measured> {
  const bench = pgbench(stage, script, options);
  await stage.connected(POOL_PORT, CLIENTS);
  const stopped = await stage.stop();
  if (stopped.stopSeconds < 1) {
    throw new Error('the clients ended before the stop signal, so that nothing is shown');
  }
  const text = await bench;
  const [processed, aborted] = [Number(/processed: (\d+)/.exec(text)?.[1] ?? 0), (text.match(/client \d+ aborted/g) ?? []).length];
  return { sent: processed + aborted, lost: aborted, ...stopped };
}

/** Runs a script of SQL many times; what the tool says. */
async function pgbench(stage: Stage, script: string, options: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, `${script};\n`);
    return await stage.call('sh', '-c', 'exec "$@" 2>&1', 'bench', ...loginTo(POOL_PORT), postgresTool('pgbench'), '-n', '-f', file, ...options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The seconds until the database answers through the pool. */
function answering(stage: Stage): Promise<number> {
  return until(PATIENCE, 'an answer of the database', async () => (await stage.call('sh', '-c', query('select 40 + 2'))).includes('42'));
}

function query(sql: string): string {
  return `${loginTo(POOL_PORT).join(' ')} PGCONNECT_TIMEOUT=5 ${postgresTool('psql')} -Atc '${sql}'`;
}
