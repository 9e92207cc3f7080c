import { Construct } from 'constructs';
import { DatabaseProxyProps } from './database-proxy-props';
import { DatabaseProxy } from './private/database-proxy';
import { CLOUD_SQL_HEALTH_PORT, CLOUD_SQL_PROXY } from '../knowledge/programs/cloud-sql-proxy';

/** Which databases a Cloud SQL Auth Proxy brings to the app. */
export interface CloudSqlProxyProps extends DatabaseProxyProps {
  /** The connection name of the instance, `project:region:name`. */
  readonly instance: string;
  /**
   * Connect to the private address of the instance.
   * @default false
   */
  readonly privateIp?: boolean;
}

/**
 * The Cloud SQL Auth Proxy: the app reaches its database on loopback, encrypted and authorized by the pod's service account.
 *
 * The gate opens when the proxy listens. That the database answers is not part of it unless `waitForDatabase` is set. With sockets the proxy asks the Admin API
 * at start which kind of database it serves, with ports it does not.
 *
 * @see https://cloud.google.com/sql/docs/postgres/connect-auth-proxy
 */
export class CloudSqlProxy extends DatabaseProxy {
  constructor(scope: Construct, id: string, props: CloudSqlProxyProps) {
    if (props.privateIp && props.privateServiceConnect) {
      throw new Error(`'${id}' cannot connect to a private address and through Private Service Connect: set 'privateIp' or 'privateServiceConnect', not both`);
    }
    super(scope, id, props, {
      program: CLOUD_SQL_PROXY,
      healthPort: CLOUD_SQL_HEALTH_PORT,
      instance: props.instance,
      check: instance => checkInstance(id, instance),
      socketName: instance => instance,
      flags: ['--exit-zero-on-sigterm', ...(props.privateIp ? ['--private-ip'] : [])],
    });
  }
}

/** The project may belong to a domain, as in `acme.com:shop:europe-west1:orders`. */
function checkInstance(id: string, instance: string): void {
  if (!/^[^:\s?]+(:[^:\s?]+)?:[a-z0-9-]+:[a-z0-9-]+$/.test(instance)) {
    throw new Error(`'${id}' cannot connect to the instance '${instance}': give its connection name, project:region:name, for example acme:europe-west1:orders`);
  }
}
