import { ApiObject, resolve } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { cleanJson } from './json';
import { renderPlusContainer } from './quick-render';

/** A container as Kubernetes writes it, the volumes that its mounts need, and further mounts of those volumes. */
export interface RenderedContainer {
  readonly container: any;
  readonly volumes: any[];
  readonly extraMounts: any[];
}

/**
 * Renders a cdk8s-plus container for the pod of an object that cdk8s-plus need not know: as cdk8s would as a part of that object, with the app's resolvers.
 *
 * @param extraMounts mounts for other containers, rendered along so that their volumes come too
 */
export function renderContainer(object: ApiObject, container: kplus.Container, extraMounts: readonly kplus.VolumeMount[]): RenderedContainer {
  const render = (value: unknown) => resolve(['initContainers'], value, object);
  const volumes = new Set([...container.mounts, ...extraMounts].map(mount => mount.volume));
  return {
    container: renderPlusContainer(object, container),
    volumes: [...volumes].map(volume => cleanJson(kplus.k8s.toJson_Volume(render(volume._toKube())))),
    extraMounts: extraMounts.map(mount => cleanJson(render(mountJson(mount.volume.name, mount.path, mount)))),
  };
}

/** A mount of a volume that is only known by its name, as Kubernetes writes it. */
export function mountJson(name: string, mountPath: string, options: kplus.MountOptions): any {
  return {
    name,
    mountPath,
    ...(options.readOnly === undefined ? {} : { readOnly: options.readOnly }),
    ...(options.subPath === undefined ? {} : { subPath: options.subPath }),
    ...(options.subPathExpr === undefined ? {} : { subPathExpr: options.subPathExpr }),
    ...(options.propagation === undefined ? {} : { mountPropagation: options.propagation }),
  };
}
