import { nginxPassesOn } from './nginx-routes';
import { isOfficial } from './official-image';
import { ImageNeeds, Program } from './program';
import { ProgramRun } from './program-run';
import { nginxForwardsOut, nginxUpstreams } from './upstreams';

/** Measured: without them it ends with `[emerg] mkdir()`. A configuration of its own may move them. The user was read in the Dockerfile. */
function nginxNeeds(run: ProgramRun): ImageNeeds | undefined {
  const isMoved = run.find('c') !== undefined || run.fileWith(/\bclient_body_temp_path\b/) !== undefined;
  if (isOfficial(run, 'nginx')) {
    return { user: 101, stepsDown: true, folders: isMoved ? [] : ['/var/cache/nginx', '/var/run'] };
  }
  return /(^|\/)nginxinc\/nginx-unprivileged$/.test(run.repository) ? { user: 101, folders: isMoved ? [] : ['/tmp'] } : undefined;
}

/**
 * nginx in the image that needs no root, in front of the app.
 *
 * On SIGTERM it cuts requests off, on SIGQUIT it finishes them. The image sets SIGQUIT as its stop signal, and the container runtime uses it. How long it may take then is only
 * limited by `worker_shutdown_timeout`. With a read-only root, its pid file and its five folders for temporary files must lie elsewhere.
 *
 * @see https://nginx.org/en/docs/control.html
 */
export const NGINX: Program = {
  name: 'nginx',
  image: 'docker.io/nginxinc/nginx-unprivileged:1.28.3-alpine',
  repositories: /(^|\/)nginx(-unprivileged)?$/,
  user: 101,
  binary: /^nginx$/,
  onlySidecar: false,
  direction: 'inbound',
  upstreams: nginxUpstreams,
  passesOn: nginxPassesOn,
  forwardsOut: nginxForwardsOut,
  gate: 'HTTP 9903 /healthz',
  shutdownSeconds: 11,
  // From 1.19.5 on, and 1.20 is the first stable version after it.
  requires: { version: [1, 20], what: 'the option -e' },
  imageUser: run => isOfficial(run, 'nginx') ? { root: true } : undefined,
  imageNeeds: nginxNeeds,
};

/** The port on which the world reaches the app through it. */
export const NGINX_PORT = 8000;

/** The port of the health check, on all addresses. One of its own, so that every path on the other belongs to the app. */
export const NGINX_HEALTH_PORT = 9903;

/** The port of the counters, if they are on. */
export const NGINX_METRICS_PORT = 9905;
