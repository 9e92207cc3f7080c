import { ApiObject, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PodAttachments } from './attachments';
import { ListenPort } from './listening';
import { NativeSidecarProps } from './native-sidecar-props';
import { renderSidecar } from './render-sidecar';
import { ShareVolumeOptions } from './share-volume-options';
import { SidecarAccess } from './sidecar-access';
import { SidecarAdditions } from './sidecar-additions';
import { containerName, containerProps, shutdownOf, startupOf } from './sidecar-defaults';
import { scopeProblems, siblingScope } from './sidecar-scope';
import { StartupGate } from './startup-gate';
import { attachToPodOf } from './synth-hook';

/**
 * A sidecar that starts before the app, stops after it, and never keeps a Job alive.
 *
 * Its scope is the workload, or anything with exactly one workload below it: cdk8s-plus workloads of any version, `KubeDeployment` and friends, children of
 * `Include` and `Helm`. It becomes an init container with `restartPolicy: Always`, in front of the workload's own init containers; several sidecars start in
 * the order of their construction and stop in reverse.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 */
export class NativeSidecar extends Construct {
  /** The container's name. */
  public readonly name: string;
  /** The gate that the containers after it wait for. */
  public readonly startup: StartupGate;
  /** How long it needs after its stop signal. */
  public readonly shutdown: Duration;
  /** The container in cdk8s-plus terms: add environment variables, ports and mounts here. */
  public readonly container: kplus.Container;
  /** Ways for other pods to reach its ports. */
  public readonly access: SidecarAccess;

  /**
   * What is attached to its pod.
   * @internal
   */
  protected readonly _attached: PodAttachments;
  private readonly additions = new SidecarAdditions();

  constructor(scope: Construct, id: string, props: NativeSidecarProps) {
    const name = containerName(id, props.name);
    super(scope, id);
    this.name = name;
    this._attached = attachToPodOf(scope, `sidecar '${id}'`);
    this.startup = startupOf(name, props);
    this.shutdown = shutdownOf(props);
    const { preStop } = props;
    preStop?._toHandler(name);
    this.container = new kplus.Container(containerProps(name, props));
    this.access = SidecarAccess._of(this, this._attached, this.container);
    const { startup, container, additions } = this;
    this._attached.addSidecar({
      name,
      construct: this,
      shutdown: this.shutdown,
      shutdownIsAssumed: !props.shutdown,
      reasonForNoGate: startup.reasonForNone,
      render: object => renderSidecar(object, { name, startup, container, additions, preStop }),
    });
    this._attached.addListening(name, [], startup.port);
    this.node.addValidation({ validate: () => scopeProblems(name, scope) });
  }

  /** The ports that it declares. */
  public get ports(): kplus.ContainerPort[] {
    return this.container.ports;
  }

  /**
   * Starts it after another sidecar of the same pod is up. It then stops before that one.
   * @param other the sidecar that is needed
   */
  public startsAfter(other: NativeSidecar): void {
    if (other._attached !== this._attached) {
      throw new Error(`sidecar '${this.name}' cannot start after '${other.name}', which belongs to another pod ('${other.node.path}'): name a sidecar of the same workload`);
    }
    this.additions.startAfter(other.name);
  }

  /**
   * Starts it after an init container of the workload has ended, instead of before all of them.
   * @param initContainer the init container's name
   */
  public startsAfterInit(initContainer: string): void {
    this.additions.startAfterInit(initContainer);
  }

  /**
   * Mounts a volume that the pod already has, by its name. Works on every kind of workload.
   * @param volume the volume's name in the pod
   * @param path where it is mounted in the sidecar
   */
  public mountExisting(volume: string, path: string, options: kplus.MountOptions = {}): void {
    this.additions.mountExisting(volume, path, options);
  }

  /**
   * Brings a volume and mounts it both in the sidecar and in a container of the app, so that they share files.
   * @param volume the volume; the same one may be shared with several containers
   */
  public shareVolume(volume: kplus.Volume, options: ShareVolumeOptions): void {
    const { path, container, containerPath, readOnly } = options;
    if (!this.container.mounts.some(mount => mount.volume.name === volume.name && mount.path === path)) {
      this.container.mount(path, volume);
    }
    this.additions.mountInApp(container ?? undefined, { volume, path: containerPath ?? path, ...(readOnly ? { readOnly } : {}) });
  }

  /**
   * Brings an empty folder that lives as long as the pod, and mounts it both in the sidecar and in a container of the app.
   * @param name the volume's name
   */
  public shareEmptyDir(name: string, options: ShareVolumeOptions): kplus.Volume {
    const volume = kplus.Volume.fromEmptyDir(this, `volume-${name}`, name);
    this.shareVolume(volume, options);
    return volume;
  }

  /**
   * Gives a container of the app an environment variable, so that it finds the sidecar. One that it has already stays as it is.
   * @param name the variable's name
   * @param value its value
   * @param container the name of a main container; by default the first
   */
  public addAppEnv(name: string, value: string, container?: string): void {
    this.additions.addAppEnv({ container: container ?? undefined, name, value });
  }

  /**
   * Brings a ConfigMap. It stands before the workload in the output, and in the workload's namespace. Its content is noted on the pod template as a hash, so that a
   * change of it makes new pods.
   * @param id the construct id of the ConfigMap
   */
  public addConfigMap(id: string, props: kplus.ConfigMapProps = {}): kplus.ConfigMap {
    // Below an API object everything would count as that object's own dependency, and two ConfigMaps would then wait for each other.
    const scope = ApiObject.isApiObject(this.node.scope) ? siblingScope(this) : this;
    const configMap = new kplus.ConfigMap(scope, id, { ...props, metadata: { namespace: this._attached.namespace, ...props.metadata } });
    this._attached.owner.object.node.addDependency(configMap);
    this.additions.addConfigMap(configMap);
    return configMap;
  }

  /**
   * Lays raw fields over its container, for what is not modeled here: objects are merged, everything else replaces.
   *
   * Throws when it would change the name or the restart policy, without which it is not this sidecar any more.
   *
   * @param overlay part of a Kubernetes container
   */
  public addOverlay(overlay: any): void {
    this.additions.addOverlay(this.name, overlay);
  }

  /**
   * Takes a raw field of its container away.
   * @param path the field, for example `imagePullPolicy` or `securityContext.readOnlyRootFilesystem`
   */
  public removeField(path: string): void {
    this.addOverlay(path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), null));
  }

  /**
   * Says what its program listens on, so that no other container of the pod is given the same port.
   * @internal
   */
  protected _listensOn(...ports: ListenPort[]): void {
    this._attached.addListening(this.name, ports);
  }
}
