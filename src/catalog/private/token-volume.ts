import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { projectedVolume } from './projected-volume';

/** The lifetime of a token in seconds. The kubelet renews it in time. */
const EXPIRATION_SECONDS = 3600;

/**
 * A volume with a token of the pod's service account. Pods of cdk8s-plus do not mount one by default.
 * @see https://kubernetes.io/docs/concepts/storage/projected-volumes/#serviceaccounttoken
 */
export function tokenVolume(scope: Construct, name: string, audience: string | undefined): kplus.Volume {
  const serviceAccountToken = { path: 'token', expirationSeconds: EXPIRATION_SECONDS, ...(audience ? { audience } : {}) };
  return projectedVolume(scope, name, [{ serviceAccountToken }]);
}
