import { addressOf, isLoopback, loopbackPorts } from './address';
import { goSeconds } from './duration';
import { httpGate, Program } from './program';
import { ProgramRun } from './program-run';
import { Since } from './since';

/**
 * git-sync, versions 3 and 4, which keeps a folder in step with a git repository.
 *
 * Its health server answers 503 until the first sync and 200 after it. It dies at once on SIGTERM, with 143. By default the first failed sync ends it.
 *
 * @see https://github.com/kubernetes/git-sync
 */
export const GIT_SYNC: Program = {
  name: 'git-sync',
  image: 'registry.k8s.io/git-sync/git-sync:v4.7.1',
  repositories: /(^|\/)git-sync$/,
  command: /^git-sync$/,
  user: 65533,
  onlySidecar: false,
  direction: 'content',
  gate: 'HTTP 9091 /',
  shutdownSeconds: 2,
  requires: { version: [4, 0], what: 'the flags --ref and --link' },
  stopSeconds: () => 2,
  startup: run => {
    if (run.isOn('one-time', 'GITSYNC_ONE_TIME') || run.isOn('one-time', 'GIT_SYNC_ONE_TIME')) {
      return 'it syncs once and exits';
    }
    if (run.atLeast(3, 1) === false) {
      return 'this version has no health server';
    }
    if (run.atLeast(3, 1) === undefined && CLOSED_REGISTRY.test(run.repository)) {
      return 'its version is not known, and most versions in that registry have no health server';
    }
    const variable = run.atLeast(4, 0) === false || [...run.source.variables.keys()].some(name => name.startsWith('GIT_SYNC_')) ? 'GIT_SYNC_HTTP_BIND' : 'GITSYNC_HTTP_BIND';
    const given = run.setting('http-bind', variable);
    const address = given ? addressOf(given) : { host: '', port: run.source.freePort(GIT_SYNC_HEALTH_PORT) };
    if (!address) {
      return 'the manifest does not show the address of its health server';
    }
    const value = given && !isLoopback(address.host) ? given : `:${address.port}`;
    return { ...httpGate('/', address.port, [{ flag: 'http-bind', variable, value }]), patienceSeconds: syncSeconds(run) };
  },
  // Measured: without a place for its git configuration it ends at once.
  imageNeeds: run => /(^|\/)git-sync\/git-sync$/.test(run.repository) ? { user: 65533, folders: ['/tmp'] } : undefined,
  loopback: run => loopbackPorts(addressOf(run.setting('http-bind', 'GITSYNC_HTTP_BIND') ?? run.variable('GIT_SYNC_HTTP_BIND'))),
};

/** The old registry of Kubernetes, which nothing was added to for years: most versions of git-sync there have no health server. */
const CLOSED_REGISTRY = /^gcr\.io\/google[-_]containers\//;

/** How long one sync may take unless it is told otherwise, in seconds; the first one clones the repository. */
const SYNC_SECONDS = 120;

/** Version 3 counts seconds; version 4 also has a flag that takes a duration. */
function syncSeconds(run: ProgramRun): number {
  const duration = goSeconds(run.setting('sync-timeout', 'GITSYNC_SYNC_TIMEOUT') ?? run.variable('GIT_SYNC_SYNC_TIMEOUT') ?? '');
  const seconds = Number(run.setting('timeout', 'GIT_SYNC_TIMEOUT'));
  return [duration, seconds].find(given => given !== undefined && given > 0) ?? SYNC_SECONDS;
}

/** The port of the health server, on all addresses. */
export const GIT_SYNC_HEALTH_PORT = 9091;

/** The exit code after its stop signal, which it does not handle. */
export const GIT_SYNC_EXIT_CODE = 143;

/** Read in the source of 4.2 and 4.3. */
export const GIT_SYNC_GITHUB_APP: Since = { version: [4, 3], what: 'the flags of a GitHub App' };
