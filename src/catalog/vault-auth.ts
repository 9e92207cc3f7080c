import * as kplus from 'cdk8s-plus-28';
import { tokenVolume } from './private/token-volume';
import { checkProps, checkValue, refusal } from '../caller/refusal';
import { required, TEXT } from '../data/arguments';
import { DATA } from '../data/plain-data';
import { SECRET } from '../sidecars/kinds';
import { NativeSidecar } from '../sidecars/native-sidecar';

/** The mount path of the files that identify the pod. */
const IDENTITY_FOLDER = '/var/run/secrets/vault';

/** Options for an auth method of Vault. */
export interface VaultAuthOptions {
  /**
   * The path where the auth method is enabled in Vault.
   * @default - the name of the method, for example `auth/kubernetes`
   */
  readonly mountPath?: string;
}

/** Options for a token of the pod's service account. */
export interface VaultServiceAccountOptions extends VaultAuthOptions {
  /**
   * The audience of the token. It must match the role in Vault.
   * @default - the API server of the cluster
   */
  readonly audience?: string;
}

/** The keys of a Secret with the IDs of an AppRole. */
export interface VaultAppRoleOptions extends VaultAuthOptions {
  /**
   * The key with the role ID.
   * @default 'role-id'
   */
  readonly roleIdKey?: string;
  /**
   * The key with the secret ID.
   * @default 'secret-id'
   */
  readonly secretIdKey?: string;
}

/** The key of a Secret with a Vault token. */
export interface VaultTokenOptions {
  /**
   * The key with the token.
   * @default 'token'
   */
  readonly key?: string;
}

/**
 * How Vault Agent logs in to Vault.
 *
 * @see https://developer.hashicorp.com/vault/docs/agent-and-proxy/autoauth/methods
 */
export class VaultAuth {
  /**
   * Logs in with a token of the pod's service account, which the sidecar mounts.
   * @param role the role in Vault
   * @param options where the method is mounted, and the audience of the token
   */
  public static kubernetes(role: string, options: VaultServiceAccountOptions = {}): VaultAuth {
    checkOptions(options);
    const config = { role: checkRole(role), token_path: `${IDENTITY_FOLDER}/token` };
    return new VaultAuth('kubernetes', options, config, sidecar => tokenVolume(sidecar, `${sidecar.name}-token`, options.audience ?? undefined));
  }

  /**
   * Logs in with a token of the pod's service account as a JWT. Use it when Vault cannot call the API server of the cluster.
   * @param role the role in Vault
   * @param options where the method is mounted, and the audience of the token
   */
  public static jwt(role: string, options: VaultServiceAccountOptions = {}): VaultAuth {
    checkOptions(options);
    // The volume is read-only, so Vault Agent cannot remove the token.
    const config = { role: checkRole(role), path: `${IDENTITY_FOLDER}/token`, remove_jwt_after_reading: false };
    return new VaultAuth('jwt', options, config, sidecar => tokenVolume(sidecar, `${sidecar.name}-token`, options.audience ?? undefined));
  }

  /**
   * Logs in with an AppRole. The Secret holds its role ID and secret ID.
   * @param secret the Secret, in the namespace of the workload
   * @param options where the method is mounted, and which keys of the Secret it uses
   */
  public static appRole(secret: kplus.ISecret, options: VaultAppRoleOptions = {}): VaultAuth {
    checkValue('the Secret of an AppRole', secret, required(SECRET));
    checkOptions(options);
    const config = {
      role_id_file_path: `${IDENTITY_FOLDER}/${options.roleIdKey ?? 'role-id'}`,
      secret_id_file_path: `${IDENTITY_FOLDER}/${options.secretIdKey ?? 'secret-id'}`,
      // The mount of a Secret is read-only, so Vault Agent cannot remove the file, as it does by default.
      remove_secret_id_file_after_reading: false,
    };
    return new VaultAuth('approle', options, config, sidecar => secretVolume(sidecar, secret));
  }

  /**
   * Uses a Vault token from a Secret. Only use it for tests: everyone who has the token has its permissions.
   * @param secret the Secret, in the namespace of the workload
   * @param options the key in the Secret
   */
  public static tokenFile(secret: kplus.ISecret, options: VaultTokenOptions = {}): VaultAuth {
    checkValue('the Secret of a Vault token', secret, required(SECRET));
    checkOptions(options);
    const config = { token_file_path: `${IDENTITY_FOLDER}/${options.key ?? 'token'}` };
    return new VaultAuth('token_file', {}, config, sidecar => secretVolume(sidecar, secret));
  }

  /**
   * Logs in with another auth method of Vault Agent, for example `aws` or `gcp`.
   * @param method the name of the method
   * @param config the configuration of the method, as in the documentation of Vault
   * @param options where the method is mounted
   */
  public static custom(method: string, config: { [key: string]: any }, options: VaultAuthOptions = {}): VaultAuth {
    checkValue('the auth method of Vault', method, required(TEXT, "'aws'"));
    checkValue(`the configuration of the auth method '${method}'`, config, required(DATA));
    checkOptions(options);
    return new VaultAuth(method, options, config, () => undefined);
  }

  private constructor(
    private readonly method: string,
    private readonly options: VaultAuthOptions,
    private readonly config: { [key: string]: any },
    private readonly identity: (sidecar: NativeSidecar) => kplus.Volume | undefined,
  ) {}

  /**
   * Renders the method for the configuration of Vault Agent, and mounts the files that it needs.
   * @internal
   */
  public _attach(sidecar: NativeSidecar): { readonly [key: string]: any } {
    const volume = this.identity(sidecar);
    if (volume) {
      sidecar.container.mount(IDENTITY_FOLDER, volume, { readOnly: true });
    }
    const { mountPath } = this.options;
    return { type: this.method, ...(mountPath ? { mount_path: mountPath } : {}), config: this.config };
  }
}

function secretVolume(sidecar: NativeSidecar, secret: kplus.ISecret): kplus.Volume {
  return kplus.Volume.fromSecret(sidecar, 'volume-identity', secret, { name: `${sidecar.name}-identity` });
}

function checkRole(role: string): string {
  if (typeof role !== 'string' || role.trim() === '') {
    throw refusal`'${role}' is not a valid name of a Vault role: set the name of the role, for example shop`;
  }
  return role;
}

function checkOptions(options: object): void {
  checkProps('the login to Vault', options, { mountPath: TEXT, audience: TEXT, roleIdKey: TEXT, secretIdKey: TEXT, key: TEXT });
}
