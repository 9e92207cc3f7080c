import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** When PgBouncer gives a connection to another client. */
export enum PgBouncerPoolMode {
  /** When the client disconnects: everything of PostgreSQL works. */
  SESSION = 'session',
  /** When the transaction ends: few connections serve many clients, which may not keep anything in a session. */
  TRANSACTION = 'transaction',
  /** When the statement ends: there are no transactions of several statements. */
  STATEMENT = 'statement',
}

/** How clients prove to PgBouncer who they are. */
export enum PgBouncerAuthentication {
  /** By SCRAM. The list of users holds passwords, or the secrets that the database holds. */
  SCRAM_SHA_256 = 'scram-sha-256',
  /** By MD5, or by SCRAM where the list of users holds a SCRAM secret. */
  MD5 = 'md5',
  /** Not at all: whoever is in the pod may be anyone of the list. */
  TRUST = 'trust',
}

/** Whether PgBouncer encrypts its connections to the database. */
export enum PgBouncerServerTls {
  /** Never. Right behind a proxy that encrypts. */
  DISABLE = 'disable',
  /** If the database can. */
  PREFER = 'prefer',
  /** Always, without a look at the certificate. */
  REQUIRE = 'require',
  /** Always, and the certificate must be of a known authority. */
  VERIFY_CA = 'verify-ca',
  /** Always, and the certificate must be of a known authority and for this host. */
  VERIFY_FULL = 'verify-full',
}

/** A database that PgBouncer offers under a name, with what is special about it. */
export interface PgBouncerDatabase {
  /** The name under which the app connects. */
  readonly name: string;
  /**
   * The host of its server.
   * @default - the `serverHost` of the sidecar
   */
  readonly host?: string;
  /**
   * The port of its server.
   * @default - the `serverPort` of the sidecar, or 5432 with a host of its own
   */
  readonly port?: number;
  /**
   * Its name on the server.
   * @default - the same name
   */
  readonly database?: string;
  /**
   * How many connections a user has to it.
   * @default - the `poolSize` of the sidecar
   */
  readonly poolSize?: number;
  /**
   * When a connection is given to another client.
   * @default - the `poolMode` of the sidecar
   */
  readonly poolMode?: PgBouncerPoolMode;
}

/** Where the databases are that a PgBouncer pools connections to, and who may use them. */
export interface PgBouncerProps extends PresetProps {
  /** The host of the PostgreSQL server. Behind a proxy in the same pod it is that proxy's `host`. */
  readonly serverHost: string;
  /** A Secret with the list of users, lines of `"user" "password"`, under the key `userlist.txt`. */
  readonly users: kplus.ISecret;
  /**
   * The key of that Secret.
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
   * Databases with something special. All others of the server are offered under their own names.
   * @default - all databases of the server, under their own names
   */
  readonly databases?: PgBouncerDatabase[];
  /**
   * When a connection is given to another client.
   * @default PgBouncerPoolMode.SESSION
   */
  readonly poolMode?: PgBouncerPoolMode;
  /**
   * How many connections to the server each pair of user and database has.
   * @default 20
   */
  readonly poolSize?: number;
  /**
   * How many connections of the app it accepts.
   * @default 100
   */
  readonly maxClients?: number;
  /**
   * How clients prove who they are.
   * @default PgBouncerAuthentication.SCRAM_SHA_256
   */
  readonly authentication?: PgBouncerAuthentication;
  /**
   * Whether connections to the server are encrypted.
   * @default PgBouncerServerTls.PREFER
   */
  readonly serverTls?: PgBouncerServerTls;
  /**
   * Further settings of the section `[pgbouncer]`, for example `{ query_wait_timeout: '30' }`. Values are one line each.
   * @default - PgBouncer's own, and `ignore_startup_parameters = extra_float_digits`, which Java clients need
   */
  readonly settings?: { [name: string]: string };
  /**
   * What the names of the app's environment variables begin with.
   * @default 'DB'
   */
  readonly envPrefix?: string;
}
