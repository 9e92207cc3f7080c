import * as kplus from 'cdk8s-plus-28';
import { projectedVolume } from './projected-volume';
import { NativeSidecar } from '../../sidecars/native-sidecar';

/** The directory where every client of the API server looks for a token. */
const TOKEN_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The lifetime that the API server uses for the tokens that it mounts itself. */
const EXPIRATION_SECONDS = 3607;

/**
 * Mounts the token of the pod's service account in one sidecar, because cdk8s-plus disables automatic mounts.
 *
 * Where automatic mounts are enabled, the API server leaves a container alone that already mounts this directory.
 */
export function mountServiceAccountToken(sidecar: NativeSidecar): void {
  const sources: kplus.k8s.VolumeProjection[] = [
    { serviceAccountToken: { path: 'token', expirationSeconds: EXPIRATION_SECONDS } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardApi: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
  ];
  sidecar.container.mount(TOKEN_FOLDER, projectedVolume(sidecar, `${sidecar.name}-token`, sources), { readOnly: true });
}
