import * as kplus from 'cdk8s-plus-28';
import { projectedVolume } from './projected-volume';
import { NativeSidecar } from '../../sidecars/native-sidecar';

/** Where every client of the API server looks. */
const TOKEN_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** What the API server asks for itself: an hour, and a little so that tokens which it adds can be told apart. */
const EXPIRATION_SECONDS = 3607;

/**
 * Gives a sidecar, and only it, the token of the pod's service account, as the API server would: cdk8s-plus switches that off for its pods.
 *
 * Where it is on, the API server sees that the folder is taken, and adds nothing.
 */
export function mountServiceAccountToken(sidecar: NativeSidecar): void {
  const sources: kplus.k8s.VolumeProjection[] = [
    { serviceAccountToken: { path: 'token', expirationSeconds: EXPIRATION_SECONDS } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardApi: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
  ];
  sidecar.container.mount(TOKEN_FOLDER, projectedVolume(sidecar, `${sidecar.name}-token`, sources), { readOnly: true });
}
