import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { projectedVolume } from './projected-volume';

/** How long a token is good for, in seconds. A kubelet renews it long before. */
const EXPIRATION_SECONDS = 3600;

/**
 * A volume with a token of the pod's service account: pods of cdk8s-plus do not mount one unless asked.
 * @see https://kubernetes.io/docs/concepts/storage/projected-volumes/#serviceaccounttoken
 */
export function tokenVolume(scope: Construct, name: string, audience: string | undefined): kplus.Volume {
  const serviceAccountToken = { path: 'token', expirationSeconds: EXPIRATION_SECONDS, ...(audience ? { audience } : {}) };
  return projectedVolume(scope, name, [{ serviceAccountToken }]);
}
