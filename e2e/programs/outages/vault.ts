import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Measured, Scenario } from './scenario';
import { Stage } from './stage';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { Binary } from '../binaries';

const ADDRESS = 'http://127.0.0.1:8200';
const TOKEN = 'made-up-token';
const PATIENCE = 30;
const FILE = '/vault/secrets/db-password';
const APP_GROUP = 20000;

const PASSWORD = catalog.VaultTemplate.field('db-password', 'secret/data/shop', 'password');

/** The ways to log in, all of which must be configurations that Vault Agent reads. */
const LOGINS: { readonly [name: string]: (secret: kplus.ISecret) => catalog.VaultAuth } = {
  'Kubernetes': () => catalog.VaultAuth.kubernetes('shop', { mountPath: 'auth/prod' }),
  'JWT': () => catalog.VaultAuth.jwt('shop', { audience: 'vault' }),
  'AppRole': secret => catalog.VaultAuth.appRole(secret),
  'a token': secret => catalog.VaultAuth.tokenFile(secret),
};

type Props = Partial<catalog.VaultAgentProps>;

/** A Vault server in the network of the agent, in memory and unsealed. */
class Server {
  public constructor(private readonly stage: Stage, path: string) {
    stage.beside(path, ['server', '-dev', '-dev-no-store-token', `-dev-root-token-id=${TOKEN}`, '-dev-listen-address=127.0.0.1:8200'], { HOME: '/nonexistent' });
  }

  public async put(secret: string, ...fields: string[]): Promise<void> {
    const json = JSON.stringify({ data: Object.fromEntries(fields.map(field => field.split('='))) });
    await until(PATIENCE, 'Vault to take a secret', async () => {
      const answer = await this.stage.call('curl', '-sf', '-m', '2', '-H', `X-Vault-Token: ${TOKEN}`, '-d', json, `${ADDRESS}/v1/secret/data/${secret}`);
      return answer.includes('"version"');
    });
  }
}

type Act = (stage: Stage, server: Server) => Promise<Measured>;

export const VAULT_SCENARIOS: readonly Scenario[] = [
  scenario('Vault is up: the files are there when the app starts, also those with a group, a token and a command', {
    fileGroup: APP_GROUP,
    tokenFile: 'token',
    apiProxyPort: 8100,
    minBackoff: Duration.seconds(1),
    templates: [
      catalog.VaultTemplate.field('db-password', 'secret/data/shop', 'password', { command: ['cp', FILE, '/vault/secrets/copy'] }),
      catalog.VaultTemplate.text('db.env', '{{ with secret "secret/data/shop" }}PASSWORD={{ .Data.data.password }}{{ end }}'),
    ],
  }, async (stage, server) => {
    await server.put('shop', 'password=first');
    const seconds = await stage.open(PATIENCE);
    expectText(stage, FILE, 'first');
    expectText(stage, '/vault/secrets/db.env', 'PASSWORD=first');
    expectText(stage, '/vault/secrets/token', TOKEN);
    await until(5, 'the command of the template', () => textOf(stage, '/vault/secrets/copy') === 'first');
    const { mode, gid } = statSync(stage.pod.path(FILE));
    if (!mode.toString(8).endsWith('640') || gid !== APP_GROUP) {
      throw new Error(`'${FILE}' has the mode ${mode.toString(8)} and the group ${gid}`);
    }
    if (!(await stage.call('curl', '-sf', '-m', '2', 'http://127.0.0.1:8100/v1/secret/data/shop')).includes('first')) {
      throw new Error('Vault cannot be called through the sidecar');
    }
    return { seconds, ...await stage.stop() };
  }),
  scenario('Vault comes up 10 s after the sidecar', {}, async (stage, server) => {
    await server.put('shop', 'password=late');
    const seconds = await stage.open(PATIENCE);
    expectText(stage, FILE, 'late');
    return { seconds, ...await stage.stop() };
  }, 10),
  scenario('a secret changes: a new file after', { renderInterval: Duration.seconds(3) }, async (stage, server) => {
    await server.put('shop', 'password=old');
    await stage.open(PATIENCE);
    await server.put('shop', 'password=new');
    const seconds = await until(10, 'the new secret', () => textOf(stage, FILE) === 'new');
    return { seconds, ...await stage.stop() };
  }),
  scenario('a field is missing: the gate stays closed and the log says why', {}, async (stage, server) => {
    await server.put('shop', 'user=only');
    const seconds = await until(PATIENCE, 'the reason in the log', () => /the field 'password' of secret\/data\/shop is missing or empty/.test(stage.pod.log));
    if (stage.pod.isRunning && stage.pod.isOpen()) {
      throw new Error('the gate is open');
    }
    return { seconds };
  }),
  ...Object.entries(LOGINS).map(([name, auth]): Scenario => ({
    preset: 'VaultAgent',
    program: 'Vault Agent',
    name: `it logs in by ${name}: it starts and keeps trying while there is no Vault`,
    run: async (binary, path) => {
      const make = (workload: kplus.Workload) => new catalog.VaultAgent(workload, 'side', {
        address: ADDRESS, auth: auth(kplus.Secret.fromSecretName(workload, 'login', 'vault-login')), templates: [PASSWORD], namespace: 'shop',
      });
      const files = ['token', 'role-id', 'secret-id'].map(file => [`/var/run/secrets/vault/${file}`, 'made-up']);
      const stage = Stage.of(make, { ...binary, files: () => Object.fromEntries(files) }, path);
      try {
        await stage.started();
        const seconds = await until(PATIENCE, 'an attempt to log in', () => /error authenticating|lookup-self|retrying|connection refused/.test(stage.pod.log));
        return { seconds, ...await stage.stop(), shutdownSeconds: stage.shutdownSeconds };
      } finally {
        stage.remove();
      }
    },
  })),
];

function scenario(name: string, props: Props, act: Act, lateSeconds = 0): Scenario {
  return { preset: 'VaultAgent', program: 'Vault Agent', name, run: (binary, path) => play(binary, path, props, act, lateSeconds) };
}

async function play(binary: Binary, path: string, props: Props, act: Act, lateSeconds: number): Promise<Measured> {
  const files = () => ({ '/var/run/secrets/vault/token': TOKEN });
  const make = (workload: kplus.Workload) => new catalog.VaultAgent(workload, 'side', {
    address: ADDRESS,
    auth: catalog.VaultAuth.tokenFile(kplus.Secret.fromSecretName(workload, 'login', 'vault-login')),
    templates: [PASSWORD],
    ...props,
  });
  const stage = Stage.of(make, { ...binary, files }, path);
  try {
    await stage.started();
    await sleep(lateSeconds * 1000);
    return { ...await act(stage, new Server(stage, path)), shutdownSeconds: stage.shutdownSeconds };
  } finally {
    stage.remove();
  }
}

function textOf(stage: Stage, path: string): string {
  try {
    return readFileSync(stage.pod.path(path), 'utf8');
  } catch {
    return '';
  }
}

function expectText(stage: Stage, path: string, text: string): void {
  if (textOf(stage, path) !== text) {
    throw new Error(`'${path}' is '${textOf(stage, path)}', not '${text}'`);
  }
}
