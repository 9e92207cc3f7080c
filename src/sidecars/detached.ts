import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';

/** A container as Kubernetes writes it, the volumes that its mounts need, and further mounts of those volumes. */
export interface RenderedContainer {
  readonly container: any;
  readonly volumes: any[];
  readonly extraMounts: any[];
}

/**
 * Renders a cdk8s-plus container for a pod that cdk8s-plus knows nothing of: in a throw-away pod, with the resolvers of the real app.
 *
 * @param extraMounts mounts for other containers, rendered along so that their volumes come too
 */
export function renderContainer(scope: IConstruct, container: kplus.Container, extraMounts: readonly kplus.VolumeMount[]): RenderedContainer {
  const chart = new Chart(new App({ resolvers: App.of(scope).resolvers }), 'detached');
  const pod = new kplus.Pod(chart, 'pod');
  pod.attachContainer(container);
  if (extraMounts.length > 0) {
    pod.addContainer({ name: `${container.name}-extra`.slice(-63), image: 'none', volumeMounts: [...extraMounts] });
  }
  const { spec } = ApiObject.of(pod).toJson();
  return { container: spec.containers[0], volumes: spec.volumes ?? [], extraMounts: spec.containers[1]?.volumeMounts ?? [] };
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
