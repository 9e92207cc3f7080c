import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { checkFolder } from './private/folder';
import { mountEmptyDir, shutdownSeconds } from './private/parts';
import { checkPath, gateOptions, presetProps, resources } from './private/preset';
import { LAST_READ_SECONDS } from './private/scripts';
import { ShellProgram } from './shell-program';
import { BUSYBOX } from '../knowledge/programs/busybox';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';

/** What a shell does beside the app. */
export interface ShellSidecarProps extends PresetProps {
  /** The loop or the tail. The image must have what it runs. */
  readonly program: ShellProgram;
  /**
   * The folder that it shares with the app.
   * @default - the folder of the file that a tail prints, no folder for a loop
   */
  readonly folder?: string;
  /**
   * The name of a volume that the pod already has, mounted at the folder instead of a new empty one.
   * @default - a new empty folder, mounted in the app at the same path
   */
  readonly existingVolume?: string;
  /**
   * The main container that it shares the folder with.
   * @default - the first
   */
  readonly container?: string;
  /**
   * A file by which the program says that it is up. The app starts once it exists.
   * @default - the app does not wait for it
   */
  readonly readyFile?: string;
}

/**
 * A shell beside the app that ends when it is told to: a loop, or the tail of a log file.
 *
 * @see https://kubernetes.io/docs/concepts/cluster-administration/logging/#streaming-sidecar-container
 */
export class ShellSidecar extends NativeSidecar {
  /**
   * The folder that it shares with the app, the same in both.
   * @default - no folder is shared
   */
  public readonly folder?: string;
  /**
   * The volume that it brings for the folder.
   * @default - no folder is shared, or the pod has the volume already
   */
  public readonly volume?: kplus.Volume;

  private readonly tails: boolean;

  constructor(scope: Construct, id: string, props: ShellSidecarProps) {
    const { program } = props;
    const tailed = program._tailedFolder();
    shutdownSeconds(`'${id}'`, BUSYBOX, props, tailed === undefined ? 1 : LAST_READ_SECONDS + 1);
    super(scope, id, {
      ...presetProps(BUSYBOX, props),
      resources: props.resources ?? resources(10, 16, 64),
      command: program._command(props.name ?? id),
      args: program._args(),
      startup: props.readyFile
        ? StartupGate.fileExists(checkPath(`'${id}'`, props.readyFile), gateOptions(props))
        : StartupGate.none(tailed === undefined ? 'the app does not need the loop' : 'it only prints what the app writes'),
    });
    this.tails = tailed !== undefined;
    const folder = props.folder ?? tailed;
    this.folder = folder === undefined ? undefined : checkFolder(`'${id}'`, folder === '' ? '/' : folder);
    if (!this.tails) {
      mountEmptyDir(this, '/tmp', 'tmp');
    }
    this.volume = this.mountFolder(id, props);
    if (this.volume) {
      this.shareVolume(this.volume, { path: this.folder!, container: props.container });
    }
  }

  /**
   * Mounts the folder into a container of the app, by its name. Works on every kind of workload.
   *
   * Throws when there is no folder of its own to share.
   *
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    if (!this.volume) {
      throw new Error(`'${this.name}' brings no folder that '${name ?? 'the app'}' could mount: give it 'folder', without 'existingVolume'`);
    }
    this.shareVolume(this.volume, { path: this.folder!, container: name });
  }

  private mountFolder(id: string, props: ShellSidecarProps): kplus.Volume | undefined {
    if (this.folder === undefined) {
      if (props.existingVolume) {
        throw new Error(`'${id}' does not know where to mount the volume '${props.existingVolume}': give it 'folder', for example /var/log/app`);
      }
      return undefined;
    }
    const options = this.tails ? { readOnly: true } : {};
    if (props.existingVolume) {
      this.mountExisting(props.existingVolume, this.folder, options);
      return undefined;
    }
    const volume = kplus.Volume.fromEmptyDir(this, 'volume-shared', `${this.name}-shared`);
    this.container.mount(this.folder, volume, options);
    return volume;
  }
}
