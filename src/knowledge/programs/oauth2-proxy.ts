import { addressOf, isLoopback, loopbackPorts } from './address';
import { httpGate, Program } from './program';
import { ProgramRun } from './program-run';
import { Since } from './since';
import { flaggedUpstreams, givenUpstreams } from './upstreams';

const DEFAULT_ADDRESS = '127.0.0.1:4180';

function httpAddress(run: ProgramRun): string | undefined {
  return run.setting('http-address', 'OAUTH2_PROXY_HTTP_ADDRESS');
}

function hasConfiguration(run: ProgramRun): boolean {
  return run.find('config', 'alpha-config') !== undefined || run.hasVariable('OAUTH2_PROXY_CONFIG');
}

/** The upstreams in its configuration: `upstreams = [ "static://202" ]`. */
function upstreamsIn(text: string): string[] {
  const list = /^[ \t]*upstreams[ \t]*=[ \t]*\[?([^\]\n]*)/m.exec(text)?.[1] ?? '';
  return list.split(',').map(one => one.trim().replace(/^["']|["']$/g, '')).filter(one => one !== '');
}

/**
 * OAuth2 Proxy: lets those through to the app who have logged in.
 *
 * It listens on loopback unless told otherwise. With OpenID Connect it asks the issuer for its endpoints at start and ends when it gets no answer, so that the
 * app does not start either, unless the endpoints are given. On SIGTERM it waits for open requests, without a limit.
 *
 * @see https://oauth2-proxy.github.io/oauth2-proxy/configuration/overview
 */
export const OAUTH2_PROXY: Program = {
  name: 'OAuth2 Proxy',
  image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3',
  repositories: /(^|\/)oauth2-proxy$/,
  user: 65532,
  onlySidecar: true,
  direction: 'inbound',
  guards: true,
  upstreams: run => flaggedUpstreams(run, 'upstream', 'OAUTH2_PROXY_UPSTREAMS'),
  answersAll: run => {
    const given = [...givenUpstreams(run, 'upstream', 'OAUTH2_PROXY_UPSTREAMS'), ...run.source.files().flatMap(upstreamsIn)];
    const isSeen = !hasConfiguration(run) || run.source.files().length > 0;
    return isSeen && given.length > 0 && given.every(upstream => /^(static|file):/.test(upstream));
  },
  gate: 'HTTP 4180 /ping',
  shutdownSeconds: 5,
  startup: run => {
    if (run.find('tls-cert-file') || run.hasVariable('OAUTH2_PROXY_TLS_CERT_FILE')) {
      return 'it serves TLS, so its plain HTTP address is uncertain';
    }
    const address = addressOf(httpAddress(run));
    const path = run.setting('ping-path', 'OAUTH2_PROXY_PING_PATH') ?? '/ping';
    return address && !isLoopback(address.host) ? httpGate(path, address.port) : 'it listens on loopback by default';
  },
  loopback: run => hasConfiguration(run) ? [] : loopbackPorts(addressOf(httpAddress(run) ?? DEFAULT_ADDRESS)),
  shellLess: /^(?!.*(alpine|debug))/,
};

/** The port on which the world reaches the app through it. */
export const OAUTH2_PROXY_PORT = 4180;

/** The port of the metrics, if they are on: the one of its chart. */
export const OAUTH2_PROXY_METRICS_PORT = 44180;

/** Before, Entra ID is called Azure AD, with other flags. */
export const OAUTH2_PROXY_ENTRA_ID: Since = { version: [7, 8], what: 'the provider entra-id' };

export const OAUTH2_PROXY_GROUPS: Since = { version: [7, 0], what: 'the flags --allowed-group and --skip-auth-route' };

export const OAUTH2_PROXY_METRICS: Since = { version: [7, 1], what: 'the flag --metrics-address' };
