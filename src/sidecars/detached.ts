import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';

/** A container as Kubernetes writes it, the volumes that its mounts need, and further mounts of those volumes. */
export interface RenderedContainer {
  readonly container: any;
  readonly volumes: any[];
  readonly extraMounts: any[];
}

/** An object in an app of its own, which has the resolvers of the real one: through it, one thing after another is rendered. */
class DetachedObject {
  private readonly object: ApiObject;
  private content: unknown;

  constructor(app: App) {
    // The very list of the app: through the props of the new one, the resolvers that every app has would be in it twice.
    const beside = Object.assign(new App(), { resolvers: app.resolvers });
    const props = { apiVersion: 'v1', kind: 'Detached', content: Lazy.any({ produce: () => this.content }) };
    // Nobody reads its metadata, and to render them costs as much as a container.
    this.object = Object.assign(new ApiObject(new Chart(beside, 'detached'), 'object', props), { metadata: { toJson: () => undefined } });
  }

  /** While something is rendered, a lazy value in it may ask for something else. */
  public render(content: unknown): any {
    const before = this.content;
    this.content = content;
    try {
      return this.object.toJson().content;
    } finally {
      this.content = before;
    }
  }
}

const detachedObjects = new WeakMap<App, DetachedObject>();

/**
 * Renders a cdk8s-plus container for a pod that cdk8s-plus knows nothing of.
 *
 * @param extraMounts mounts for other containers, rendered along so that their volumes come too
 */
export function renderContainer(scope: IConstruct, container: kplus.Container, extraMounts: readonly kplus.VolumeMount[]): RenderedContainer {
  const app = App.of(scope);
  const object = detachedObjects.get(app) ?? new DetachedObject(app);
  detachedObjects.set(app, object);
  const volumes = new Set([...container.mounts, ...extraMounts].map(mount => mount.volume));
  const rendered = object.render({
    container: container._toKube(),
    volumes: [...volumes].map(volume => volume._toKube()),
    extraMounts: extraMounts.map(mount => mountJson(mount.volume.name, mount.path, mount)),
  });
  return {
    container: kplus.k8s.toJson_Container(rendered.container),
    volumes: rendered.volumes.map(kplus.k8s.toJson_Volume),
    extraMounts: rendered.extraMounts,
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
