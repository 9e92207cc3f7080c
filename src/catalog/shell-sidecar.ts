import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetContainerProps } from './preset-props';
import { refusal } from '../caller/refusal';
import { DURATION, Kinds, having, required, SIZE, TEXT } from '../data/arguments';
import { Connectable } from './private/connectable';
import { checkFolder } from './private/folder';
import { mountEmptyDir, sharedVolume, shutdownSeconds } from './private/parts';
import { checkPreset, PRESET_CONTAINER_KINDS, checkPath, gateOptions, presetProps, resources } from './private/preset';
import { LAST_READ_SECONDS } from './private/scripts';
import { ShellProgram } from './shell-program';
import { BUSYBOX } from '../knowledge/programs/busybox';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

/** Properties of a `ShellSidecar`. */
export interface ShellSidecarProps extends PresetContainerProps {
  /** The program, a loop or a tail. The image must contain the commands that it runs. */
  readonly program: ShellProgram;
  /**
   * The directory that the sidecar shares with the app.
   * @default - for a tail, the directory of its file; for a loop, no directory
   */
  readonly folder?: string;
  /**
   * The name of a volume of the pod to mount at the directory, instead of a new emptyDir volume.
   * @default - a new emptyDir volume, which the app mounts at the same path
   */
  readonly existingVolume?: string;
  /**
   * The name of the main container that shares the directory.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * The maximum size of all files in the new volume. If they grow beyond it, the kubelet evicts the pod before they fill the disk of the node, so the app should
   * rotate its files.
   * @default Size.gibibytes(1)
   */
  readonly sizeLimit?: Size;
  /**
   * A file that the program creates when it is ready. The app starts when the file exists.
   * @default - the app does not wait for the sidecar
   */
  readonly readyFile?: string;
  /**
   * How long the sidecar takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - the time that the program needs
   */
  readonly shutdown?: Duration;
}

/** What its properties must be. */
const KINDS: Kinds<ShellSidecarProps> = {
  ...PRESET_CONTAINER_KINDS,
  program: required(having(['_command', '_args'], "a ShellProgram, for example ShellProgram.tail('/var/log/app/app.log')")),
  folder: TEXT,
  existingVolume: TEXT,
  container: TEXT,
  sizeLimit: SIZE,
  readyFile: TEXT,
  shutdown: DURATION,
};

/**
 * A shell sidecar that exits on SIGTERM: a loop, or the tail of a log file.
 *
 * `connect` mounts the shared directory in another container. It throws when the sidecar adds no volume.
 *
 * @see https://kubernetes.io/docs/concepts/cluster-administration/logging/#streaming-sidecar-container
 */
export class ShellSidecar extends Connectable {
  /**
   * The directory that the sidecar shares with the app. It has the same path in both.
   * @default - no shared directory
   */
  public readonly folder?: string;
  /**
   * The volume that the sidecar adds for the directory.
   * @default - no shared directory, or a volume that the pod already has
   */
  public readonly volume?: kplus.Volume;

  private readonly tails: boolean;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: ShellSidecarProps) {
    checkPreset(scope, id, props, KINDS, BUSYBOX, new.target !== ShellSidecar);
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

  /** @internal */
  protected _connection(): Connection {
    if (!this.volume) {
      throw refusal`'${this.name}' adds no volume that a container could mount: set 'folder', and remove 'existingVolume'`;
    }
    return { mount: { volume: this.volume, path: this.folder! } };
  }

  private mountFolder(id: string, props: ShellSidecarProps): kplus.Volume | undefined {
    if (this.folder === undefined) {
      if (props.existingVolume) {
        throw refusal`'${id}' has no mount path for the volume '${props.existingVolume}': set 'folder', for example /var/log/app`;
      }
      return undefined;
    }
    const options = this.tails ? { readOnly: true } : {};
    if (props.existingVolume) {
      this.mountExisting(props.existingVolume, this.folder, options);
      return undefined;
    }
    const volume = sharedVolume(this, 'shared', props.sizeLimit);
    this.container.mount(this.folder, volume, options);
    return volume;
  }
}
