import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { checkFolder } from './private/folder';
import { mountConfigFile } from './private/parts';
import { gateOptions, presetProps, resources } from './private/preset';
import { VaultAuth } from './vault-auth';
import { VaultTemplate } from './vault-template';
import { VAULT_AGENT } from '../knowledge/programs/vault-agent';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/etc/vault-agent';
const CONFIG_FILE = 'agent.json';
const HOME = '/home/vault';
const CA_FOLDER = '/etc/vault-ca';

/** Where Vault is, how to log in to it, and what to render. */
export interface VaultAgentProps extends PresetProps {
  /** The address of Vault, for example `https://vault.vault.svc:8200`. */
  readonly address: string;
  /** How it logs in. */
  readonly auth: VaultAuth;
  /** The files that it renders. The app starts once none of them is missing or empty. */
  readonly templates: VaultTemplate[];
  /**
   * The folder that it shares with the app. It lives in memory.
   * @default '/vault/secrets'
   */
  readonly folder?: string;
  /**
   * The main container that reads the files.
   * @default - the first
   */
  readonly container?: string;
  /**
   * The namespace in Vault, which is not one of Kubernetes.
   * @default - the root namespace
   */
  readonly namespace?: string;
  /**
   * A ConfigMap with the certificate authority of Vault, under the key `ca.crt`.
   * @default - the authorities of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * How often secrets without a lease are read again.
   * @default Duration.minutes(5)
   */
  readonly renderInterval?: Duration;
}

/**
 * Vault Agent: the app finds its secrets as files, there before it starts and kept fresh while it runs.
 *
 * One native sidecar does what an injector needs an init container and an ordinary container for.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/agent
 */
export class VaultAgent extends NativeSidecar {
  /** The folder of the rendered files, the same in the sidecar and in the app. */
  public readonly folder: string;
  /** The volume that holds the rendered files, in memory. */
  public readonly volume: kplus.Volume;

  private readonly paths: string[];

  constructor(scope: Construct, id: string, props: VaultAgentProps) {
    checkAddress(id, props.address);
    const folder = checkFolder(`'${id}'`, props.folder ?? '/vault/secrets');
    const paths = renderedPaths(id, folder, props.templates);
    super(scope, id, {
      ...presetProps(VAULT_AGENT, props),
      resources: props.resources ?? resources(50, 64, 128),
      // Not by the image's entrypoint, which wants to change owners and capabilities.
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
    this.share(props.container);
  }

  /** The rendered files, with their paths in the app. */
  public get files(): string[] {
    return [...this.paths];
  }

  /**
   * Lets a container of the app, by its name, read the files, and tells it where they are: `SECRETS_PATH`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    this.share(name);
    this.addAppEnv('SECRETS_PATH', this.folder, name);
  }

  private share(container: string | undefined): void {
    this.shareVolume(this.volume, { path: this.folder, container, readOnly: true });
  }

  private mountMemory(purpose: string, folder: string): kplus.Volume {
    const volume = kplus.Volume.fromEmptyDir(this, `volume-${purpose}`, `${this.name}-${purpose}`, { medium: kplus.EmptyDirMedium.MEMORY });
    this.container.mount(folder, volume);
    return volume;
  }
}

/** The configuration in the JSON form of HCL. */
function agentConfig(props: VaultAgentProps, method: object, paths: readonly string[]): object {
  return {
    vault: { address: props.address, ...(props.certificateAuthority ? { ca_cert: `${CA_FOLDER}/ca.crt` } : {}) },
    auto_auth: { method },
    template_config: {
      // It is started again then, instead of serving old secrets in silence.
      exit_on_retry_failure: true,
      ...(props.renderInterval ? { static_secret_render_interval: `${wholeSeconds(props.renderInterval)}s` } : {}),
    },
    template: props.templates.map((template, index) => template._render(paths[index])),
  };
}

function renderedPaths(id: string, folder: string, templates: VaultTemplate[]): string[] {
  if (templates.length === 0) {
    throw new Error(`'${id}' has no templates, so it would render nothing: give at least one, for example VaultTemplate.field('db-password', 'kv/data/shop', 'password')`);
  }
  const paths = templates.map(template => template._path(`'${id}'`, folder));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) {
    throw new Error(`'${id}' has two templates for '${twice}': give each a file of its own`);
  }
  return paths;
}

function checkAddress(id: string, address: string): void {
  if (!/^https?:\/\/[^\s/]+/.test(address)) {
    throw new Error(`'${id}' cannot reach Vault at '${address}': give its address, for example https://vault.vault.svc:8200`);
  }
}
