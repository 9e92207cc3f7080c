import { ApiObject, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { attachSidecar } from './attached-sidecars';
import { EnvPart, SidecarPart } from './compose';
import { mountJson, renderContainer } from './container-json';
import { containerName } from './container-name';
import { DrainNotice } from './drain-notice';
import { cleanJson, overlayJson, sortOwnKeys } from './json';
import { ListenPort, noteListening } from './listening';
import { NativeSidecarProps } from './native-sidecar-props';
import { PodHost } from './pod-host';
import { onlyPodObject, placeOf, podObjectsOf } from './pod-objects';
import { ShareVolumeOptions } from './share-volume-options';
import { SidecarAccess } from './sidecar-access';
import { containerProps } from './sidecar-defaults';
import { StartupGate } from './startup-gate';
import { wholeSeconds } from './whole-seconds';
import { isObject } from '../data/json';
import { GATE_FIX, noGateMessage } from '../rules/start/no-startup-gate';
import { ASSUMED_SIDECAR_SHUTDOWN_SECONDS } from '../simulator/assumptions';

/** Most sidecars have nothing of most kinds, and then all of them share it. */
const NONE: readonly never[] = [];

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

  private readonly podHost: PodHost;
  private readonly object: ApiObject;
  private readonly preStop?: DrainNotice;
  private before: readonly NativeSidecar[] = NONE;
  private initsBefore: readonly string[] = NONE;
  private existingMounts: readonly any[] = NONE;
  private appMounts: readonly { container: string | undefined; mount: kplus.VolumeMount }[] = NONE;
  private appEnv: readonly EnvPart[] = NONE;
  private overlays: readonly any[] = NONE;
  private configMaps: readonly kplus.ConfigMap[] = NONE;

  constructor(scope: Construct, id: string, props: NativeSidecarProps) {
    const name = containerName(id, props.name);
    super(scope, id);
    this.name = name;
    this.object = onlyPodObject(scope, `sidecar '${id}'`);
    this.podHost = PodHost.of(this.object);
    // Where types are not checked, the gate may be missing all the same.
    if (!props.startup) {
      throw new Error(`NS101 ${noGateMessage(this.name, 'the app')}: ${GATE_FIX}`);
    }
    this.startup = props.startup;
    this.shutdown = props.shutdown ?? Duration.seconds(ASSUMED_SIDECAR_SHUTDOWN_SECONDS);
    this.preStop = props.preStop;
    this.preStop?._toHandler(this.name);
    this.container = new kplus.Container(containerProps(this.name, props));
    this.access = SidecarAccess._of(this, this.podHost, this.container);
    this.podHost.add({
      name: this.name,
      shutdownSeconds: wholeSeconds(this.shutdown),
      shutdownIsAssumed: !props.shutdown,
      reasonForNoGate: this.startup.reasonForNone,
      part: () => this.part(),
    });
    noteListening(this.podHost, this.name, [], this.startup.port);
    attachSidecar(this.podHost, this);
    this.node.addValidation({ validate: () => this.judgeScope(scope) });
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
    if (other.podHost !== this.podHost) {
      throw new Error(`sidecar '${this.name}' cannot start after '${other.name}', which belongs to another pod ('${other.node.path}'): name a sidecar of the same workload`);
    }
    this.before = [...this.before, other];
  }

  /**
   * Starts it after an init container of the workload has ended, instead of before all of them.
   * @param initContainer the init container's name
   */
  public startsAfterInit(initContainer: string): void {
    this.initsBefore = [...this.initsBefore, initContainer];
  }

  /**
   * Mounts a volume that the pod already has, by its name. Works on every kind of workload.
   * @param volume the volume's name in the pod
   * @param path where it is mounted in the sidecar
   */
  public mountExisting(volume: string, path: string, options: kplus.MountOptions = {}): void {
    this.existingMounts = [...this.existingMounts, mountJson(volume, path, options)];
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
    const mount = { volume, path: containerPath ?? path, ...(readOnly ? { readOnly } : {}) };
    this.appMounts = [...this.appMounts, { container: container ?? undefined, mount }];
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
    this.appEnv = [...this.appEnv, { container: container ?? undefined, name, value }];
  }

  /**
   * Brings a ConfigMap. It stands before the workload in the output, and in the workload's namespace. Its content is noted on the pod template as a hash, so that a
   * change of it makes new pods.
   * @param id the construct id of the ConfigMap
   */
  public addConfigMap(id: string, props: kplus.ConfigMapProps = {}): kplus.ConfigMap {
    // Below an API object everything would count as that object's own dependency, and two ConfigMaps would then wait for each other.
    const scope = ApiObject.isApiObject(this.node.scope) ? this.siblingScope() : this;
    const configMap = new kplus.ConfigMap(scope, id, { ...props, metadata: { namespace: this.podHost.namespace, ...props.metadata } });
    this.object.node.addDependency(configMap);
    this.configMaps = [...this.configMaps, configMap];
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
    if (!isObject(overlay)) {
      throw new Error(`an overlay for sidecar '${this.name}' must be part of a container, such as { tty: true }, it is ${JSON.stringify(overlay)}`);
    }
    this.checkFixed(Object.keys(overlay));
    this.overlays = [...this.overlays, overlay];
  }

  /**
   * Takes a raw field of its container away.
   * @param path the field, for example `imagePullPolicy` or `securityContext.readOnlyRootFilesystem`
   */
  public removeField(path: string): void {
    const keys = path.split('.');
    this.checkFixed(keys.slice(0, 1));
    this.overlays = [...this.overlays, keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), null)];
  }

  /**
   * Says what its program listens on, so that no other container of the pod is given the same port.
   * @internal
   */
  protected _listensOn(...ports: ListenPort[]): void {
    noteListening(this.podHost, this.name, ports);
  }

  private checkFixed(fields: readonly string[]): void {
    const fixed = ['name', 'restartPolicy'].find(field => fields.includes(field));
    if (fixed) {
      throw new Error(`an overlay cannot change '${fixed}' of sidecar '${this.name}': leave it out`);
    }
  }

  /** The container and what it brings, rendered late, so that what user code adds after the construction counts. */
  private part(): SidecarPart {
    const { container, volumes, extraMounts } = renderContainer(this.object, this.container, this.appMounts.map(({ mount }) => mount));
    return {
      name: this.name,
      container: this.completeContainer(container),
      volumes,
      mountsInApp: extraMounts.map((mount, index) => ({ container: this.appMounts[index].container, mount })),
      envInApp: this.appEnv,
      existingVolumes: this.existingMounts.map(mount => mount.name),
      configs: this.configMaps.map(({ data, binaryData }) => ({ ...data, ...binaryData })),
      startsAfter: this.before.map(other => other.name),
      startsAfterInit: this.initsBefore,
    };
  }

  private completeContainer(container: any): any {
    const startupProbe = this.startup._toProbe();
    const mounts = [...(container.volumeMounts ?? []), ...this.existingMounts];
    const own = cleanJson({
      restartPolicy: 'Always',
      ...(startupProbe ? { startupProbe } : {}),
      ...(this.preStop ? { lifecycle: { preStop: this.preStop._toHandler(this.name) } } : {}),
      ...(mounts.length > 0 ? { volumeMounts: mounts } : {}),
    });
    const complete = { ...container, ...own };
    return this.overlays.length > 0 ? cleanJson(this.overlays.reduce(overlayJson, complete)) : sortOwnKeys(complete);
  }

  private siblingScope(): Construct {
    const parent = this.node.scope!.node.scope as Construct;
    const id = `${this.node.scope!.node.id}-${this.node.id}-objects`;
    return (parent.node.tryFindChild(id) as Construct | undefined) ?? new Construct(parent, id);
  }

  /** The scope had one pod when the sidecar was made; it must still have just that one. */
  private judgeScope(scope: Construct): string[] {
    const found = podObjectsOf(scope);
    return found.length === 1 ? [] : [
      `sidecar '${this.name}' was added to ${placeOf(scope)}, which now holds ${found.length} pods, ${found.map(object => `'${object.node.path}'`).join(', ')}: make it a child of the workload that it belongs to`,
    ];
  }
}
