import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar } from '../sidecars/native-sidecar';

/** Where the Secret is mounted. */
const SECRET_FOLDER = '/etc/git-secret';

/** Which keys of a Secret hold a name and a password. */
export interface GitPasswordOptions {
  /**
   * The key of the user's name.
   * @default 'username'
   */
  readonly usernameKey?: string;
  /**
   * The key of the password or access token.
   * @default 'password'
   */
  readonly passwordKey?: string;
}

/** Which keys of a Secret hold an SSH key and the keys of the hosts. */
export interface GitSshOptions {
  /**
   * The key of the private key.
   * @default 'ssh-privatekey'
   */
  readonly privateKeyKey?: string;
  /**
   * The key of the known hosts, by which the server proves who it is.
   * @default 'known_hosts'
   */
  readonly knownHostsKey?: string;
}

/** How git-sync logs in to a git server. */
export class GitCredentials {
  /**
   * Logs in over HTTPS with a name and a password or access token.
   * @param secret a Secret in the namespace of the workload, by default with the keys of the type kubernetes.io/basic-auth
   */
  public static password(secret: kplus.ISecret, options: GitPasswordOptions = {}): GitCredentials {
    const username = kplus.EnvValue.fromSecretValue({ secret, key: options.usernameKey ?? 'username' });
    return new GitCredentials(secret, [`--password-file=${SECRET_FOLDER}/${options.passwordKey ?? 'password'}`], { GITSYNC_USERNAME: username });
  }

  /**
   * Logs in over SSH with a private key.
   * @param secret a Secret in the namespace of the workload, by default with the key of the type kubernetes.io/ssh-auth and `known_hosts`
   */
  public static sshKey(secret: kplus.ISecret, options: GitSshOptions = {}): GitCredentials {
    return new GitCredentials(secret, [
      `--ssh-key-file=${SECRET_FOLDER}/${options.privateKeyKey ?? 'ssh-privatekey'}`,
      `--ssh-known-hosts-file=${SECRET_FOLDER}/${options.knownHostsKey ?? 'known_hosts'}`,
    ], {});
  }

  private constructor(
    private readonly secret: kplus.ISecret,
    private readonly flags: readonly string[],
    private readonly variables: { readonly [name: string]: kplus.EnvValue },
  ) {}

  /**
   * What git-sync must be told.
   * @internal
   */
  public _args(): string[] {
    return [...this.flags];
  }

  /**
   * Mounts the Secret. Its files are root's and readable for all in the container: ssh minds the mode of a key only if the key is its own user's.
   * @internal
   */
  public _attach(sidecar: NativeSidecar): void {
    sidecar.container.mount(SECRET_FOLDER, kplus.Volume.fromSecret(sidecar, 'volume-secret', this.secret, { name: `${sidecar.name}-secret` }), { readOnly: true });
    Object.entries(this.variables).forEach(([name, value]) => sidecar.container.env.addVariable(name, value));
  }
}
