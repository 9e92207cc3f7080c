import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** When PgBouncer returns a server connection to the pool. */
export enum PgBouncerPoolMode {
  /** When the client disconnects. All features of PostgreSQL work. */
  SESSION = 'session',
  /** When the transaction ends. A few connections serve many clients, but features that need a session do not work. */
  TRANSACTION = 'transaction',
  /** When the statement ends. Transactions with several statements do not work. */
  STATEMENT = 'statement',
}

/** How PgBouncer authenticates clients. */
export enum PgBouncerAuthentication {
  /** With SCRAM. The user list contains passwords, or the SCRAM secrets of the database. */
  SCRAM_SHA_256 = 'scram-sha-256',
  /** With MD5, or with SCRAM for users whose entry in the user list is a SCRAM secret. */
  MD5 = 'md5',
  /** Without authentication: any process in the pod can connect as any user of the list. */
  TRUST = 'trust',
}

/** Whether PgBouncer uses TLS for its connections to the database. */
export enum PgBouncerServerTls {
  /** Never uses TLS. Use it behind a proxy that encrypts the connection. */
  DISABLE = 'disable',
  /** Uses TLS if the database supports it. */
  PREFER = 'prefer',
  /** Always uses TLS, and does not verify the certificate. */
  REQUIRE = 'require',
  /** Always uses TLS, and verifies the certificate authority. */
  VERIFY_CA = 'verify-ca',
  /** Always uses TLS, and verifies the certificate authority and the host name. */
  VERIFY_FULL = 'verify-full',
}

/** A database with its own settings. */
export interface PgBouncerDatabase {
  /** The database name that the app uses. */
  readonly name: string;
  /**
   * The host of the PostgreSQL server.
   * @default - the `serverHost` of the sidecar
   */
  readonly host?: string;
  /**
   * The port of the PostgreSQL server.
   * @default - the `serverPort` of the sidecar, or 5432 if `host` is set
   */
  readonly port?: number;
  /**
   * The name of the database on the server.
   * @default - the name that the app uses
   */
  readonly database?: string;
  /**
   * The number of server connections per user.
   * @default - the `poolSize` of the sidecar
   */
  readonly poolSize?: number;
  /**
   * When PgBouncer returns a server connection to the pool.
   * @default - the `poolMode` of the sidecar
   */
  readonly poolMode?: PgBouncerPoolMode;
}

/** Properties of a `PgBouncer`. */
export interface PgBouncerProps extends PresetProps {
  /** The host of the PostgreSQL server. With a database proxy in the same pod, use the `host` of that proxy. */
  readonly serverHost: string;
  /** A Secret with the user list in the key `userlist.txt`. Each line has the form `"user" "password"`. */
  readonly users: kplus.ISecret;
  /**
   * The key of the Secret that holds the user list.
   * @default 'userlist.txt'
   */
  readonly usersKey?: string;
  /**
   * The port of the PostgreSQL server.
   * @default 5432
   */
  readonly serverPort?: number;
  /**
   * The port on loopback.
   * @default 6432
   */
  readonly port?: number;
  /**
   * Databases with their own settings. The app can connect to all other databases of the server under their own names.
   * @default - all databases of the server, with the settings of the sidecar
   */
  readonly databases?: PgBouncerDatabase[];
  /**
   * When PgBouncer returns a server connection to the pool.
   * @default PgBouncerPoolMode.SESSION
   */
  readonly poolMode?: PgBouncerPoolMode;
  /**
   * The number of server connections per user and database.
   * @default 20
   */
  readonly poolSize?: number;
  /**
   * The maximum number of client connections.
   * @default 100
   */
  readonly maxClients?: number;
  /**
   * How PgBouncer authenticates clients.
   * @default PgBouncerAuthentication.SCRAM_SHA_256
   */
  readonly authentication?: PgBouncerAuthentication;
  /**
   * Whether PgBouncer uses TLS for its connections to the server.
   * @default PgBouncerServerTls.PREFER
   */
  readonly serverTls?: PgBouncerServerTls;
  /**
   * A ConfigMap with the certificate authorities of the server in the key `ca.crt`, for `VERIFY_CA` and `VERIFY_FULL`.
   * @default - the certificate authorities of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * Further configuration, by section, for example `{ pgbouncer: { query_wait_timeout: 30 }, users: { report: 'pool_size=2' } }`. It is merged into the configuration
   * of the sidecar, and null removes an entry. Each value must be a single line.
   * @default - the defaults of PgBouncer, and `ignore_startup_parameters = extra_float_digits`, which Java clients require, and `server_login_retry = 1`, so that a
   * database that comes back serves the app after a second
   */
  readonly config?: { [section: string]: any };
  /**
   * The prefix of the environment variables that the app gets.
   * @default 'DB'
   */
  readonly envPrefix?: string;
}
