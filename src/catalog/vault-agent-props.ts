import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';
import { VaultAuth } from './vault-auth';
import { VaultTemplate } from './vault-template';

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
   * The group ID that owns the files. Set it to a group of the app: its `runAsGroup`, or the `fsGroup` of the pod. The files are then unreadable for other users.
   * @default - the group of the image; all users of the containers that mount the directory can read the files
   */
  readonly fileGroup?: number;
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
  /**
   * The wait after the first failed login. It doubles with each further failure.
   * @default Duration.seconds(1)
   */
  readonly minBackoff?: Duration;
  /**
   * The longest wait between two logins.
   * @default Duration.minutes(5)
   */
  readonly maxBackoff?: Duration;
  /**
   * The file below `folder` that gets the Vault token, for an app that calls Vault itself. The app starts when the file exists.
   * @default - the app gets no token
   */
  readonly tokenFile?: string;
  /**
   * The port on loopback where Vault Agent forwards requests of the app to Vault, with its own token.
   * @default - the app cannot call Vault through the sidecar
   */
  readonly apiProxyPort?: number;
  /**
   * Further configuration, with the names that Vault Agent uses. Mappings merge with the configuration of the sidecar, scalars and lists replace, and null removes a key.
   * @default - no further configuration
   */
  readonly config?: { [key: string]: any };
}
