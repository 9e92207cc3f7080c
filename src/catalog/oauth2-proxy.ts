import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { OAuth2Provider, OAuth2ProxyProps } from './oauth2-proxy-props';
import { refusal } from '../caller/refusal';
import { Kinds, FLAG, NUMBER, oneOf, required, TEXT, TEXTS } from '../data/arguments';
import { SECRET } from '../sidecars/kinds';
import { Decided, ENDS } from './private/decided';
import { InboundProxy } from './private/inbound-proxy';
import { metricsPortOf } from './private/metrics';
import { checkListenPort, checkPortUses, mountSecret } from './private/parts';
import { checkNoCredential } from './private/plain-secret';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { requireVersion } from './private/program-version';
import { OAUTH2_PROXY, OAUTH2_PROXY_ENTRA_ID, OAUTH2_PROXY_GROUPS, OAUTH2_PROXY_METRICS, OAUTH2_PROXY_METRICS_PORT, OAUTH2_PROXY_PORT } from '../knowledge/programs/oauth2-proxy';
import { StartupGate } from '../sidecars/startup-gate';

const TLS_FOLDER = '/etc/oauth2-proxy-tls';

/** The variables with secret values, and their keys in the Secret. */
const CREDENTIALS: { readonly [variable: string]: string } = {
  OAUTH2_PROXY_CLIENT_ID: 'client-id',
  OAUTH2_PROXY_CLIENT_SECRET: 'client-secret',
  OAUTH2_PROXY_COOKIE_SECRET: 'cookie-secret',
};

/** The flags that have a property. */
const DECIDED: Decided = {
  flags: {
    'http-address': "set 'port'",
    'upstream': "set 'appPort'",
    'reverse-proxy': "set 'behindIngress'",
    'provider': "set 'provider'",
    'email-domain': "set 'emailDomains'",
    'oidc-issuer-url': "set 'issuerUrl'",
    'login-url': "set 'loginUrl'",
    'redeem-url': "set 'redeemUrl'",
    'oidc-jwks-url': "set 'jwksUrl'",
    'redirect-url': "set 'redirectUrl'",
    'allowed-group': "set 'allowedGroups'",
    'skip-auth-route': "set 'skipAuthRoutes'",
    'https-address': "set 'certificate' and 'port'",
    'tls-cert-file': "set 'certificate'",
    'tls-key-file': "set 'certificate'",
    'metrics-address': "set 'metrics' and 'metricsPort'",
    'ping-path': 'remove it, because the startup gate needs it',
    'config': "remove it, and use properties and 'extraArgs'",
    'alpha-config': 'remove it, because it replaces flags that the sidecar needs',
    'convert-config-to-alpha': ENDS,
    'version': ENDS,
    'help': ENDS,
    'client-id': "put it into the Secret of 'credentials'",
    'client-secret': "put it into the Secret of 'credentials'",
    'cookie-secret': "put it into the Secret of 'credentials'",
  },
  variables: Object.fromEntries(Object.keys(CREDENTIALS).map(variable => [variable, "put it into the Secret of 'credentials'"])),
  variablePrefixes: ['OAUTH2_PROXY_'],
};

/** The providers that require an issuer URL. */
const REQUIRES_ISSUER: readonly OAuth2Provider[] = [OAuth2Provider.OIDC, OAuth2Provider.ENTRA_ID, OAuth2Provider.KEYCLOAK_OIDC];

/** What its properties must be. */
const KINDS: Kinds<OAuth2ProxyProps> = {
  ...PRESET_KINDS,
  appPort: required(NUMBER, '8080'),
  credentials: required(SECRET),
  emailDomains: { ...required(TEXTS), what: "a list of domains, for example ['acme.com'], or ['*'] for everyone who can log in" },
  provider: oneOf(OAuth2Provider),
  issuerUrl: TEXT,
  loginUrl: TEXT,
  redeemUrl: TEXT,
  jwksUrl: TEXT,
  redirectUrl: TEXT,
  port: NUMBER,
  behindIngress: FLAG,
  allowedGroups: TEXTS,
  skipAuthRoutes: TEXTS,
  certificate: SECRET,
  metrics: FLAG,
  metricsPort: NUMBER,
  envPrefix: TEXT,
};

/**
 * OAuth2 Proxy, which only lets users reach the app who have logged in.
 *
 * The gate opens when the proxy serves requests. Without `loginUrl`, `redeemUrl` and `jwksUrl`, the proxy needs the issuer for that, so the app does not start while
 * the issuer is unavailable. To let other pods connect, call `access.exposeViaService()`, or
 * `receiveFrom(service)` for a Service that exists.
 *
 * Every option has a flag, so `extraArgs` takes the rare ones, for example `['--cookie-domain=.acme.com']`.
 *
 * `connect` sets `HOST` and `PORT` of a container, so that an app that reads them listens on loopback only.
 *
 * @see https://oauth2-proxy.github.io/oauth2-proxy/
 */
