import { Construct } from 'constructs';
import { DatabaseProxyProps } from './database-proxy-props';
import { DatabaseProxy, DATABASE_PROXY_KINDS } from './private/database-proxy';
import { refusal } from '../caller/refusal';
import { Kinds, FLAG, required, TEXT } from '../data/arguments';
import { withoutSecret } from './private/plain-secret';
import { checkPreset } from './private/preset';
import {
  CLOUD_SQL_CONNECTION_TEST, CLOUD_SQL_EXIT_ZERO, CLOUD_SQL_HEALTH_PORT, CLOUD_SQL_PRIVATE_SERVICE_CONNECT, CLOUD_SQL_PROXY, CLOUD_SQL_VARIABLES,
} from '../knowledge/programs/cloud-sql-proxy';

/** Properties of a Cloud SQL Auth Proxy. */
export interface CloudSqlProxyProps extends DatabaseProxyProps {
  /** The connection name of the instance, `project:region:name`. */
  readonly instance: string;
  /**
   * Connects to the private IP address of the instance.
   * @default false
   */
  readonly privateIp?: boolean;
}

/** What its properties must be. */
const KINDS: Kinds<CloudSqlProxyProps> = {
  ...DATABASE_PROXY_KINDS,
  instance: required(TEXT, "'acme:europe-west1:orders'"),
  privateIp: FLAG,
};

/**
 * The Cloud SQL Auth Proxy. The app connects to its database on loopback; the proxy encrypts the connection and authorizes it with the service account of the pod.
 *
 * The gate opens when the proxy listens. It does not depend on the database unless you set `waitForDatabase`. With sockets, the proxy calls the Admin API at startup
 * to find out the kind of database.
 *
 * `connect` sets `DB_HOST` and `DB_PORT` of a container, or variables with another `envPrefix`, and mounts the sockets.
 *
 * @see https://cloud.google.com/sql/docs/postgres/connect-auth-proxy
 *
 * @exampleMetadata fixture=workload
 * @example
 * const db = new catalog.CloudSqlProxy(web, 'db', { instance: 'acme:europe-west1:orders', privateIp: true });
 * db.connect();
 */
export class CloudSqlProxy extends DatabaseProxy {
  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: CloudSqlProxyProps) {
    checkPreset(scope, id, props, KINDS, CLOUD_SQL_PROXY, new.target !== CloudSqlProxy);
    if (props.privateIp && props.privateServiceConnect) {
      throw refusal`'${id}' sets both 'privateIp' and 'privateServiceConnect': set only one of them`;
    }
    super(scope, id, props, {
      program: CLOUD_SQL_PROXY,
      healthPort: CLOUD_SQL_HEALTH_PORT,
      variablePrefix: CLOUD_SQL_VARIABLES,
      instance: props.instance,
      check: instance => checkInstance(id, instance),
      socketName: instance => instance,
      exitZero: { flag: '--exit-zero-on-sigterm', since: CLOUD_SQL_EXIT_ZERO },
      flags: props.privateIp ? ['--private-ip'] : [],
      needs: [
        ...(props.privateServiceConnect ? [CLOUD_SQL_PRIVATE_SERVICE_CONNECT] : []),
        ...(props.waitForDatabase ? [CLOUD_SQL_CONNECTION_TEST] : []),
      ],
    });
  }
}

/** A project can have a domain, as in `acme.com:shop:europe-west1:orders`. */
function checkInstance(id: string, instance: string): void {
  if (!/^[a-z0-9][^:\s?=]*(:[a-z0-9][^:\s?=]*)?:[a-z0-9][a-z0-9-]*:[a-z0-9][a-z0-9-]*$/.test(instance)) {
    throw refusal`'${id}' has the instance '${withoutSecret(instance)}', which is not a connection name: set it to project:region:name, for example acme:europe-west1:orders`;
  }
}
