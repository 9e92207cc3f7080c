import { Duration } from 'cdk8s';
import { Decided, ENDS } from './decided';
import { FixedPart } from './merge-config';
import { ConfigMapping } from './yaml';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { VaultAgentProps } from '../vault-agent-props';

/** Where the CA certificate of Vault is mounted. */
export const VAULT_CA_FOLDER = '/etc/vault-ca';

/** The mode of files that a group of the app owns, and of all others. */
const GROUP_MODE = '0640';
const OPEN_MODE = '0644';

/** The flags and variables that have a property, or that would break the sidecar. Flags and variables have precedence over the configuration. */
export const VAULT_DECIDED: Decided = {
  flags: {
    'config': "set 'config'",
    'exit-after-auth': ENDS,
    'address': "set 'address'",
    'namespace': "set 'namespace'",
    'ca-cert': "set 'certificateAuthority'",
    'help': ENDS,
    'h': ENDS,
  },
  variables: { VAULT_ADDR: "set 'address'" },
};

/** What the raw configuration cannot change. */
export function vaultFixed(props: VaultAgentProps): FixedPart[] {
  const given = (value: unknown) => (value ?? undefined) !== undefined;
  return [
    [['vault', 'address'], "set 'address'"],
    [['auto_auth', 'method'], "set 'auth'"],
    [['template'], "set 'templates'"],
    [['exit_after_auth'], ENDS],
    // Lists replace, so other sinks and listeners would remove those of the properties.
    ...(given(props.tokenFile) ? [[['auto_auth', 'sink'], "remove it, or 'tokenFile'"] as FixedPart] : []),
    ...(given(props.apiProxyPort) ? [[['listener'], "remove it, or 'apiProxyPort'"] as FixedPart] : []),
  ];
}

/** The paths of the files that Vault Agent writes. */
export interface VaultPaths {
  readonly templates: readonly string[];
  readonly token: string | undefined;
}

/**
 * The configuration of Vault Agent in the JSON syntax of HCL.
 *
 * Blocks are lists: HCL takes an object that holds only objects for several blocks, one for each key, so that Vault Agent finds no method.
 */
export function vaultAgentConfig(props: VaultAgentProps, method: ConfigMapping, paths: VaultPaths): ConfigMapping {
  const mode = hasGroup(props) ? GROUP_MODE : OPEN_MODE;
  return {
    vault: { address: props.address, ...(props.certificateAuthority ? { ca_cert: `${VAULT_CA_FOLDER}/ca.crt` } : {}) },
    auto_auth: {
      method: [{ ...method, ...backoff('min_backoff', props.minBackoff), ...backoff('max_backoff', props.maxBackoff) }],
      ...(paths.token === undefined ? {} : { sink: [{ type: 'file', config: { path: paths.token, mode: parseInt(mode, 8) } }] }),
    },
    ...apiProxy(props.apiProxyPort ?? undefined),
    template_config: {
      // Then the kubelet restarts Vault Agent, instead of old secrets staying in use unnoticed.
      exit_on_retry_failure: true,
      ...(props.renderInterval ? { static_secret_render_interval: `${wholeSeconds(props.renderInterval)}s` } : {}),
    },
    template: props.templates.map((template, index) => template._render(paths.templates[index], mode)),
  };
}

/** Whether a group of the app owns the files. Other languages pass null for what is not given. */
export function hasGroup({ fileGroup }: VaultAgentProps): boolean {
  return (fileGroup ?? undefined) !== undefined;
}

function apiProxy(port: number | undefined): ConfigMapping {
  return port === undefined ? {} : {
    api_proxy: { use_auto_auth_token: true },
    listener: [{ tcp: { address: `127.0.0.1:${port}`, tls_disable: true } }],
  };
}

function backoff(name: string, duration: Duration | undefined): ConfigMapping {
  return duration ? { [name]: `${wholeSeconds(duration)}s` } : {};
}
