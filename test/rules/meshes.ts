import { PodModel } from '../../src/kubernetes/pod';
import { Mesh } from '../../src/meshes/mesh';
import { podManifest, TestContainer } from '../simulator/pods';

export const LINKERD = Mesh.linkerd({ version: '2.20' });
export const ISTIO = Mesh.istio({ version: '1.29' });
export const KUMA = Mesh.kuma({ version: '2.14' });
export const CONSUL = Mesh.consul({ version: '1.9' });
export const DAPR = Mesh.dapr({ version: '1.18', appId: 'orders' });

/** Their proxies as ordinary containers; Kuma leaves that to the cluster. */
export const LINKERD_LEGACY = Mesh.linkerd({ version: '2.20', nativeSidecar: false });
export const ISTIO_LEGACY = Mesh.istio({ version: '1.29', nativeSidecar: false });
export const CONSUL_LEGACY = Mesh.consul({ version: '1.9', nativeSidecar: false });
export const DAPR_LEGACY = Mesh.dapr({ version: '1.18', appId: 'orders', nativeSidecar: false });

/** A pod with annotations. */
export function annotated(annotations: { readonly [key: string]: string }, spec: object = {}): PodModel {
  return PodModel.fromManifest({ ...podManifest([{ name: 'web' }], [], spec), metadata: { name: 'web', annotations } });
}

/** A Job whose pod has annotations. */
export function annotatedJob(annotations: { readonly [key: string]: string }, containers: readonly TestContainer[] = [{ name: 'work' }]): PodModel {
  const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers } };
  return PodModel.fromManifest({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { template } });
}
