import * as kplus from 'cdk8s-plus-28';
import { mountJson } from './container-json';
import { checkOverlay, RawChange, removal } from './sidecar-overlay';
import { EnvPart } from './sidecar-part';

/** Shared by all sidecars that have nothing of a kind, as most sidecars do. */
const NONE: readonly never[] = [];

/** What user code adds to a sidecar after its construction. */
export class SidecarAdditions {
  /** Names of sidecars that must be up before it starts. */
  public startsAfter: readonly string[] = NONE;
  /** Names of the user's init containers that must have ended before it starts. */
  public startsAfterInit: readonly string[] = NONE;
  /** Mounts of volumes that the pod already has. */
  public existingMounts: readonly any[] = NONE;
  /** Mounts in containers of the app. */
  public appMounts: readonly { readonly container: string | undefined; readonly mount: kplus.VolumeMount }[] = NONE;
  /** Environment variables for containers of the app. */
  public appEnv: readonly EnvPart[] = NONE;
  /** Names of containers that connect to it. */
  public connected: readonly string[] = NONE;
  /** Changes to its raw container, in their order. */
  public rawChanges: readonly RawChange[] = NONE;
  public configMaps: readonly kplus.ConfigMap[] = NONE;

  public startAfter(sidecar: string): void {
    this.startsAfter = [...this.startsAfter, sidecar];
  }

  public startAfterInit(initContainer: string): void {
    this.startsAfterInit = [...this.startsAfterInit, initContainer];
  }

  public mountExisting(volume: string, path: string, options: kplus.MountOptions): void {
    this.existingMounts = [...this.existingMounts, mountJson(volume, path, options)];
  }

  public mountInApp(container: string | undefined, mount: kplus.VolumeMount): void {
    this.appMounts = [...this.appMounts, { container, mount }];
  }

  public addAppEnv(env: EnvPart): void {
    this.appEnv = [...this.appEnv, env];
  }

  public connect(container: string | undefined): void {
    this.connected = container === undefined ? this.connected : [...this.connected, container];
  }

  public addOverlay(sidecar: string, overlay: any): void {
    checkOverlay(sidecar, overlay);
    this.rawChanges = [...this.rawChanges, { overlay }];
  }

  public removeField(sidecar: string, path: string): void {
    this.rawChanges = [...this.rawChanges, removal(sidecar, path)];
  }

  public addConfigMap(configMap: kplus.ConfigMap): void {
    this.configMaps = [...this.configMaps, configMap];
  }
}
