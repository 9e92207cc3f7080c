import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { refusal } from '../caller/refusal';
import { Kinds, DURATION, having, listOf, NUMBER, required, TEXT } from '../data/arguments';
import { CONFIG_MAP } from '../sidecars/kinds';
import { Connectable } from './private/connectable';
import { checkFolder } from './private/folder';
import { mergeConfig } from './private/merge-config';
import { mountConfigFile } from './private/parts';
import { checkNoCredential } from './private/plain-secret';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { requireVersion } from './private/program-version';
import { hasGroup, VAULT_CA_FOLDER, VAULT_DECIDED, vaultAgentConfig, vaultFixed } from './private/vault-config';
import { VaultAgentProps } from './vault-agent-props';
import { VaultTemplate } from './vault-template';
import { DATA } from '../data/plain-data';
import { wording } from '../data/wording';
import { Since } from '../knowledge/programs/since';
import { VAULT_AGENT, VAULT_API_PROXY, VAULT_MAX_BACKOFF, VAULT_MIN_BACKOFF, VAULT_RENDER_INTERVAL } from '../knowledge/programs/vault-agent';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/etc/vault-agent';
const CONFIG_FILE = 'agent.json';
const HOME = '/home/vault';

/** What its properties must be. */
const KINDS: Kinds<VaultAgentProps> = {
  ...PRESET_KINDS,
  address: required(TEXT, "'https://vault.vault.svc:8200'"),
  auth: required(having(['_attach'], "a VaultAuth, for example VaultAuth.kubernetes('shop')")),
  templates: required(listOf(
    having(['_render'], ''), "a list of templates, for example [VaultTemplate.field('db-password', 'kv/data/shop', 'password')]",
  )),
  folder: TEXT,
  container: TEXT,
  namespace: TEXT,
  certificateAuthority: CONFIG_MAP,
  renderInterval: DURATION,
  fileGroup: NUMBER,
  minBackoff: DURATION,
  maxBackoff: DURATION,
  tokenFile: TEXT,
  apiProxyPort: NUMBER,
  config: DATA,
};

/** The properties that not every version of Vault Agent understands. */
const SINCE: readonly [keyof VaultAgentProps, Since][] = [
  ['renderInterval', VAULT_RENDER_INTERVAL],
  ['minBackoff', VAULT_MIN_BACKOFF],
  ['maxBackoff', VAULT_MAX_BACKOFF],
  ['apiProxyPort', VAULT_API_PROXY],
];

/**
 * Vault Agent, which renders secrets as files before the app starts and updates them while it runs.
 *
 * One native sidecar replaces the init container and the ordinary container that the Vault injector adds.
 *
 * `connect` mounts the files in a container and sets its variable `SECRETS_PATH`, and `VAULT_ADDR` if the sidecar forwards requests to Vault.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
 *
 * @exampleMetadata fixture=workload
 * @example
 * const vault = new catalog.VaultAgent(web, 'vault', {
 *   address: 'https://vault.vault.svc:8200',
 *   auth: catalog.VaultAuth.kubernetes('shop'),
 *   templates: [catalog.VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
 * });
 * vault.connect();
 */
export class VaultAgent extends Connectable {
  /** The directory of the rendered files. It has the same path in the sidecar and in the app. */
  public readonly folder: string;
  /** The in-memory volume with the rendered files. */
  public readonly volume: kplus.Volume;

  /**
   * The file with the Vault token of the sidecar.
   * @default - the app gets no token
   */
  public readonly tokenFile?: string;
  /**
   * The URL where the app calls Vault through the sidecar.
   * @default - the app cannot call Vault through the sidecar
   */
  public readonly url?: string;

