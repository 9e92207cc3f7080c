import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkCommand, checkFolder } from './private/folder';
import { mountEmptyDir } from './private/parts';
import { gateOptions, presetProps, resources } from './private/preset';
import { afterSignalScript } from './private/scripts';
import { RCLONE } from '../knowledge/programs/rclone';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';

const READY_FILE = '/tmp/waiting';

/** What is uploaded once the app has ended. */
export interface AfterMainUploaderProps {
  /**
   * The command that uploads, and its arguments, without a shell. Kubernetes replaces `$(NAME)` by the container's variables.
   *
   * For example `['rclone', 'copy', '/artifacts', 'store:results']`.
   */
  readonly command: string[];
  /** How long the upload may take after the app has ended. It counts toward the pod's grace period. */
  readonly shutdown: Duration;
  /**
   * The folder that it shares with the app, which writes there.
   * @default '/artifacts'
   */
  readonly folder?: string;
  /**
   * The main container that writes the files.
   * @default - the first
   */
  readonly container?: string;
  /**
   * A Secret whose keys become environment variables of the upload, such as `AWS_ACCESS_KEY_ID`.
   * @default - the pod's own identity
   */
  readonly credentials?: kplus.ISecret;
  /**
   * The image, with a tag or a digest. It must have a shell and the command.
   * @default - rclone, in the version that the preset was made for, see docs/catalog.md
   */
  readonly image?: string;
  /**
   * The container's name, a DNS label.
   * @default - the construct's id
   */
  readonly name?: string;
  /**
   * The path of the pod template that gets the sidecar, for an object with several, for example `spec.replicatedJobs[0].template.spec.template` in a JobSet.
   * @default - the only pod template of the workload
   */
  readonly podTemplate?: string;
  /**
   * CPU and memory. What is given replaces the default as a whole.
   * @default - requests of 50m CPU and 64Mi memory, a memory limit of 256Mi
   */
  readonly resources?: kplus.ContainerResources;
  /**
   * How long its gate may stay shut before it is killed and started again.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * When the image is pulled.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
}

/**
 * Uploads what the app has left behind: it waits, and its stop signal, which comes when all main containers have ended, starts the upload.
 *
 * The gate opens once the signal is awaited, so that not even the shortest Job is missed. A failed upload does not fail a Job. An upload through another
 * sidecar needs `startsAfter` that one, so that it stops first.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#pod-sidecar-containers-and-pod-lifecycle
 */
export class AfterMainUploader extends NativeSidecar {
  /** The folder whose files are uploaded, the same in the sidecar and in the app. */
  public readonly folder: string;
  /** The volume that holds the files. */
  public readonly volume: kplus.Volume;

  constructor(scope: Construct, id: string, props: AfterMainUploaderProps) {
    const folder = checkFolder(`'${id}'`, props.folder ?? '/artifacts');
    checkUploadTime(id, props.shutdown);
    super(scope, id, {
      ...presetProps(RCLONE, props),
      resources: props.resources ?? resources(50, 64, 256),
      command: ['sh', '-c', afterSignalScript(READY_FILE), props.name ?? id],
      args: checkCommand(`'${id}'`, props.command, `['rclone', 'copy', '${folder}', 'store:results']`),
      envVariables: { HOME: kplus.EnvValue.fromValue('/tmp') },
      envFrom: props.credentials ? [kplus.Env.fromSecret(props.credentials)] : [],
      startup: StartupGate.fileExists(READY_FILE, gateOptions(props)),
    });
    this.folder = folder;
    mountEmptyDir(this, '/tmp', 'tmp');
    this.volume = this.shareEmptyDir(`${this.name}-files`, { path: folder, container: props.container });
  }

  /**
   * Lets a container of the app, by its name, write to the folder, and tells it where it is: `UPLOAD_PATH`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    this.shareVolume(this.volume, { path: this.folder, container: name });
    this.addAppEnv('UPLOAD_PATH', this.folder, name);
  }
}

/** Where types are not checked, it may be missing all the same. */
function checkUploadTime(id: string, shutdown: Duration | undefined): void {
  if (!shutdown || shutdown.toMilliseconds() < 1000) {
    const got = shutdown ? `is ${shutdown.toMilliseconds()} ms` : 'is not given';
    throw new Error(`'${id}' needs time for its upload, and 'shutdown' ${got}: say how long the upload may take, for example Duration.minutes(2)`);
  }
}
