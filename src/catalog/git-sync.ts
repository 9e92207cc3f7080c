import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { GitSubmodules, GitSyncProps } from './git-sync-props';
import { refusal } from '../caller/refusal';
import { Kinds, DURATION, FLAG, having, NUMBER, oneOf, required, TEXT, TEXTS } from '../data/arguments';
import { CONFIG_MAP } from '../sidecars/kinds';
import { Connectable } from './private/connectable';
import { Decided, ENDS } from './private/decided';
import { checkFolder } from './private/folder';
import { declaredMetrics } from './private/metrics';
import { mountConfigFile, mountEmptyDir } from './private/parts';
import { checkNoCredential, hasCredential } from './private/plain-secret';
import { checkPreset, PRESET_KINDS, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { requireVersion } from './private/program-version';
import { wording } from '../data/wording';
import { GIT_SYNC, GIT_SYNC_HEALTH_PORT } from '../knowledge/programs/git-sync';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

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
  certificateAuthority: CONFIG_MAP,
  submodules: oneOf(GitSubmodules),
  sparseCheckout: TEXTS,
  syncTimeout: DURATION,
  hookCommand: TEXT,
  hookTimeout: DURATION,
  webhookUrl: TEXT,
  metrics: FLAG,
};

const CA_FOLDER = '/etc/git-ca';
const SPARSE_FOLDER = '/etc/git-sparse';
const SPARSE_FILE = 'sparse-checkout';

const RETRIES = 'remove it, because git-sync would exit while the Git server is unavailable';

/** The flags that have a property, or an older name of one, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    'dest': "set 'link'",
    'wait': "set 'period'",
    'timeout': "set 'syncTimeout'",
    'max-sync-failures': RETRIES,
    'max-failures': RETRIES,
    'sync-hook-command': "set 'hookCommand'",
    'hook-command': "set 'hookCommand'",
    'branch': "set 'ref'",
    'rev': "set 'ref'",
    'username': "set 'credentials'",
    'password': "set 'credentials'",
    'password-file': "set 'credentials'",
    'ssh-key-file': "set 'credentials'",
    'ssh-known-hosts-file': "set 'credentials'",
    'one-time': ENDS,
    'version': ENDS,
    'man': ENDS,
    'help': ENDS,
    'h': ENDS,
    'submodules': "set 'submodules'",
    'sparse-checkout-file': "set 'sparseCheckout'",
    'sync-timeout': "set 'syncTimeout'",
    'exechook-command': "set 'hookCommand'",
    'exechook-timeout': "set 'hookTimeout'",
    'webhook-url': "set 'webhookUrl'",
    'http-metrics': "set 'metrics'",
  },
  variables: { GIT_SSH_KEY_FILE: "set 'credentials'", GIT_SSH_KNOWN_HOSTS_FILE: "set 'credentials'" },
  variablePrefixes: ['GITSYNC_', 'GIT_SYNC_'],
  letters: 'hv:',
};

/**
 * Syncs a directory of the app with a Git repository, starting before the app.
 *
 * The gate opens after the first sync. When the Git server is unavailable later, the app keeps its current files. git-sync does not handle SIGTERM: it ends at once with
 * exit code 143, which is no error, and leaves the files as they are.
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

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: GitSyncProps) {
    checkPreset(scope, id, props, KINDS, GIT_SYNC, new.target !== GitSync);
    const folder = checkFolder(`'${id}'`, props.folder ?? '/git');
    const link = checkLink(id, props.link ?? 'current');
    // Below the mount, because Git refuses a directory that belongs to root, as the root of a volume does.
    const root = `${folder}/root`;
    const port = checkPort(`'${id}'`, props.healthPort ?? GIT_SYNC_HEALTH_PORT);
    const since = props.credentials?._requires();
    if (since) {
      requireVersion(GIT_SYNC, props, since);
    }
    super(scope, id, {
      ...presetProps(GIT_SYNC, props, DECIDED),
      resources: props.resources ?? resources(50, 64, 256),
      args: [...syncArgs(id, props), `--root=${root}`, `--link=${link}`, `--http-bind=:${port}`, ...(props.credentials?._args() ?? []), ...furtherArgs(id, props)],
      // Retry every second until the first sync; versions without this variable retry once per period.
      envVariables: { GITSYNC_INIT_PERIOD: kplus.EnvValue.fromValue('1s'), ...authorityVariables(props) },
      ports: declaredMetrics(props.metrics ? port : undefined),
      startup: StartupGate.httpGet('/', port, gateOptions(props)),
    });
    this.folder = folder;
    this._listensOn({ port, property: "'healthPort'" });
    this.path = `${root}/${link}`;
    mountEmptyDir(this, '/tmp', 'tmp');
    props.credentials?._attach(this);
    if (props.certificateAuthority) {
      const volume = kplus.Volume.fromConfigMap(this, 'volume-ca', props.certificateAuthority, { name: `${this.name}-ca` });
      this.container.mount(CA_FOLDER, volume, { readOnly: true });
    }
    if (props.sparseCheckout) {
      mountConfigFile(this, SPARSE_FOLDER, SPARSE_FILE, `${props.sparseCheckout.join('\n')}\n`);
    }
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
    throw refusal`'period' of '${id}' is ${period.toMilliseconds()} ms: set at least 1 second`;
  }
  const depth = props.depth ?? 1;
  if (!Number.isInteger(depth) || depth < 0) {
    throw refusal`'depth' of '${id}' is ${depth}: set a whole number, or 0 for the whole history`;
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

/** Git reads its own setting. What git-sync calls itself, as the API of GitHub, goes by this folder, beside the certificates of the image. */
function authorityVariables({ certificateAuthority }: GitSyncProps): { [name: string]: kplus.EnvValue } {
  return certificateAuthority ? { SSL_CERT_DIR: kplus.EnvValue.fromValue(CA_FOLDER) } : {};
}

