import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run';
import { Measured, Scenario } from './scenario';
import { Stage } from './stage';
import { Allowances, staged, Subject } from './staged';
import { underLoad } from './under-load';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { CREDENTIALS } from '../binaries';

const PATIENCE = 30;
const PORT = 18100;
const DATABASE_PORT = 5432;
const CLIENTS = 20;
const LATE_SECONDS = 5;

/** What happens around a proxy; `start` starts the stand-in for Google. */
type Act = (stage: Stage, start: () => Promise<unknown>) => Promise<Measured>;

/** An account whose tokens the stand-in for Google gives. */
function account(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  return JSON.stringify({
    type: 'service_account', project_id: 'acme', client_email: 'web@acme.example', private_key_id: 'made-up', private_key: privateKey, token_uri: `http://127.0.0.1:${PORT}/token`,
  });
}

const CLOUD_SQL: Subject = {
  preset: 'CloudSqlProxy',
  program: 'Cloud SQL Auth Proxy',
  make: workload => new catalog.CloudSqlProxy(workload, 'side', { instance: 'acme:europe-west1:orders', extraArgs: [`--sqladmin-api-endpoint=http://127.0.0.1:${PORT}`] }),
  brings: { files: () => ({ [CREDENTIALS]: account() }) },
};

const ALLOYDB: Subject = {
  ...CLOUD_SQL,
  preset: 'AlloyDbProxy',
  program: 'AlloyDB Auth Proxy',
  make: workload => new catalog.AlloyDbProxy(workload, 'side', {
    instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders', extraArgs: [`--alloydbadmin-api-endpoint=http://127.0.0.1:${PORT}`],
  }),
};

export const GOOGLE_SCENARIOS: readonly Scenario[] = [CLOUD_SQL, ALLOYDB].flatMap(subject => [
  atGoogle(subject, `Google comes up ${LATE_SECONDS} s after the sidecar, while the app asks all the time`, async (stage, start) => {
    await stage.open(PATIENCE);
    await until(PATIENCE, 'a client to be refused', async () => await echo(stage) === '');
    await sleep(LATE_SECONDS * 1000);
    await start();
    return { seconds: await answering(stage), ...await stage.stop() };
  }),
  atGoogle(subject, 'a client is connected and waits when the stop signal comes', async (stage, start) => {
    await start();
    await stage.open(PATIENCE);
    await answering(stage);
    stage.beside('bash', ['-c', `exec 3<>/dev/tcp/127.0.0.1/${DATABASE_PORT}; printf 'ping' >&3; sleep 60`]);
    await stage.connected(DATABASE_PORT);
    await sleep(500);
    return stage.stop();
  }),
  atGoogle(subject, `${CLIENTS} clients ask the database when the stop signal comes`, async (stage, start) => {
    await start();
    await stage.open(PATIENCE);
    await answering(stage);
    return underLoad(stage, `tcp://127.0.0.1:${DATABASE_PORT}#ping`, CLIENTS);
  }, { mayLose: true }),
]);

/** A scenario with a stand-in for Google, which does not run yet. */
function atGoogle(subject: Subject, name: string, act: Act, allowances?: Allowances): Scenario {
  return staged(subject, name, async stage => {
    const folder = mkdtempSync(join(tmpdir(), 'google-'));
    try {
      await makeCertificates(folder);
      return await act(stage, () => stage.serve('google.mjs', PORT, folder));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, allowances);
}

/** A certificate authority, and the certificate of the instance: one proxy expects the name of the instance, the other its address. */
async function makeCertificates(folder: string): Promise<void> {
  await run(folder, 'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Google', '-days', '1');
  await run(folder, 'openssl', 'req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'instance.key', '-out', 'instance.csr', '-subj', '/CN=acme:orders');
  writeFileSync(join(folder, 'extensions'), 'basicConstraints=CA:FALSE\nsubjectAltName=IP:127.0.0.1\n');
  await run(folder, 'openssl', 'x509', '-req', '-in', 'instance.csr', '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'instance.crt', '-days', '1', '-extfile', 'extensions');
}

/** The seconds until the database answers. */
function answering(stage: Stage): Promise<number> {
  return until(PATIENCE, 'an answer of the database', async () => await echo(stage) === 'ping');
}

function echo(stage: Stage): Promise<string> {
  return stage.call('bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${DATABASE_PORT}; printf 'ping' >&3; timeout 5 head -c 4 <&3`);
}
