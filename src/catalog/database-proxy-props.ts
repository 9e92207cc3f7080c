import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** A database instance beyond the first, and how the app reaches it. */
export interface DatabaseInstance {
  /** The instance, named like the first. */
  readonly instance: string;
  /**
   * The port on loopback.
   * @default - the port after that of the instance before it
   */
  readonly port?: number;
  /**
   * What the names of the app's environment variables for it begin with: `USERS_DB` makes `USERS_DB_HOST` and `USERS_DB_PORT`.
   * @default - the app gets no variables for it
   */
  readonly envPrefix?: string;
}

/** What may be said about a proxy for managed databases of Google. */
export interface DatabaseProxyProps extends PresetProps {
  /**
   * The port on loopback on which the app reaches the instance.
   * @default 5432
   */
  readonly port?: number;
  /**
   * Further instances, each on a port of its own.
   * @default - only one instance
   */
  readonly moreInstances?: DatabaseInstance[];
  /**
   * A folder for unix sockets instead of ports. It is shared with the app's first container, and with each that `addTo` or `addToContainer` is called for.
   * @default - the app connects to ports
   */
  readonly socketFolder?: string;
  /**
   * Log in to the database as the service account, without a password.
   * @default false
   */
  readonly autoIamAuthn?: boolean;
  /**
   * Connect through Private Service Connect.
   * @default false
   */
  readonly privateServiceConnect?: boolean;
  /**
   * A Secret with the key of a service account.
   * @default - the identity of the pod (Workload Identity)
   */
  readonly credentials?: kplus.ISecret;
  /**
   * The entry of that Secret.
   * @default 'service_account.json'
   */
  readonly credentialsKey?: string;
  /**
   * Keep the app waiting until a connection to each database has worked once. If one does not, the proxy ends and is started again.
   * @default false
   */
  readonly waitForDatabase?: boolean;
  /**
   * The port of its health server. Two proxies of one kind in one pod need different ones.
   * @default - 9801 for Cloud SQL, 9802 for AlloyDB
   */
  readonly healthPort?: number;
  /**
   * What the names of the app's environment variables begin with.
   * @default 'DB'
   */
  readonly envPrefix?: string;
}