function furtherArgs(id: string, props: GitSyncProps): string[] {
  const { submodules, sparseCheckout, syncTimeout, hookCommand, hookTimeout, webhookUrl, certificateAuthority, metrics } = props;
  if (sparseCheckout?.length === 0) {
    throw refusal`'sparseCheckout' of '${id}' is empty, so nothing would be checked out: set patterns, for example ['/docs/']`;
  }
  if (hookTimeout && !hookCommand) {
    throw refusal`'${id}' has 'hookTimeout' but no program: set 'hookCommand', for example /hooks/reload`;
  }
  checkNoCredential(wording`'webhookUrl' of '${id}'`, webhookUrl ?? '');
  if (webhookUrl && !/^https?:\/\/[^\s/]+/.test(webhookUrl)) {
    throw refusal`'webhookUrl' of '${id}' is '${webhookUrl}', which is not a URL: set it, for example, to http://127.0.0.1:8080/reload`;
  }
  return [
    ...(certificateAuthority ? [`--git-config=http.sslCAInfo:${CA_FOLDER}/ca.crt`] : []),
    ...(submodules ? [`--submodules=${submodules}`] : []),
    ...(sparseCheckout ? [`--sparse-checkout-file=${SPARSE_FOLDER}/${SPARSE_FILE}`] : []),
    ...(syncTimeout ? [`--sync-timeout=${wholeSeconds(syncTimeout)}s`] : []),
    ...(hookCommand ? [`--exechook-command=${hookCommand}`] : []),
    ...(hookTimeout ? [`--exechook-timeout=${wholeSeconds(hookTimeout)}s`] : []),
    ...(webhookUrl ? [`--webhook-url=${webhookUrl}`] : []),
    ...(metrics ? ['--http-metrics'] : []),
  ];
}

function checkRepository(id: string, repository: string): void {
  if (hasCredential(repository)) {
    throw refusal`'${id}' has a password in the URL of its repository, where everyone who can read the manifest sees it: set 'credentials', for example GitCredentials.password(secret)`;
  }
  const advice = 'set its URL, for example https://github.com/acme/content.git or git@github.com:acme/content.git';
  if (!/^((https?|ssh|git|file):\/\/\S+|[\w.][\w.-]*@[\w.-]+:\S+)$/.test(repository)) {
    throw refusal`'${id}' has the repository '${repository}', which git-sync cannot use: ${advice}`;
  }
}

function checkLink(id: string, link: string): string {
  if (!/^[\w][\w.-]*$/.test(link)) {
    throw refusal`'link' of '${id}' is '${link}': set a name without slashes, for example current`;
  }
  return link;
}
