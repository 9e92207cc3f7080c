import { Construct } from 'constructs';
import { DatabaseProxyProps } from './database-proxy-props';
import { DatabaseProxy } from './private/database-proxy';
import { ALLOYDB_HEALTH_PORT, ALLOYDB_PROXY } from '../knowledge/programs/alloydb-proxy';

/** Which databases an AlloyDB Auth Proxy brings to the app. */
export interface AlloyDbProxyProps extends DatabaseProxyProps {
  /** The URI of the instance, `projects/PROJECT/locations/REGION/clusters/CLUSTER/instances/INSTANCE`. */
  readonly instance: string;
  /**
   * Connect to the public address of the instance instead of the private one.
   * @default false
   */
  readonly publicIp?: boolean;
}

/**
 * The AlloyDB Auth Proxy: the app reaches its database on loopback, encrypted and authorized by the pod's service account.
 *
 * The gate opens when the proxy listens. That the database answers is not part of it unless `waitForDatabase` is set.
 *
 * @see https://cloud.google.com/alloydb/docs/auth-proxy/overview
 */
export class AlloyDbProxy extends DatabaseProxy {
  constructor(scope: Construct, id: string, props: AlloyDbProxyProps) {
    if (props.publicIp && props.privateServiceConnect) {
      throw new Error(`'${id}' cannot connect to a public address and through Private Service Connect: set 'publicIp' or 'privateServiceConnect', not both`);
    }
    super(scope, id, props, {
      program: ALLOYDB_PROXY,
      healthPort: ALLOYDB_HEALTH_PORT,
      instance: props.instance,
      check: instance => partsOf(id, instance),
      socketName: instance => partsOf(id, instance).join('.').toLowerCase().replace(/:/g, '_'),
      flags: ['--exit-zero-sigterm', ...(props.publicIp ? ['--public-ip'] : [])],
    });
  }
}

/** Project, region, cluster and instance. */
function partsOf(id: string, instance: string): string[] {
  const parts = /^projects\/([^/\s?]+)\/locations\/([^/\s?]+)\/clusters\/([^/\s?]+)\/instances\/([^/\s?]+)$/.exec(instance);
  if (!parts) {
    throw new Error(`'${id}' cannot connect to the instance '${instance}': give its URI, for example projects/acme/locations/europe-west1/clusters/shop/instances/orders`);
  }
  return parts.slice(1);
}
