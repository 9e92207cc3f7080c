import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { GitCredentials } from './git-credentials';
import { PresetProps } from './preset-props';
import { checkFolder } from './private/folder';
import { mountEmptyDir } from './private/parts';
import { checkPort, gateOptions, presetProps, resources } from './private/preset';
import { GIT_SYNC, GIT_SYNC_HEALTH_PORT } from '../knowledge/programs/git-sync';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';

/** Which repository is kept in step, and where the app finds it. */
export interface GitSyncProps extends PresetProps {
  /** The address of the repository, for example `https://github.com/acme/content.git`. */
  readonly repository: string;
  /**
   * The branch, tag or commit.
   * @default 'HEAD'
   */
  readonly ref?: string;
  /**
   * How long it waits between two syncs.
   * @default Duration.seconds(30)
   */
  readonly period?: Duration;
  /**
   * How many commits of the history are fetched, 0 for all.
   * @default 1
   */
  readonly depth?: number;
  /**
   * How it logs in to the git server.
   * @default - it does not log in
   */
  readonly credentials?: GitCredentials;
  /**
   * The folder that it shares with the app.
   * @default '/git'
   */
  readonly folder?: string;
  /**
   * The name of the link to the files. It is switched to new files in one step.
   * @default 'current'
   */
  readonly link?: string;
  /**
   * The main container that reads the files.
   * @default - the first
   */
  readonly container?: string;
  /**
   * The port on which a kubelet asks for its health. Two in one pod need different ones.
   * @default 9091
   */
  readonly healthPort?: number;
}

/**
 * Keeps a folder of the app in step with a git repository, from before the app starts.
 *
 * The gate opens after the first sync. When the git server is away later, the app keeps the files that it has.
 *
 * @see https://github.com/kubernetes/git-sync
 */
export class GitSync extends NativeSidecar {
  /** The path of the files, the same in the sidecar and in the app. It is a link, so open it anew to see new files. */
  public readonly path: string;
  /** The volume that holds the files. */
  public readonly volume: kplus.Volume;

  private readonly folder: string;

  constructor(scope: Construct, id: string, props: GitSyncProps) {
    const folder = checkFolder(`'${id}'`, props.folder ?? '/git');
    const link = checkLink(id, props.link ?? 'current');
    // Below the mount: git refuses to work in a folder that belongs to root, as that of a volume does.
    const root = `${folder}/root`;
    const port = checkPort(`'${id}'`, props.healthPort ?? GIT_SYNC_HEALTH_PORT);
    super(scope, id, {
      ...presetProps(GIT_SYNC, props),
      resources: props.resources ?? resources(50, 64, 256),
      args: [...syncArgs(id, props), `--root=${root}`, `--link=${link}`, `--http-bind=:${port}`, ...(props.credentials?._args() ?? [])],
      // Until the first sync it tries again every second; a version that does not know this waits for its period.
      envVariables: { GITSYNC_INIT_PERIOD: kplus.EnvValue.fromValue('1s') },
      startup: StartupGate.httpGet('/', port, gateOptions(props)),
    });
    this.folder = folder;
    this._listensOn({ port, movedBy: "'healthPort'" });
    this.path = `${root}/${link}`;
    mountEmptyDir(this, '/tmp', 'tmp');
    props.credentials?._attach(this);
    this.volume = this.shareEmptyDir(`${this.name}-content`, { path: folder, container: props.container, readOnly: true });
  }

  /**
   * Lets a container of the app, by its name, read the files, and tells it where they are: `CONTENT_PATH`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    this.shareVolume(this.volume, { path: this.folder, container: name, readOnly: true });
    this.addAppEnv('CONTENT_PATH', this.path, name);
  }
}

function syncArgs(id: string, props: GitSyncProps): string[] {
  checkRepository(id, props.repository);
  const period = props.period ?? Duration.seconds(30);
  if (period.toMilliseconds() < 1000) {
    throw new Error(`'${id}' cannot sync every ${period.toMilliseconds()} ms: give a period of at least a second`);
  }
  const depth = props.depth ?? 1;
  if (!Number.isInteger(depth) || depth < 0) {
    throw new Error(`'${id}' cannot fetch a history of ${depth} commits: give a whole number, 0 for all of it`);
  }
  return [
    `--repo=${props.repository}`,
    `--ref=${props.ref ?? 'HEAD'}`,
    `--depth=${depth}`,
    `--period=${period.toMilliseconds() / 1000}s`,
    // Without this one failed sync ends it, and it would be started again with ever longer pauses.
    '--max-failures=-1',
  ];
}

function checkRepository(id: string, repository: string): void {
  const right = 'give its address, for example https://github.com/acme/content.git or git@github.com:acme/content.git';
  if (!/^((https?|ssh|git|file):\/\/\S+|[\w.][\w.-]*@[\w.-]+:\S+)$/.test(repository)) {
    throw new Error(`'${id}' cannot sync the repository '${repository}': ${right}`);
  }
  if (/^https?:\/\/[^/@]*:[^/@]*@/.test(repository)) {
    throw new Error(`'${id}' has a password in the address of its repository, where everyone reads it: give it by 'credentials', for example GitCredentials.password(secret)`);
  }
}

function checkLink(id: string, link: string): string {
  if (!/^[\w][\w.-]*$/.test(link)) {
    throw new Error(`'${id}' cannot name its link '${link}': give a name without slashes, for example current`);
  }
  return link;
}
