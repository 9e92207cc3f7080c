import { Program } from './program';

/**
 * git-sync, version 4, which keeps a folder in step with a git repository.
 *
 * Its health server answers 503 until the first sync and 200 after it. It dies at once on SIGTERM, with 143. By default the first failed sync ends it.
 *
 * @see https://github.com/kubernetes/git-sync
 */
export const GIT_SYNC: Program = {
  name: 'git-sync',
  image: 'registry.k8s.io/git-sync/git-sync:v4.7.1',
  repositories: /(^|\/)git-sync$/,
  user: 65533,
  onlySidecar: false,
  direction: 'content',
  gate: 'HTTP 9091 /',
  shutdownSeconds: 2,
};

/** The port of the health server, on all addresses. */
export const GIT_SYNC_HEALTH_PORT = 9091;
