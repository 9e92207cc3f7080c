import { authProxyAdmin, authProxyGate, authProxyLoopback, authProxyStopSeconds, AuthProxyStyle, WITHOUT_SYSTEM } from './auth-proxy';
import { firstProxyGate, firstProxyLoopback, firstProxyStopSeconds, isFirstProxy } from './gce-proxy';
import { Program } from './program';
import { Since } from './since';

/** The port of the health server, on all addresses. */
export const CLOUD_SQL_HEALTH_PORT = 9801;

/** What the names of its variables begin with. */
export const CLOUD_SQL_VARIABLES = 'CSQL_PROXY_';

const STYLE: AuthProxyStyle = { prefix: CLOUD_SQL_VARIABLES, healthPort: CLOUD_SQL_HEALTH_PORT, databasePorts: [3306, 5432, 1433] };

/** The first of these cannot bind its health server to another address. */
const PREVIEW = /preview/;

/**
 * The Cloud SQL Auth Proxy, version 2.
 *
 * Its health server must be switched on and listens on loopback unless told otherwise, where no kubelet reaches it. It closes at once on SIGTERM and then ends
 * with 143, or with 0 by its flag. With a port for each instance it starts without asking the Admin API. With sockets it asks for the kind of the database,
 * and ends when it gets no answer.
 *
 * @see https://github.com/GoogleCloudPlatform/cloud-sql-proxy
 */
export const CLOUD_SQL_PROXY: Program = {
  name: 'Cloud SQL Auth Proxy',
  image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
  repositories: /(^|\/)cloud-sql-proxy$/,
  user: 65532,
  onlySidecar: true,
  direction: 'outbound',
  isTunnel: true,
  gate: 'HTTP 9801 /startup',
  shutdownSeconds: 2,
  requires: { version: [2, 0], what: 'its flags' },
  // Some mirrors keep version 1 under this name too.
  startup: run => isFirstProxy(run) ? firstProxyGate(run) : PREVIEW.test(run.tag) ? 'a preview of its version 2 may not know the flags of its health server' : authProxyGate(run, STYLE),
  admin: run => isFirstProxy(run) ? undefined : authProxyAdmin(run, STYLE),
  loopback: run => isFirstProxy(run) ? firstProxyLoopback(run) : authProxyLoopback(run, STYLE),
  shellLess: WITHOUT_SYSTEM,
  stopsWithZero: run => run.isOn('exit-zero-on-sigterm', `${CLOUD_SQL_VARIABLES}EXIT_ZERO_ON_SIGTERM`),
  stopSeconds: run => isFirstProxy(run) ? firstProxyStopSeconds(run) : authProxyStopSeconds(run, STYLE),
};

/** Without it, the proxy ends with 143. The release is not verified; every later one has it, and leaving it out changes only the exit code. */
export const CLOUD_SQL_EXIT_ZERO: Since = { version: [2, 7], what: 'the flag --exit-zero-on-sigterm' };

export const CLOUD_SQL_CONNECTION_TEST: Since = { version: [2, 4], what: 'the flag --run-connection-test' };

export const CLOUD_SQL_PRIVATE_SERVICE_CONNECT: Since = { version: [2, 5], what: 'the flag --psc' };
