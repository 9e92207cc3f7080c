import { ApiObject, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { AppEnvFileOptions, fileKeyRef, folderOf, mountOf } from './app-env-file';
import { AttachedSidecar } from './attached-sidecar';
import { PodAttachments } from './attachments';
import { connectedName, Connection } from './connect';
import { envFromOf } from './env-from';
import { imageFit } from './image-fit';
import { VOLUME } from './kinds';
import { ListenPort } from './listening';
import { APP_ENV_FILE_KINDS, NATIVE_SIDECAR_KINDS, SHARE_VOLUME_KINDS } from './native-sidecar-kinds';
import { NativeSidecarProps } from './native-sidecar-props';
import { newerProps } from './newer-fields';
import { ShareVolumeOptions } from './share-volume-options';
import { SidecarAccess } from './sidecar-access';
import { SidecarAdditions } from './sidecar-additions';
import { containerName, containerProps, givenImage, shutdownOf, startupOf } from './sidecar-defaults';
import { siblingScope } from './sidecar-scope';
import { StartupGate } from './startup-gate';
import { attachToPodOf } from './synth-hook';
import { checkConstruct, checkProps, checkValue, refusal } from '../caller/refusal';
import { required, shown, TEXT } from '../data/arguments';
import { JsonObject } from '../data/json';

/**
 * A sidecar that starts before the app, stops after it, and never keeps a Job alive.
 *
 * Its scope is a workload, or a construct with exactly one workload below it: a cdk8s-plus workload of any version, `KubeDeployment` and similar API objects, or a
 * child of `Include` or `Helm`. It becomes an init container with `restartPolicy: Always`, before the init containers of the workload. Several sidecars start in
 * the order of their construction and stop in reverse order.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
 *
 * @exampleMetadata fixture=workload
 * @example
 * new NativeSidecar(web, 'cache', {
 *   image: 'docker.io/library/memcached:1.6.45-alpine',
 *   startup: StartupGate.command(['nc', '-z', '127.0.0.1', '11211']),
 *   shutdown: Duration.seconds(2),
 * });
 */
export class NativeSidecar extends Construct {
  /** The name of the container. */
  public readonly name: string;
  /** The condition that the next containers of the pod wait for. */
  public readonly startup: StartupGate;
  /** How long the sidecar takes to shut down after SIGTERM, as declared, else 5 seconds. The budget of the pod also uses what is known about the program. */
  public readonly shutdown: Duration;
  /** The cdk8s-plus container. Use it to add environment variables, ports and mounts. */
  public readonly container: kplus.Container;
  /**
   * What is attached to its pod.
   * @internal
   */
  protected readonly _attached: PodAttachments;
  private readonly attachedSidecar: AttachedSidecar;
  private ownAccess?: SidecarAccess;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the image, the startup gate and other settings of the sidecar
   */
  constructor(scope: Construct, id: string, props: NativeSidecarProps) {
    checkConstruct('sidecar', scope, id, 'a workload');
    // A subclass may pass on props of its own.
    checkProps(`'${id}'`, props, NATIVE_SIDECAR_KINDS, new.target === NativeSidecar ? 'refused' : 'accepted');
    const name = containerName(id, props.name);
    super(scope, id);
    this.name = name;
    this._attached = attachToPodOf(scope, `sidecar '${id}'`, props.podTemplate);
    this.startup = startupOf(name, props);
    this.shutdown = shutdownOf(props);
    props.preStop?._toHandler(name);
    this.container = new kplus.Container(containerProps(name, props));
    const [newer, image, fit] = [newerProps(props), givenImage(props), imageFit(props)];
    this.attachedSidecar = new AttachedSidecar(this, { shutdownIsAssumed: !props.shutdown, preStop: props.preStop, newer, image, fit });
    this._attached.addSidecar(this.attachedSidecar);
    // What is attached to a workload validates the sidecars in it.
    if (scope !== this._attached.owner.workload) {
      this.node.addValidation(this.attachedSidecar);
    }
  }

  /** Gives other pods access to the ports of the sidecar. */
  public get access(): SidecarAccess {
    this.ownAccess ??= SidecarAccess._of(this, this._attached, this.container);
    return this.ownAccess;
  }

  /** The ports that the sidecar declares. */
  public get ports(): kplus.ContainerPort[] {
    return this.container.ports;
  }

  /**
   * Makes the sidecar start after another sidecar of the same pod has started. It then stops before the other one.
   * @param other the sidecar to start first
   */
  public startsAfter(other: NativeSidecar): void {
    if (!other?._attached) {
      throw refusal`sidecar '${this.name}' cannot start after ${shown(other)}: pass the NativeSidecar that starts first, or call 'startsAfterInit' with the name of an init container`;
    }
    if (other._attached !== this._attached) {
      throw new Error(`sidecar '${this.name}' cannot start after '${other.name}', which belongs to another pod ('${other.node.path}'): use a sidecar of the same pod`);
    }
    this.additions.startAfter(other.name);
  }

  /**
   * Makes the sidecar start after an init container of the workload has completed, instead of before all init containers.
   * @param initContainer the name of the init container
   */
  public startsAfterInit(initContainer: string): void {
    checkValue(`the init container that '${this.name}' starts after`, initContainer, required(TEXT, "'migrate'"));
    this.additions.startAfterInit(initContainer);
  }

  /**
   * Mounts a volume that the pod already has. Works with every kind of workload.
   * @param volume the name of the volume in the pod
   * @param path the mount path in the sidecar
   * @param options how the sidecar mounts the volume, for example read-only
   */
  public mountExisting(volume: string, path: string, options: kplus.MountOptions = {}): void {
    checkValue(`the volume that '${this.name}' mounts`, volume, required(TEXT, "'data', the name of a volume"));
    checkValue(`the path at which '${this.name}' mounts '${volume}'`, path, required(TEXT, "'/data'"));
    this.additions.mountExisting(volume, path, options ?? {});
  }

  /**
   * Adds a volume to the pod and mounts it in the sidecar and in a container of the app, so that they share files.
   * @param volume the volume; you can share the same volume with several containers
   * @param options where the containers mount the volume
   */
  public shareVolume(volume: kplus.Volume, options: ShareVolumeOptions): void {
    checkValue(`the volume that '${this.name}' shares`, volume, required(VOLUME));
    checkProps(`the volume that '${this.name}' shares`, options, SHARE_VOLUME_KINDS);
    const { path, container, containerPath, readOnly } = options;
    if (!this.container.mounts.some(mount => mount.volume.name === volume.name && mount.path === path)) {
      this.container.mount(path, volume);
    }
    this.additions.mountInApp(container ?? undefined, { volume, path: containerPath ?? path, ...(readOnly ? { readOnly } : {}) });
  }

  /**
   * Adds an emptyDir volume to the pod and mounts it in the sidecar and in a container of the app.
   *
   * Call it again with the same name to share the volume with another container.
   *
   * @param name the name of the volume
   * @param options where the containers mount the volume
   */
  public shareEmptyDir(name: string, options: ShareVolumeOptions): kplus.Volume {
    checkValue(`the name of the volume that '${this.name}' shares`, name, required(TEXT, "'files'"));
    const volume = (this.node.tryFindChild(`volume-${name}`) as kplus.Volume | undefined) ?? kplus.Volume.fromEmptyDir(this, `volume-${name}`, name);
    this.shareVolume(volume, options);
    return volume;
  }

  /**
   * Makes all keys of a ConfigMap or a Secret environment variables of the sidecar.
   * @param source a ConfigMap or a Secret of cdk8s-plus of any version, or such an API object
   * @param prefix what the names of the variables begin with; by default nothing
   */
  public addEnvFrom(source: IConstruct, prefix?: string): void {
    this.container.env.copyFrom(envFromOf(this.name, source, prefix ?? undefined));
  }

  /**
   * Adds an environment variable to a container of the app, for example the address of the sidecar. Synth refuses a variable that the container already has with
   * another value.
   * @param name the name of the variable
   * @param value the value of the variable
   * @param container the name of a main or init container; by default the first main container
   */
  public addAppEnv(name: string, value: string, container?: string): void {
    checkValue(`the name of the variable that '${this.name}' adds`, name, required(TEXT, "'DB_HOST'"));
    checkValue(`the value of ${name} that '${this.name}' adds`, value, required(TEXT, "'127.0.0.1'"));
    checkValue(`the container that gets ${name} from '${this.name}'`, container, TEXT);
    this.additions.addAppEnv({ container: container ?? undefined, name, value });
  }

  /**
   * Adds an environment variable to a container of the app, whose value the sidecar writes into a file. Requires Kubernetes 1.35 or newer.
   *
   * The kubelet reads the file when it starts the container, so the startup gate of the sidecar has to wait for the file, for example
   * `StartupGate.fileExists('/run/env/app.env')`. The app keeps the value until it restarts. If no volume of the sidecar holds the folder of the file, the pod gets an
   * emptyDir volume for it.
   *
   * Throws when the sidecar has no startup gate.
   *
   * @param name the name of the variable
   * @param options the file, the key in it, and the container that gets the variable
   */
  public addAppEnvFromFile(name: string, options: AppEnvFileOptions): void {
    checkValue(`the name of the variable that '${this.name}' writes`, name, required(TEXT, "'TOKEN'"));
    checkProps(`the variable ${name} that '${this.name}' writes`, options, APP_ENV_FILE_KINDS);
    const { file, key, container } = options;
    const path = folderOf(this.name, file);
    if (this.startup.reasonForNone !== undefined) {
      throw refusal`NS101 sidecar '${this.name}' has no startup gate, so the app may start before ${file} is written, and the kubelet could not read ${name}: set 'startup', for example StartupGate.fileExists('${file}')`;
    }
    if (!mountOf(this.container, file)) {
      const volume = `${this.name}-env`;
      this.container.mount(path, kplus.Volume.fromEmptyDir(this, `volume-${volume}`, volume));
    }
    this.additions.addAppEnv({ container: container ?? undefined, name, valueFrom: fileKeyRef(mountOf(this.container, file)!, file, key ?? name) });
  }

  /**
   * Adds a ConfigMap in the namespace of the workload. The output lists it before the workload. The pod template gets a hash of its content as an annotation, so that
   * a change of the content rolls out new pods.
   * @param id the construct id of the ConfigMap
   * @param props the data and the metadata of the ConfigMap
   */
  public addConfigMap(id: string, props: kplus.ConfigMapProps = {}): kplus.ConfigMap {
    checkValue(`the id of a ConfigMap of '${this.name}'`, id, required(TEXT, "'config'"));
    // cdk8s treats everything below an API object as part of it, so two ConfigMaps there would depend on each other.
    const scope = ApiObject.isApiObject(this.node.scope) ? siblingScope(this) : this;
    const configMap = new kplus.ConfigMap(scope, id, { ...props, metadata: { namespace: this._attached.namespace, ...props?.metadata } });
    this._attached.owner.object.node.addDependency(ApiObject.of(configMap));
    this.additions.addConfigMap(configMap);
    return configMap;
  }

  /**
   * Sets raw fields of the container that this class does not model. Objects are merged; other values replace the existing ones.
   *
   * Throws when the overlay sets the name or the restart policy.
   *
   * @param overlay fields of a Kubernetes container
   */
  public addOverlay(overlay: JsonObject): void {
    this.additions.addOverlay(this.name, overlay);
  }

  /**
   * Removes a raw field of the container. Synth fails when the container has no such field.
   * @param path the field, for example `imagePullPolicy` or `securityContext.readOnlyRootFilesystem`; where a key contains a dot, a JSON pointer such as
   * `/resources/limits/nvidia.com~1gpu`
   */
  public removeField(path: string): void {
    this.additions.removeField(this.name, path);
  }

  private get additions(): SidecarAdditions {
    return this.attachedSidecar.additions;
  }

  /**
   * Gives a container what it needs to use the sidecar. Returns the name of the container; undefined for the first main container.
   * @internal
   */
  protected _connect(container: any, { variables = {}, renamedBy, mount }: Connection): string | undefined {
    const name = connectedName(this._attached, this.name, container);
    this.additions.connect(name);
    Object.entries(variables).forEach(([variable, value]) => this.additions.addAppEnv({ container: name, name: variable, value, renamedBy }));
    if (mount) {
      const { volume, ...options } = mount;
      this.shareVolume(volume, { ...options, container: name });
    }
    return name;
  }

  /**
   * Declares the ports on which the program listens, so that another container with the same port is an error.
   * @internal
   */
  protected _listensOn(...ports: ListenPort[]): void {
    this._attached.addListening(this.name, ports);
  }
}
