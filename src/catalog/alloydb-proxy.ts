import { Construct } from 'constructs';
import { DatabaseProxyProps } from './database-proxy-props';
import { DatabaseProxy, DATABASE_PROXY_KINDS } from './private/database-proxy';
import { refusal } from '../caller/refusal';
import { Kinds, FLAG, required, TEXT } from '../data/arguments';
import { withoutSecret } from './private/plain-secret';
import { checkPreset } from './private/preset';
import {
  ALLOYDB_AUTO_IAM, ALLOYDB_EXIT_ZERO, ALLOYDB_HEALTH_PORT, ALLOYDB_PRIVATE_SERVICE_CONNECT, ALLOYDB_PROXY, ALLOYDB_PUBLIC_IP, ALLOYDB_VARIABLES,
} from '../knowledge/programs/alloydb-proxy';

/** Properties of an AlloyDB Auth Proxy. */
export interface AlloyDbProxyProps extends DatabaseProxyProps {
  /** The URI of the instance, `projects/PROJECT/locations/REGION/clusters/CLUSTER/instances/INSTANCE`. */
  readonly instance: string;
  /**
   * Connects to the public IP address of the instance instead of the private one.
   * @default false
   */
  readonly publicIp?: boolean;
}

/** What its properties must be. */
const KINDS: Kinds<AlloyDbProxyProps> = {
  ...DATABASE_PROXY_KINDS,
  instance: required(TEXT, "'projects/acme/locations/europe-west1/clusters/shop/instances/orders'"),
  publicIp: FLAG,
};

/**
 * The AlloyDB Auth Proxy. The app connects to its database on loopback; the proxy encrypts the connection and authorizes it with the service account of the pod.
 *
 * The gate opens when the proxy listens. It does not depend on the database unless you set `waitForDatabase`.
 *
 * `connect` sets `DB_HOST` and `DB_PORT` of a container, or variables with another `envPrefix`, and mounts the sockets.
 *
 * @see https://cloud.google.com/alloydb/docs/auth-proxy/overview
 */
export class AlloyDbProxy extends DatabaseProxy {
  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: AlloyDbProxyProps) {
    checkPreset(scope, id, props, KINDS, ALLOYDB_PROXY, new.target !== AlloyDbProxy);
    if (props.publicIp && props.privateServiceConnect) {
      throw refusal`'${id}' sets both 'publicIp' and 'privateServiceConnect': set only one of them`;
    }
    super(scope, id, props, {
      program: ALLOYDB_PROXY,
      healthPort: ALLOYDB_HEALTH_PORT,
      variablePrefix: ALLOYDB_VARIABLES,
      instance: props.instance,
      check: instance => partsOf(id, instance),
      socketName: instance => partsOf(id, instance).join('.').toLowerCase().replace(/:/g, '_'),
      exitZero: { flag: '--exit-zero-sigterm', since: ALLOYDB_EXIT_ZERO },
      flags: props.publicIp ? ['--public-ip'] : [],
      needs: [
        ...(props.privateServiceConnect ? [ALLOYDB_PRIVATE_SERVICE_CONNECT] : []),
        ...(props.publicIp ? [ALLOYDB_PUBLIC_IP] : []),
        ...(props.autoIamAuthn ? [ALLOYDB_AUTO_IAM] : []),
      ],
    });
  }
}

/** The project, region, cluster and instance in a URI. */
function partsOf(id: string, instance: string): string[] {
  const parts = /^projects\/([^/\s?]+)\/locations\/([^/\s?]+)\/clusters\/([^/\s?]+)\/instances\/([^/\s?]+)$/.exec(instance);
  if (!parts) {
    throw refusal`'${id}' has the instance '${withoutSecret(instance)}', which is not the URI of an AlloyDB instance: set it, for example, to projects/acme/locations/europe-west1/clusters/shop/instances/orders`;
  }
  return parts.slice(1);
}
