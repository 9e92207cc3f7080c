import * as kplus from 'cdk8s-plus-28';
import { checkProps, checkValue } from '../caller/refusal';
import { NUMBER, required, TEXT } from '../data/arguments';
import { GIT_SYNC_GITHUB_APP } from '../knowledge/programs/git-sync';
import { Since } from '../knowledge/programs/since';
import { SECRET } from '../sidecars/kinds';
import { NativeSidecar } from '../sidecars/native-sidecar';

/** The mount path of the Secret. */
const SECRET_FOLDER = '/etc/git-secret';

/** The keys of a Secret with a user name and a password. */
export interface GitPasswordOptions {
  /**
   * The key with the user name.
   * @default 'username'
   */
  readonly usernameKey?: string;
  /**
   * The key with the password or access token.
   * @default 'password'
   */
  readonly passwordKey?: string;
}

/** The keys of a Secret with an SSH key and the known hosts. */
export interface GitSshOptions {
  /**
   * The key with the private SSH key.
   * @default 'ssh-privatekey'
   */
  readonly privateKeyKey?: string;
  /**
   * The key with the known hosts, which identify the server.
   * @default 'known_hosts'
   */
  readonly knownHostsKey?: string;
}

/** The identity of a GitHub App. */
export interface GitHubAppOptions {
  /** The ID of the app, which its page shows. */
  readonly applicationId: number;
  /** The ID of its installation in the organization. */
  readonly installationId: number;
  /**
   * The key of the Secret with the private key of the app.
   * @default 'private-key'
   */
  readonly privateKeyKey?: string;
  /**
   * The URL of the API, for GitHub Enterprise Server.
   * @default 'https://api.github.com/'
   */
  readonly apiUrl?: string;
}

/** The credentials of git-sync for a Git server. */
export class GitCredentials {
  /**
   * Logs in over HTTPS with a user name and a password or access token.
   * @param secret a Secret in the namespace of the workload, by default with the keys of the type kubernetes.io/basic-auth
   * @param options the keys in the Secret
   */
  public static password(secret: kplus.ISecret, options: GitPasswordOptions = {}): GitCredentials {
    checkCredentials(secret, options);
    const username = kplus.EnvValue.fromSecretValue({ secret, key: options.usernameKey ?? 'username' });
    return new GitCredentials(secret, [`--password-file=${SECRET_FOLDER}/${options.passwordKey ?? 'password'}`], { GITSYNC_USERNAME: username });
  }

  /**
   * Logs in over SSH with a private key.
   * @param secret a Secret in the namespace of the workload, by default with the key of the type kubernetes.io/ssh-auth and `known_hosts`
   * @param options the keys in the Secret
   */
  public static sshKey(secret: kplus.ISecret, options: GitSshOptions = {}): GitCredentials {
    checkCredentials(secret, options);
    return new GitCredentials(secret, [
      `--ssh-key-file=${SECRET_FOLDER}/${options.privateKeyKey ?? 'ssh-privatekey'}`,
      `--ssh-known-hosts-file=${SECRET_FOLDER}/${options.knownHostsKey ?? 'known_hosts'}`,
    ], {});
  }

  /**
   * Logs in to GitHub over HTTPS as an app, with tokens that git-sync renews.
   * @param secret a Secret in the namespace of the workload with the private key of the app
   * @param options the ids of the app and of its installation, and the keys in the Secret
   */
  public static gitHubApp(secret: kplus.ISecret, options: GitHubAppOptions): GitCredentials {
    checkValue('the Secret of Git credentials', secret, required(SECRET));
    checkProps<GitHubAppOptions>('the GitHub App of Git credentials', options, {
      applicationId: required(NUMBER, '123456'), installationId: required(NUMBER, '12345678'), privateKeyKey: TEXT, apiUrl: TEXT,
    });
    return new GitCredentials(secret, [
      `--github-app-application-id=${options.applicationId}`,
      `--github-app-installation-id=${options.installationId}`,
      `--github-app-private-key-file=${SECRET_FOLDER}/${options.privateKeyKey ?? 'private-key'}`,
      ...(options.apiUrl ? [`--github-base-url=${options.apiUrl}`] : []),
    ], {}, GIT_SYNC_GITHUB_APP);
  }

  private constructor(
    private readonly secret: kplus.ISecret,
    private readonly flags: readonly string[],
    private readonly variables: { readonly [name: string]: kplus.EnvValue },
    private readonly since?: Since,
  ) {}

  /**
   * What git-sync must understand, if not every version does.
   * @internal
   */
  public _requires(): Since | undefined {
    return this.since;
  }

  /**
   * The flags of git-sync.
   * @internal
   */
  public _args(): string[] {
    return [...this.flags];
  }

  /**
   * Mounts the Secret. Its files belong to root and are readable by all users, which ssh accepts because it only checks the mode of keys that its own user owns.
   * @internal
   */
  public _attach(sidecar: NativeSidecar): void {
    sidecar.container.mount(SECRET_FOLDER, kplus.Volume.fromSecret(sidecar, 'volume-secret', this.secret, { name: `${sidecar.name}-secret` }), { readOnly: true });
    Object.entries(this.variables).forEach(([name, value]) => sidecar.container.env.addVariable(name, value));
  }
}

function checkCredentials(secret: kplus.ISecret, options: GitPasswordOptions & GitSshOptions): void {
  checkValue('the Secret of Git credentials', secret, required(SECRET));
  checkProps('Git credentials', options, { usernameKey: TEXT, passwordKey: TEXT, privateKeyKey: TEXT, knownHostsKey: TEXT });
}
