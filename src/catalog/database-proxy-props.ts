import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** An additional database instance. */
export interface DatabaseInstance {
  /** The instance, in the same form as the first one. */
  readonly instance: string;
  /**
   * The port on loopback.
   * @default - the port of the previous instance plus one
   */
  readonly port?: number;
  /**
   * The prefix of the environment variables that the app gets for the instance: with `USERS_DB`, they are `USERS_DB_HOST` and `USERS_DB_PORT`.
   * @default - the app gets no variables for the instance
   */
  readonly envPrefix?: string;
}

/** Properties of the proxies for managed databases of Google Cloud. */
export interface DatabaseProxyProps extends PresetProps {
  /**
   * The port on loopback on which the proxy serves the instance.
   * @default 5432
   */
  readonly port?: number;
  /**
   * Additional instances, each on its own port.
   * @default - no additional instances
   */
  readonly moreInstances?: DatabaseInstance[];
  /**
   * A directory for Unix sockets, which replace the ports. The first main container shares it, and every container that you pass to `connect`.
   * @default - the proxy listens on ports
   */
  readonly socketFolder?: string;
  /**
   * Logs in to the database as the service account, without a password.
   * @default false
   */
  readonly autoIamAuthn?: boolean;
  /**
   * Connects through Private Service Connect.
   * @default false
   */
  readonly privateServiceConnect?: boolean;
  /**
   * A Secret with the key file of a service account.
   * @default - the identity of the pod (Workload Identity)
   */
  readonly credentials?: kplus.ISecret;
  /**
   * The key of the Secret that holds the key file.
   * @default 'service_account.json'
   */
  readonly credentialsKey?: string;
  /**
   * Makes the app wait until the proxy has connected to each database once. If a connection fails, the proxy exits and the kubelet restarts it.
   * @default false
   */
  readonly waitForDatabase?: boolean;
  /**
   * The port of the health server. Two proxies of the same kind in one pod need different ports.
   * @default - 9801 for Cloud SQL, 9802 for AlloyDB
   */
  readonly healthPort?: number;
  /**
   * The service account that the proxy acts as. The identity of the pod needs permission to create its tokens. A comma separates the accounts of a chain.
   * @default - the identity of the pod, or of `credentials`
   */
  readonly impersonate?: string;
  /**
   * The maximum number of connections. The proxy refuses further ones.
   * @default - no limit
   */
  readonly maxConnections?: number;
  /**
   * Serves Prometheus metrics at `/metrics` on the port of the health server, and declares that port.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * The prefix of the environment variables that the app gets.
   * @default 'DB'
   */
  readonly envPrefix?: string;
}
