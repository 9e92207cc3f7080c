import * as kplus from 'cdk8s-plus-28';
import { tokenVolume } from './private/token-volume';
import { NativeSidecar } from '../sidecars/native-sidecar';

/** Where the files that prove the pod's identity are mounted. */
const IDENTITY_FOLDER = '/var/run/secrets/vault';

/** Where an auth method of Vault is. */
export interface VaultAuthOptions {
  /**
   * The path at which the method is enabled in Vault.
   * @default - the method's own name, for example `auth/kubernetes`
   */
  readonly mountPath?: string;
}

/** How a token of the pod's service account proves who it is. */
export interface VaultServiceAccountOptions extends VaultAuthOptions {
  /**
   * For whom the token is meant. It must be what the role in Vault expects.
   * @default - the API server of the cluster
   */
  readonly audience?: string;
}

/** Which keys of a Secret hold the two halves of an AppRole. */
export interface VaultAppRoleOptions extends VaultAuthOptions {
  /**
   * The key of the role ID.
   * @default 'role-id'
   */
  readonly roleIdKey?: string;
  /**
   * The key of the secret ID.
   * @default 'secret-id'
   */
  readonly secretIdKey?: string;
}

/** Which key of a Secret holds a Vault token. */
export interface VaultTokenOptions {
  /**
   * The key of the token.
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
   * Logs in with a token of the pod's service account, which the sidecar brings by itself.
   * @param role the role in Vault
   */
  public static kubernetes(role: string, options: VaultServiceAccountOptions = {}): VaultAuth {
    const config = { role: checkRole(role), token_path: `${IDENTITY_FOLDER}/token` };
    return new VaultAuth('kubernetes', options, config, sidecar => tokenVolume(sidecar, `${sidecar.name}-token`, options.audience ?? undefined));
  }

  /**
   * Logs in with a token of the pod's service account as a JWT, where Vault cannot ask the cluster about it.
   * @param role the role in Vault
   */
  public static jwt(role: string, options: VaultServiceAccountOptions = {}): VaultAuth {
    // The volume is read-only: removing the token would fail.
    const config = { role: checkRole(role), path: `${IDENTITY_FOLDER}/token`, remove_jwt_after_reading: false };
    return new VaultAuth('jwt', options, config, sidecar => tokenVolume(sidecar, `${sidecar.name}-token`, options.audience ?? undefined));
  }

  /**
   * Logs in with an AppRole, whose role ID and secret ID are in a Secret.
   * @param secret the Secret, in the namespace of the workload
   */
  public static appRole(secret: kplus.ISecret, options: VaultAppRoleOptions = {}): VaultAuth {
    const config = {
      role_id_file_path: `${IDENTITY_FOLDER}/${options.roleIdKey ?? 'role-id'}`,
      secret_id_file_path: `${IDENTITY_FOLDER}/${options.secretIdKey ?? 'secret-id'}`,
      // A Secret is mounted read-only: removing the file, which is the default, would fail.
      remove_secret_id_file_after_reading: false,
    };
    return new VaultAuth('approle', options, config, sidecar => secretVolume(sidecar, secret));
  }

  /**
   * Uses a token that is in a Secret. For trying things out: who holds the token can do all that it may do.
   * @param secret the Secret, in the namespace of the workload
   */
  public static tokenFile(secret: kplus.ISecret, options: VaultTokenOptions = {}): VaultAuth {
    const config = { token_file_path: `${IDENTITY_FOLDER}/${options.key ?? 'token'}` };
    return new VaultAuth('token_file', {}, config, sidecar => secretVolume(sidecar, secret));
  }

  /**
   * Logs in by another method that Vault Agent knows, such as `aws` or `gcp`.
   * @param method the method's name
   * @param config what it needs, as in Vault's documentation
   */
  public static custom(method: string, config: { [key: string]: any }, options: VaultAuthOptions = {}): VaultAuth {
    return new VaultAuth(method, options, config, () => undefined);
  }

  private constructor(
    private readonly method: string,
    private readonly options: VaultAuthOptions,
    private readonly config: { [key: string]: any },
    private readonly identity: (sidecar: NativeSidecar) => kplus.Volume | undefined,
  ) {}

  /**
   * The method as Vault Agent reads it. Mounts what it needs into the sidecar.
   * @internal
   */
  public _attach(sidecar: NativeSidecar): object {
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
  if (role.trim() === '') {
    throw new Error(`'${role}' is no role of Vault: give the name of one, for example shop`);
  }
  return role;
}