export class OAuth2Proxy extends InboundProxy {
  /**
   * The port on which the proxy serves metrics.
   * @default - the proxy serves no metrics
   */
  public readonly metricsPort?: number;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: OAuth2ProxyProps) {
    checkPreset(scope, id, props, KINDS, OAUTH2_PROXY, new.target !== OAuth2Proxy);
    const port = checkListenPort(`'${id}'`, props.port ?? OAUTH2_PROXY_PORT);
    const metricsPort = metricsPortOf(`'${id}'`, props, OAUTH2_PROXY_METRICS_PORT);
    checkPortUses(`'${id}'`, [
      { port: checkPort(`'${id}'`, props.appPort), use: 'the app' },
      { port, use: 'clients' },
      ...(metricsPort === undefined ? [] : [{ port: metricsPort, use: 'metrics' }]),
    ]);
    super(scope, id, { port, appPort: props.appPort, metricsPort, envPrefix: props.envPrefix }, {
      ...presetProps(OAUTH2_PROXY, props, DECIDED),
      resources: props.resources ?? resources(50, 64, 256),
      args: proxyArgs(`'${id}'`, props, port, metricsPort),
      envVariables: Object.fromEntries(Object.entries(CREDENTIALS)
        .map(([variable, key]) => [variable, kplus.EnvValue.fromSecretValue({ secret: props.credentials, key })])),
      startup: StartupGate.httpGet('/ping', port, { ...gateOptions(props), ...(props.certificate ? { https: true } : {}) }),
    });
    this.metricsPort = metricsPort;
    mountSecret(this, TLS_FOLDER, 'tls', props.certificate);
  }
}

function proxyArgs(subject: string, props: OAuth2ProxyProps, port: number, metricsPort: number | undefined): string[] {
  checkVersion(props);
  const own: [string, string][] = [
    ...addresses(props, port),
    ['upstream', `http://127.0.0.1:${props.appPort}/`],
    ['reverse-proxy', String(props.behindIngress ?? true)],
    ['skip-provider-button', 'true'],
    ...providerFlags(subject, props),
    ...domains(subject, props.emailDomains).map((domain): [string, string] => ['email-domain', domain]),
    ...(props.allowedGroups ?? []).map((group): [string, string] => ['allowed-group', group]),
    ...(props.skipAuthRoutes ?? []).map((route): [string, string] => ['skip-auth-route', route]),
    ...(metricsPort === undefined ? [] : [['metrics-address', `0.0.0.0:${metricsPort}`] as [string, string]]),
    ...(props.redirectUrl ? [['redirect-url', checkUrl(subject, props.redirectUrl)] as [string, string]] : []),
  ];
  return own.map(([name, value]) => `--${name}=${value}`);
}

function checkVersion(props: OAuth2ProxyProps): void {
  if (props.allowedGroups || props.skipAuthRoutes) {
    requireVersion(OAUTH2_PROXY, props, OAUTH2_PROXY_GROUPS);
  }
  if (props.metrics) {
    requireVersion(OAUTH2_PROXY, props, OAUTH2_PROXY_METRICS);
  }
}

/** With a certificate, the proxy serves no HTTP: a dash disables it. */
function addresses(props: OAuth2ProxyProps, port: number): [string, string][] {
  return props.certificate
    ? [['http-address', '-'], ['https-address', `0.0.0.0:${port}`], ['tls-cert-file', `${TLS_FOLDER}/tls.crt`], ['tls-key-file', `${TLS_FOLDER}/tls.key`]]
    : [['http-address', `0.0.0.0:${port}`]];
}

function providerFlags(subject: string, props: OAuth2ProxyProps): [string, string][] {
  const provider = props.provider ?? OAuth2Provider.OIDC;
  if (provider === OAuth2Provider.ENTRA_ID) {
    requireVersion(OAUTH2_PROXY, props, OAUTH2_PROXY_ENTRA_ID);
  }
  if (!props.issuerUrl && REQUIRES_ISSUER.includes(provider)) {
    throw refusal`${subject} has no issuer, which its provider requires: set 'issuerUrl', for example https://login.acme.com/realms/shop`;
  }
  const endpoints = { 'login-url': props.loginUrl, 'redeem-url': props.redeemUrl, 'oidc-jwks-url': props.jwksUrl };
  const given = Object.entries(endpoints).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if (given.length !== 0 && given.length !== 3) {
    throw refusal`${subject} sets only ${given.map(([name]) => name).join(' and ')}: set all of 'loginUrl', 'redeemUrl' and 'jwksUrl', or none of them`;
  }
  return [
    ['provider', provider],
    ...(props.issuerUrl ? [['oidc-issuer-url', checkUrl(subject, props.issuerUrl)] as [string, string]] : []),
    ...(given.length > 0 ? [['skip-oidc-discovery', 'true'] as [string, string]] : []),
    ...given.map(([name, url]): [string, string] => [name, checkUrl(subject, url)]),
  ];
}

function domains(subject: string, emailDomains: string[]): string[] {
  const wrong = emailDomains.find(domain => !/^(\*|\.?[\w-]+(\.[\w-]+)+)$/.test(domain));
  if (wrong !== undefined) {
    throw refusal`${subject} has the email domain '${wrong}', which is not valid: set a domain such as acme.com, or '*' for everyone who can log in`;
  }
  if (emailDomains.length === 0) {
    throw refusal`${subject} has no email domains, so no user has access: set 'emailDomains', for example ['acme.com'], or ['*'] for everyone who can log in`;
  }
  return emailDomains;
}

function checkUrl(subject: string, url: string): string {
  checkNoCredential(subject, url);
  if (!/^https?:\/\/[^\s/]+/.test(url)) {
    throw refusal`${subject} has the URL '${url}', which is not complete: set it, for example, to https://login.acme.com/realms/shop`;
  }
  return url;
}
