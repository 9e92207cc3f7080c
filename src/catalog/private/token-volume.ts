import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';

/** How long a token is good for, in seconds. A kubelet renews it long before. */
const EXPIRATION_SECONDS = 3600;

/**
 * A volume with a token of the pod's service account. cdk8s-plus knows no projected volumes, and its pods do not mount a token unless asked.
 * @see https://kubernetes.io/docs/concepts/storage/projected-volumes/#serviceaccounttoken
 */
export function tokenVolume(scope: Construct, name: string, audience: string | undefined): kplus.Volume {
  const serviceAccountToken = { path: 'token', expirationSeconds: EXPIRATION_SECONDS, ...(audience ? { audience } : {}) };
  return Object.assign(kplus.Volume.fromEmptyDir(scope, 'volume-token', name), {
    _toKube: (): kplus.k8s.Volume => ({ name, projected: { sources: [{ serviceAccountToken }] } }),
  });
}
