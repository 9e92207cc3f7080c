import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { API_URL, ApiServer, SERVICE_ACCOUNT_TOKEN } from './api-server';
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
  private readonly end: () => void;

  public constructor(private readonly stage: Stage, path: string) {
    this.end = stage.beside(path, ['server', '-dev', '-dev-no-store-token', `-dev-root-token-id=${TOKEN}`, '-dev-listen-address=127.0.0.1:8200'], { HOME: '/nonexistent' });
  }

  public async put(secret: string, ...fields: string[]): Promise<void> {
    const data = Object.fromEntries(fields.map(field => field.split('=')));
    await until(PATIENCE, 'Vault to take a secret', async () => (await this.post(`secret/data/${secret}`, { data })).includes('"version"'));
  }

  /** Lets a service account of Kubernetes read the secret, if the API server knows it. */
  public async trust(certificate: string): Promise<void> {
    await this.post('sys/auth/kubernetes', { type: 'kubernetes' });
    await this.post('auth/kubernetes/config', { kubernetes_host: API_URL, kubernetes_ca_cert: certificate, disable_local_ca_jwt: true });
    await this.post('sys/policies/acl/shop', { policy: 'path "secret/data/shop" { capabilities = ["read"] }' });
    const role = { bound_service_account_names: 'web', bound_service_account_namespaces: 'shop', policies: 'shop' };
    await this.post('auth/kubernetes/role/shop', role);
  }

  /** From now on somebody else takes its connections, and never answers. */
  public async hang(): Promise<void> {
    this.end();
    await until(PATIENCE, 'Vault to be gone', async () => !(await this.stage.call('ss', '-tln')).includes(':8200 '));
    this.stage.beside(process.execPath, ['-e', "require('net').createServer(() => undefined).listen(8200, '127.0.0.1')"]);
    await this.stage.listening(8200);
  }

  private post(path: string, body: object): Promise<string> {
    return this.stage.call('curl', '-sf', '-m', '5', '-H', `X-Vault-Token: ${TOKEN}`, '-d', JSON.stringify(body), `${ADDRESS}/v1/${path}`);
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
  scenario('it crashes and is started again: the files stay, and a change still arrives', { renderInterval: Duration.seconds(3) }, async (stage, server) => {
    await server.put('shop', 'password=old');
    await stage.open(PATIENCE);
    const seconds = await stage.crash();
    expectText(stage, FILE, 'old');
    await server.put('shop', 'password=new');
    await until(10, 'the new secret', () => textOf(stage, FILE) === 'new');
    return { seconds, ...await stage.stop() };
  }),
  scenario('Vault hangs when the stop signal comes', { renderInterval: Duration.seconds(1) }, async (stage, server) => {
    await server.put('shop', 'password=first');
    await stage.open(PATIENCE);
    await server.hang();
    await sleep(3000);
    return stage.stop();
  }),
  scenario('it logs in by Kubernetes to Vault, which asks an API server', () => ({ auth: catalog.VaultAuth.kubernetes('shop') }), async (stage, server) => {
    const api = new ApiServer();
    try {
      await api.start(stage);
      await server.put('shop', 'password=first');
      await server.trust(api.certificate);
      const seconds = await stage.open(PATIENCE);
      expectText(stage, FILE, 'first');
      return { seconds, ...await stage.stop() };
    } finally {
      api.remove();
    }
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

function scenario(name: string, props: Props | (() => Props), act: Act, lateSeconds = 0): Scenario {
  return { preset: 'VaultAgent', program: 'Vault Agent', name, run: (binary, path) => play(binary, path, props, act, lateSeconds) };
}

async function play(binary: Binary, path: string, props: Props | (() => Props), act: Act, lateSeconds: number): Promise<Measured> {
  const files = () => ({ '/var/run/secrets/vault/token': typeof props === 'function' ? SERVICE_ACCOUNT_TOKEN : TOKEN });
  const make = (workload: kplus.Workload) => new catalog.VaultAgent(workload, 'side', {
    address: ADDRESS,
    auth: catalog.VaultAuth.tokenFile(kplus.Secret.fromSecretName(workload, 'login', 'vault-login')),
    templates: [PASSWORD],
    ...typeof props === 'function' ? props() : props,
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
