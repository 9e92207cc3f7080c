import { isObject } from '../data/json';
import { isOwnKey } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';
import type { PodModel } from '../kubernetes/pod';

/** Annotations by which an injector that is no mesh adds something that listens on loopback. */
const BRINGS_PORTS = /^(vault\.hashicorp\.com|sidecar\.opentelemetry\.io|sidecar\.jaegertracing\.io)\//;
const MESHES_WITH_PORTS = MESHES.filter(mesh => mesh.proxy.bringsPorts);

/** Whether an injector adds something that listens on loopback to a pod. */
export function getsPorts({ metadata: { annotations } }: PodModel): boolean {
  return isObject(annotations) && Object.keys(annotations).some(bringsPorts);
}

function bringsPorts(key: string): boolean {
  return BRINGS_PORTS.test(key) || MESHES_WITH_PORTS.some(mesh => isOwnKey(mesh, key));
}
