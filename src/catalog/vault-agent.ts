import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { Kinds, DURATION, having, listOf, required, TEXT } from '../data/arguments';
import { CONFIG_MAP } from '../sidecars/kinds';
import { Connectable } from './private/connectable';
import { checkFolder } from './private/folder';
import { mountConfigFile } from './private/parts';
import { gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { requireVersion } from './private/program-version';
import { VaultAuth } from './vault-auth';
import { VaultTemplate } from './vault-template';
import { VAULT_AGENT, VAULT_RENDER_INTERVAL } from '../knowledge/programs/vault-agent';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/etc/vault-agent';
const CONFIG_FILE = 'agent.json';
const HOME = '/home/vault';
const CA_FOLDER = '/etc/vault-ca';

/** Properties of a `VaultAgent`. */
export interface VaultAgentProps extends PresetProps {
  /** The URL of Vault, for example `https://vault.vault.svc:8200`. */
  readonly address: string;
  /** How Vault Agent logs in to Vault. */
  readonly auth: VaultAuth;
  /** The files to render. The app starts when all of them exist and none is empty. */
  readonly templates: VaultTemplate[];
  /**
   * The directory that the sidecar shares with the app. It is in memory.
   * @default '/vault/secrets'
   */
  readonly folder?: string;
  /**
   * The name of the main container that reads the files.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * The Vault namespace. It is not a Kubernetes namespace.
   * @default - the root namespace
   */
  readonly namespace?: string;
  /**
   * A ConfigMap with the CA certificate of Vault in the key `ca.crt`.
   * @default - the CA certificates of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * How often Vault Agent reads secrets without a lease again.
   * @default Duration.minutes(5)
   */
  readonly renderInterval?: Duration;
}

/** What its properties must be. */
const KINDS: Kinds<VaultAgentProps> = {
  ...PRESET_KINDS,
  address: required(TEXT, "'https://vault.vault.svc:8200'"),
  auth: required(having(['_attach'], "a VaultAuth, for example VaultAuth.kubernetes('shop')")),
  templates: required(listOf(
    having(['_render', '_path'], ''), "a list of templates, for example [VaultTemplate.field('db-password', 'kv/data/shop', 'password')]",
  )),
  folder: TEXT,
  container: TEXT,
  namespace: TEXT,
  certificateAuthority: CONFIG_MAP,
  renderInterval: DURATION,
};

/**
 * Vault Agent, which renders secrets as files before the app starts and updates them while it runs.
 *
 * One native sidecar replaces the init container and the ordinary container that the Vault injector adds.
 *
 * `connect` mounts the files in a container and sets its variable `SECRETS_PATH`.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
 */
export class VaultAgent extends Connectable {
  /** The directory of the rendered files. It has the same path in the sidecar and in the app. */
  public readonly folder: string;
  /** The in-memory volume with the rendered files. */
  public readonly volume: kplus.Volume;

  private readonly paths: string[];

  constructor(scope: Construct, id: string, props: VaultAgentProps) {
    checkPreset(scope, id, props, KINDS);
    checkAddress(id, props.address);
    if (props.renderInterval) {
      requireVersion(VAULT_AGENT, props, VAULT_RENDER_INTERVAL);
    }
    const folder = checkFolder(`'${id}'`, props.folder ?? '/vault/secrets');
    const paths = renderedPaths(id, folder, props.templates);
    super(scope, id, {
      ...presetProps(VAULT_AGENT, props),
      resources: props.resources ?? resources(50, 64, 128),
      // Bypasses the entrypoint of the image, which changes owners and capabilities.
      command: ['vault', 'agent', `-config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      envVariables: {
        HOME: kplus.EnvValue.fromValue(HOME),
        ...(props.namespace ? { VAULT_NAMESPACE: kplus.EnvValue.fromValue(props.namespace) } : {}),
      },
      startup: StartupGate.command(['test', ...paths.flatMap((path, index) => [...(index > 0 ? ['-a'] : []), '-s', path])], gateOptions(props)),
    });
    this.folder = folder;
    this.paths = paths;
    this.mountMemory('home', HOME);
    this.volume = this.mountMemory('secrets', folder);
    if (props.certificateAuthority) {
      const volume = kplus.Volume.fromConfigMap(this, 'volume-ca', props.certificateAuthority, { name: `${this.name}-ca` });
      this.container.mount(CA_FOLDER, volume, { readOnly: true });
    }
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, JSON.stringify(agentConfig(props, props.auth._attach(this), paths), undefined, 2));
    this.shareVolume(this.volume, { path: folder, container: props.container, readOnly: true });
  }

  /** The paths of the rendered files in the app. */
  public get files(): string[] {
    return [...this.paths];
  }

  /** @internal */
  protected _connection(): Connection {
    return { mount: { volume: this.volume, path: this.folder, readOnly: true }, variables: { SECRETS_PATH: this.folder } };
  }

  private mountMemory(purpose: string, folder: string): kplus.Volume {
    const volume = kplus.Volume.fromEmptyDir(this, `volume-${purpose}`, `${this.name}-${purpose}`, { medium: kplus.EmptyDirMedium.MEMORY });
    this.container.mount(folder, volume);
    return volume;
  }
}

/** The configuration in the JSON syntax of HCL. */
function agentConfig(props: VaultAgentProps, method: object, paths: readonly string[]): object {
  return {
    vault: { address: props.address, ...(props.certificateAuthority ? { ca_cert: `${CA_FOLDER}/ca.crt` } : {}) },
    auto_auth: { method },
    template_config: {
      // Then the kubelet restarts Vault Agent, instead of old secrets staying in use unnoticed.
      exit_on_retry_failure: true,
      ...(props.renderInterval ? { static_secret_render_interval: `${wholeSeconds(props.renderInterval)}s` } : {}),
    },
    template: props.templates.map((template, index) => template._render(paths[index])),
  };
}

function renderedPaths(id: string, folder: string, templates: VaultTemplate[]): string[] {
  if (templates.length === 0) {
    throw new Error(`'${id}' has no templates, so it would render nothing: set 'templates', for example [VaultTemplate.field('db-password', 'kv/data/shop', 'password')]`);
  }
  const paths = templates.map(template => template._path(`'${id}'`, folder));
  const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
  if (duplicate !== undefined) {
    throw new Error(`'${id}' has two templates for '${duplicate}': set a different file for each`);
  }
  return paths;
}

function checkAddress(id: string, address: string): void {
  if (!/^https?:\/\/[^\s/]+/.test(address)) {
    throw new Error(`'address' of '${id}' is '${address}', which is not a URL: set the URL of Vault, for example https://vault.vault.svc:8200`);
  }
}