  private readonly paths: string[];

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: VaultAgentProps) {
    checkPreset(scope, id, props, KINDS, VAULT_AGENT, new.target !== VaultAgent);
    checkAgent(id, props);
    const folder = checkFolder(`'${id}'`, props.folder ?? '/vault/secrets');
    const token = (props.tokenFile ?? undefined) === undefined ? undefined : filePath(`'${id}'`, folder, props.tokenFile!);
    const templates = renderedPaths(id, folder, props.templates, token);
    const written = [...templates, ...(token === undefined ? [] : [token])];
    super(scope, id, {
      ...presetProps(VAULT_AGENT, props, VAULT_DECIDED),
      resources: props.resources ?? resources(50, 64, 128),
      // Bypasses the entrypoint of the image, which changes owners and capabilities.
      command: ['vault', 'agent', `-config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      envVariables: {
        HOME: kplus.EnvValue.fromValue(HOME),
        ...(props.namespace ? { VAULT_NAMESPACE: kplus.EnvValue.fromValue(props.namespace) } : {}),
      },
      ...(hasGroup(props) ? { securityContext: { group: props.fileGroup } } : {}),
      startup: StartupGate.command(['test', ...written.flatMap((path, index) => [...(index > 0 ? ['-a'] : []), '-s', path])], gateOptions(props)),
    });
    this.folder = folder;
    this.paths = templates;
    this.tokenFile = token;
    if (props.apiProxyPort) {
      this.url = `http://127.0.0.1:${checkPort(`'${id}'`, props.apiProxyPort)}`;
      this._listensOn({ port: props.apiProxyPort, property: "'apiProxyPort'" });
    }
    this.mountMemory('home', HOME);
    this.volume = this.mountMemory('secrets', folder);
    if (props.certificateAuthority) {
      const volume = kplus.Volume.fromConfigMap(this, 'volume-ca', props.certificateAuthority, { name: `${this.name}-ca` });
      this.container.mount(VAULT_CA_FOLDER, volume, { readOnly: true });
    }
    const typed = vaultAgentConfig(props, props.auth._attach(this), { templates, token });
    const config = mergeConfig(wording`'config' of '${id}'`, typed, props.config, vaultFixed(props), true);
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, JSON.stringify(config, undefined, 2));
    this.shareVolume(this.volume, { path: folder, container: props.container, readOnly: true });
  }

  /** The paths of the rendered files in the app. */
  public get files(): string[] {
    return [...this.paths];
  }

  /** @internal */
  protected _connection(): Connection {
    const variables = { SECRETS_PATH: this.folder, ...(this.url ? { VAULT_ADDR: this.url } : {}) };
    return { mount: { volume: this.volume, path: this.folder, readOnly: true }, variables };
  }

  private mountMemory(purpose: string, folder: string): kplus.Volume {
    const volume = kplus.Volume.fromEmptyDir(this, `volume-${purpose}`, `${this.name}-${purpose}`, { medium: kplus.EmptyDirMedium.MEMORY });
    this.container.mount(folder, volume);
    return volume;
  }
}

function renderedPaths(id: string, folder: string, templates: VaultTemplate[], token: string | undefined): string[] {
  if (templates.length === 0) {
    throw refusal`'${id}' has no templates, so it would render nothing: set 'templates', for example [VaultTemplate.field('db-password', 'kv/data/shop', 'password')]`;
  }
  const paths = templates.map(({ destination }) => filePath(`'${id}'`, folder, destination));
  const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
  if (duplicate !== undefined) {
    throw refusal`'${id}' has two templates for '${duplicate}': set a different file for each`;
  }
  if (token !== undefined && paths.includes(token)) {
    throw refusal`'tokenFile' of '${id}' is '${token}', which is also the file of a template: set a different file for each`;
  }
  return paths;
}

/** The path of a file that Vault Agent writes. */
function filePath(subject: string, folder: string, file: string): string {
  const name = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
  if (name === '' || name.startsWith('/') || name.endsWith('/') || name.split('/').includes('..')) {
    throw refusal`${subject} cannot write '${file}': set a file below '${folder}', for example db-password`;
  }
  return `${folder}/${name}`;
}

function checkAgent(id: string, props: VaultAgentProps): void {
  checkNoCredential(wording`'address' of '${id}'`, props.address);
  if (!/^https?:\/\/[^\s/]+/.test(props.address)) {
    throw refusal`'address' of '${id}' is '${props.address}', which is not a URL: set the URL of Vault, for example https://vault.vault.svc:8200`;
  }
  SINCE.filter(([prop]) => (props[prop] ?? undefined) !== undefined).forEach(([, since]) => requireVersion(VAULT_AGENT, props, since));
  const [least, most] = [props.minBackoff, props.maxBackoff].map(duration => duration && wholeSeconds(duration));
  if (least !== undefined && most !== undefined && least > most) {
    throw refusal`'minBackoff' of '${id}' is ${least} s, which is longer than 'maxBackoff', ${most} s: set a shorter 'minBackoff'`;
  }
}
