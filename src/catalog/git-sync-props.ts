import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { GitCredentials } from './git-credentials';
import { PresetProps } from './preset-props';

/** Which submodules git-sync checks out. */
export enum GitSubmodules {
  /** All of them, also those of submodules. */
  RECURSIVE = 'recursive',
  /** Those of the repository. */
  SHALLOW = 'shallow',
  /** None. */
  OFF = 'off',
}

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
  /**
   * A ConfigMap with the CA certificate of the Git server in the key `ca.crt`. git-sync also trusts it when it calls the API of GitHub Enterprise Server or `webhookUrl`.
   * @default - the CA certificates of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * Which submodules to check out.
   * @default GitSubmodules.RECURSIVE
   */
  readonly submodules?: GitSubmodules;
  /**
   * The directories and files to check out, in the syntax of sparse checkouts without cones, for example `['/docs/', '!/docs/drafts/']`.
   * @default - the whole repository
   */
  readonly sparseCheckout?: string[];
  /**
   * How long one sync may take. When the Git server hangs, git-sync tries again after it.
   * @default Duration.minutes(2)
   */
  readonly syncTimeout?: Duration;
  /**
   * A program in the image that git-sync runs after each sync that changed the files, in the directory of the new files. It gets no arguments.
   * @default - no program
   */
  readonly hookCommand?: string;
  /**
   * How long the program may take. When it fails, git-sync runs it again.
   * @default Duration.seconds(30)
   */
  readonly hookTimeout?: Duration;
  /**
   * A URL that git-sync calls after each sync that changed the files, for example `http://127.0.0.1:8080/reload` in the app. The app can be unavailable: git-sync calls it
   * until it answers.
   * @default - no call
   */
  readonly webhookUrl?: string;
  /**
   * Serves metrics for Prometheus at `/metrics` on the port of the health endpoint, which the sidecar then declares.
   * @default false
   */
  readonly metrics?: boolean;
}
