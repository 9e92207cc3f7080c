import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetContainerProps } from './preset-props';
import { refusal } from '../caller/refusal';
import { Kinds, DURATION, TEXT, TEXTS, requiredElsewhere } from '../data/arguments';
import { SECRET } from '../sidecars/kinds';
import { Connectable } from './private/connectable';
import { checkCommand, checkFolder } from './private/folder';
import { mountEmptyDir } from './private/parts';
import { checkPreset, PRESET_CONTAINER_KINDS, gateOptions, presetProps, resources } from './private/preset';
import { afterSignalScript } from './private/scripts';
import { RCLONE } from '../knowledge/programs/rclone';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const READY_FILE = '/tmp/waiting';

/** Properties of an `AfterMainUploader`. */
export interface AfterMainUploaderProps extends PresetContainerProps {
  /**
   * The upload command and its arguments; no shell runs them. Kubernetes replaces `$(NAME)` with environment variables of the container.
   *
   * For example `['rclone', 'copy', '/artifacts', 'store:results']`. It must be safe to run more than once: while it fails and there is time, the sidecar runs it again.
   */
  readonly command: string[];
  /** How long the upload may take after the app has exited, with all attempts. It counts toward the grace period of the pod. */
  readonly shutdown: Duration;
  /**
   * The directory that the sidecar shares with the app. The app writes its files there.
   * @default '/artifacts'
   */
  readonly folder?: string;
  /**
   * The name of the main container that writes the files.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * A Secret whose keys become environment variables of the upload command, for example `AWS_ACCESS_KEY_ID`.
   * @default - the identity of the pod
   */
  readonly credentials?: kplus.ISecret;
}

/** What its properties must be. */
const KINDS: Kinds<AfterMainUploaderProps> = {
  ...PRESET_CONTAINER_KINDS,
  command: requiredElsewhere(TEXTS),
  shutdown: requiredElsewhere(DURATION),
  folder: TEXT,
  container: TEXT,
  credentials: SECRET,
};

/**
 * Uploads the files of the app after all main containers have exited: SIGTERM, which the kubelet then sends, starts the upload.
 *
 * The image is rclone unless you set `image`, which must contain a shell and the upload command.
 *
 * The gate opens when the sidecar handles SIGTERM, so even the shortest Job gets its upload. While the upload fails and `shutdown` is not over, the sidecar tries again.
 * An upload that fails in the end does not fail a Job. If the upload goes through another
 * sidecar, call `startsAfter` with that sidecar, so that the uploader stops first.
 *
 * `connect` mounts the directory in a container and sets its variable `UPLOAD_PATH`.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#pod-sidecar-containers-and-pod-lifecycle
 */
export class AfterMainUploader extends Connectable {
  /** The directory whose files are uploaded. It has the same path in the sidecar and in the app. */
  public readonly folder: string;
  /** The volume with the files. */
  public readonly volume: kplus.Volume;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: AfterMainUploaderProps) {
    checkPreset(scope, id, props, KINDS, RCLONE, new.target !== AfterMainUploader);
    const folder = checkFolder(`'${id}'`, props.folder ?? '/artifacts');
    checkUploadTime(id, props.shutdown);
    super(scope, id, {
      ...presetProps(RCLONE, props),
      resources: props.resources ?? resources(50, 64, 256),
      command: ['sh', '-c', afterSignalScript(READY_FILE, wholeSeconds(props.shutdown) - 1), props.name ?? id],
      args: checkCommand(`'${id}'`, props.command, `['rclone', 'copy', '${folder}', 'store:results']`),
      envVariables: { HOME: kplus.EnvValue.fromValue('/tmp') },
      envFrom: props.credentials ? [kplus.Env.fromSecret(props.credentials)] : [],
      startup: StartupGate.fileExists(READY_FILE, gateOptions(props)),
    });
    this.folder = folder;
    mountEmptyDir(this, '/tmp', 'tmp');
    this.volume = this.shareEmptyDir(`${this.name}-files`, { path: folder, container: props.container });
  }

  /** @internal */
  protected _connection(): Connection {
    return { mount: { volume: this.volume, path: this.folder }, variables: { UPLOAD_PATH: this.folder } };
  }
}

/** Checks the time, which callers without type checks can omit. */
function checkUploadTime(id: string, shutdown: Duration | undefined): void {
  if (!shutdown || shutdown.toMilliseconds() < 1000) {
    const got = shutdown ? `is ${shutdown.toMilliseconds()} ms` : 'is undefined';
    throw refusal`'shutdown' of '${id}' ${got}: set it to the time that the upload may take, for example Duration.minutes(2)`;
  }
}
