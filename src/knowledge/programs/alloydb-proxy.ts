import { authProxyAdmin, authProxyGate, authProxyLoopback, authProxyStopSeconds, AuthProxyStyle, WITHOUT_SYSTEM } from './auth-proxy';
import { gateSince, Program } from './program';
import { Since } from './since';

/** The port of the health server, on all addresses. Another one than that of the Cloud SQL Auth Proxy, so that a pod can have both. */
export const ALLOYDB_HEALTH_PORT = 9802;

/** What the names of its variables begin with. */
export const ALLOYDB_VARIABLES = 'ALLOYDB_PROXY_';

const STYLE: AuthProxyStyle = { prefix: ALLOYDB_VARIABLES, healthPort: ALLOYDB_HEALTH_PORT, databasePorts: [5432] };

/**
 * The AlloyDB Auth Proxy: made of the same code as that for Cloud SQL, and called in nearly the same way.
 *
 * The flag by which it ends with 0 has another name, it connects to private addresses unless told otherwise, and it never asks which kind of database it serves.
 *
 * @see https://github.com/GoogleCloudPlatform/alloydb-auth-proxy
 */
export const ALLOYDB_PROXY: Program = {
  name: 'AlloyDB Auth Proxy',
  image: 'gcr.io/alloydb-connectors/alloydb-auth-proxy:1.15.2',
  repositories: /(^|\/)alloydb-auth-proxy$/,
  user: 65532,
  onlySidecar: true,
  direction: 'outbound',
  isTunnel: true,
  gate: 'HTTP 9802 /startup',
  shutdownSeconds: 2,
  // Read in the source: the address of the health server can be set since 0.6, its variables came with 1.0.
  startup: gateSince([1, 0], run => authProxyGate(run, STYLE)),
  admin: run => authProxyAdmin(run, STYLE),
  loopback: run => authProxyLoopback(run, STYLE),
  shellLess: WITHOUT_SYSTEM,
  stopsWithZero: run => run.isOn('exit-zero-sigterm', `${ALLOYDB_VARIABLES}EXIT_ZERO_SIGTERM`),
  stopSeconds: run => authProxyStopSeconds(run, STYLE),
};

/** Without it, the proxy ends with 143. */
export const ALLOYDB_EXIT_ZERO: Since = { version: [1, 11], what: 'the flag --exit-zero-sigterm' };

export const ALLOYDB_PRIVATE_SERVICE_CONNECT: Since = { version: [1, 9], what: 'the flag --psc' };

export const ALLOYDB_PUBLIC_IP: Since = { version: [1, 7], what: 'the flag --public-ip' };

export const ALLOYDB_AUTO_IAM: Since = { version: [1, 5], what: 'the flag --auto-iam-authn' };
