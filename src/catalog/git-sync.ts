import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { GitCredentials } from './git-credentials';
import { PresetProps } from './preset-props';
import { Kinds, DURATION, having, NUMBER, required, TEXT } from '../data/arguments';
import { Connectable } from './private/connectable';
import { checkFolder } from './private/folder';
import { mountEmptyDir } from './private/parts';
import { checkPreset, PRESET_KINDS, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { GIT_SYNC, GIT_SYNC_HEALTH_PORT } from '../knowledge/programs/git-sync';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

/** Properties of a `GitSync`. */
export interface GitSyncProps extends PresetProps {
  /** The URL of the repository, for example `https://github.com/acme/content.git`. */
  readonly repository: string;
  /**
   * The branch, tag or commit to check out.
   * @default 'HEAD'
   */
  readonly ref?: string;
  /**
   * The time between two syncs.
   * @default Duration.seconds(30)
   */
  readonly period?: Duration;
  /**
   * The number of commits to fetch. 0 for the whole history.
   * @default 1
   */
  readonly depth?: number;
  /**
   * The credentials for the Git server.
   * @default - no credentials
   */
  readonly credentials?: GitCredentials;
  /**
   * The directory that the sidecar shares with the app.
   * @default '/git'
   */
  readonly folder?: string;
  /**
   * The name of the symbolic link to the files. git-sync switches it to new files atomically.
   * @default 'current'
   */
  readonly link?: string;
  /**
   * The name of the main container that reads the files.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * The port of the health endpoint. A second git-sync in the same pod needs another port.
   * @default 9091
   */
  readonly healthPort?: number;
}

/** What its properties must be. */
const KINDS: Kinds<GitSyncProps> = {
  ...PRESET_KINDS,
  repository: required(TEXT, "'https://github.com/acme/content.git'"),
  ref: TEXT,
  period: DURATION,
  depth: NUMBER,
  credentials: having(['_args', '_attach'], 'GitCredentials, for example GitCredentials.password(secret)'),
  folder: TEXT,
  link: TEXT,
  container: TEXT,
  healthPort: NUMBER,
};

/**
 * Syncs a directory of the app with a Git repository, starting before the app.
 *
 * The gate opens after the first sync. When the Git server is unavailable later, the app keeps its current files.
 *
 * `connect` mounts the files in a container and sets its variable `CONTENT_PATH`.
 *
 * @see https://github.com/kubernetes/git-sync
 */
export class GitSync extends Connectable {
  /** The path of the files, the same in the sidecar and in the app. It is a symbolic link: open it again to see new files. */
  public readonly path: string;
  /** The volume with the files. */
  public readonly volume: kplus.Volume;

  private readonly folder: string;

  constructor(scope: Construct, id: string, props: GitSyncProps) {
    checkPreset(scope, id, props, KINDS);
    const folder = checkFolder(`'${id}'`, props.folder ?? '/git');
    const link = checkLink(id, props.link ?? 'current');
    // Below the mount, because Git refuses a directory that belongs to root, as the root of a volume does.
    const root = `${folder}/root`;
    const port = checkPort(`'${id}'`, props.healthPort ?? GIT_SYNC_HEALTH_PORT);
    super(scope, id, {
      ...presetProps(GIT_SYNC, props),
      resources: props.resources ?? resources(50, 64, 256),
      args: [...syncArgs(id, props), `--root=${root}`, `--link=${link}`, `--http-bind=:${port}`, ...(props.credentials?._args() ?? [])],
      // Retry every second until the first sync; versions without this variable retry once per period.
      envVariables: { GITSYNC_INIT_PERIOD: kplus.EnvValue.fromValue('1s') },
      startup: StartupGate.httpGet('/', port, gateOptions(props)),
    });
    this.folder = folder;
    this._listensOn({ port, property: "'healthPort'" });
    this.path = `${root}/${link}`;
    mountEmptyDir(this, '/tmp', 'tmp');
    props.credentials?._attach(this);
    this.volume = this.shareEmptyDir(`${this.name}-content`, { path: folder, container: props.container, readOnly: true });
  }

  /** @internal */
  protected _connection(): Connection {
    return { mount: { volume: this.volume, path: this.folder, readOnly: true }, variables: { CONTENT_PATH: this.path } };
  }
}

function syncArgs(id: string, props: GitSyncProps): string[] {
  checkRepository(id, props.repository);
  const period = props.period ?? Duration.seconds(30);
  if (period.toMilliseconds() < 1000) {
    throw new Error(`'period' of '${id}' is ${period.toMilliseconds()} ms: set at least 1 second`);
  }
  const depth = props.depth ?? 1;
  if (!Number.isInteger(depth) || depth < 0) {
    throw new Error(`'depth' of '${id}' is ${depth}: set a whole number, or 0 for the whole history`);
  }
  return [
    `--repo=${props.repository}`,
    `--ref=${props.ref ?? 'HEAD'}`,
    `--depth=${depth}`,
    `--period=${period.toMilliseconds() / 1000}s`,
    // Without it, git-sync exits after one failed sync, and the kubelet restarts it with increasing back-off.
    '--max-failures=-1',
  ];
}

function checkRepository(id: string, repository: string): void {
  const advice = 'set its URL, for example https://github.com/acme/content.git or git@github.com:acme/content.git';
  if (!/^((https?|ssh|git|file):\/\/\S+|[\w.][\w.-]*@[\w.-]+:\S+)$/.test(repository)) {
    throw new Error(`'${id}' has the repository '${repository}', which git-sync cannot use: ${advice}`);
  }
  if (/^https?:\/\/[^/@]*:[^/@]*@/.test(repository)) {
    throw new Error(`'${id}' has a password in the URL of its repository, where everyone who can read the manifest sees it: set 'credentials', for example GitCredentials.password(secret)`);
  }
}

function checkLink(id: string, link: string): string {
  if (!/^[\w][\w.-]*$/.test(link)) {
    throw new Error(`'link' of '${id}' is '${link}': set a name without slashes, for example current`);
  }
  return link;
}
