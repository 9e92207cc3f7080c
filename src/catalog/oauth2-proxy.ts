import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { OAuth2Provider, OAuth2ProxyProps } from './oauth2-proxy-props';
import { InboundProxy } from './private/inbound-proxy';
import { checkListenPort, checkPortUses } from './private/parts';
import { checkPort, gateOptions, presetProps, resources } from './private/preset';
import { OAUTH2_PROXY, OAUTH2_PROXY_PORT } from '../knowledge/programs/oauth2-proxy';
import { StartupGate } from '../sidecars/startup-gate';

/** The variables that hold what nobody may read in a manifest, and their keys in the Secret. */
const CREDENTIALS: { readonly [variable: string]: string } = {
  OAUTH2_PROXY_CLIENT_ID: 'client-id',
  OAUTH2_PROXY_CLIENT_SECRET: 'client-secret',
  OAUTH2_PROXY_COOKIE_SECRET: 'cookie-secret',
};

/** The providers that need to be told which issuer it is. */
const NEED_ISSUER: readonly OAuth2Provider[] = [OAuth2Provider.OIDC, OAuth2Provider.ENTRA_ID, OAuth2Provider.KEYCLOAK_OIDC];

/**
 * OAuth2 Proxy: only those reach the app who have logged in.
 *
 * The gate opens when it serves. Unless `loginUrl`, `redeemUrl` and `jwksUrl` are given, that needs the issuer, and so does the start of the app. To reach it
 * from elsewhere, use `access.exposeViaService()`.
 *
 * @see https://oauth2-proxy.github.io/oauth2-proxy/
 */
export class OAuth2Proxy extends InboundProxy {
  constructor(scope: Construct, id: string, props: OAuth2ProxyProps) {
    const port = checkListenPort(`'${id}'`, props.port ?? OAUTH2_PROXY_PORT);
    checkPortUses(`'${id}'`, [{ port: checkPort(`'${id}'`, props.appPort), use: 'the app' }, { port, use: 'its visitors' }]);
    super(scope, id, { port, appPort: props.appPort, envPrefix: props.envPrefix }, {
      ...presetProps(OAUTH2_PROXY, props),
      resources: props.resources ?? resources(50, 64, 256),
      args: proxyArgs(`'${id}'`, props, port),
      envVariables: Object.fromEntries(Object.entries(CREDENTIALS)
        .map(([variable, key]) => [variable, kplus.EnvValue.fromSecretValue({ secret: props.credentials, key })])),
      startup: StartupGate.httpGet('/ping', port, gateOptions(props)),
    });
  }
}

function proxyArgs(subject: string, props: OAuth2ProxyProps, port: number): string[] {
  const own: [string, string][] = [
    ['http-address', `0.0.0.0:${port}`],
    ['upstream', `http://127.0.0.1:${props.appPort}/`],
    ['reverse-proxy', String(props.behindIngress ?? true)],
    ['skip-provider-button', 'true'],
    ...providerFlags(subject, props),
    ...domains(subject, props.emailDomains).map((domain): [string, string] => ['email-domain', domain]),
    ...(props.redirectUrl ? [['redirect-url', checkUrl(subject, props.redirectUrl)] as [string, string]] : []),
  ];
  return [...own, ...furtherFlags(subject, props.flags ?? {}, own.map(([name]) => name))].map(([name, value]) => `--${name}=${value}`);
}

function providerFlags(subject: string, props: OAuth2ProxyProps): [string, string][] {
  const provider = props.provider ?? OAuth2Provider.OIDC;
  if (!props.issuerUrl && NEED_ISSUER.includes(provider)) {
    throw new Error(`${subject} needs to know who issues tokens: give 'issuerUrl', for example https://login.acme.com/realms/shop`);
  }
  const endpoints = { 'login-url': props.loginUrl, 'redeem-url': props.redeemUrl, 'oidc-jwks-url': props.jwksUrl };
  const given = Object.entries(endpoints).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if (given.length !== 0 && given.length !== 3) {
    throw new Error(`${subject} knows only ${given.map(([name]) => name).join(' and ')} of its issuer: give all of 'loginUrl', 'redeemUrl' and 'jwksUrl', or none`);
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
    throw new Error(`${subject} cannot let in the mail domain '${wrong}': give one like acme.com, or '*' for everyone who can log in`);
  }
  if (emailDomains.length === 0) {
    throw new Error(`${subject} would let nobody in: give 'emailDomains', for example ['acme.com'], or ['*'] for everyone who can log in`);
  }
  return emailDomains;
}

function furtherFlags(subject: string, flags: { [name: string]: string }, own: readonly string[]): [string, string][] {
  for (const name of Object.keys(flags)) {
    if (/(^client-(id|secret)|secret|password)/.test(name) && !name.endsWith('-file')) {
      throw new Error(`${subject} would write '${name}' where everyone can read it: put it into the Secret of 'credentials', or add a variable from a Secret to its container`);
    }
    if (own.includes(name)) {
      throw new Error(`${subject} sets '--${name}' itself: leave it out of 'flags'`);
    }
    if (!/^[a-z][a-z0-9-]*$/i.test(name)) {
      throw new Error(`${subject} cannot set the flag '${name}': give its name without dashes in front, for example cookie-domain`);
    }
  }
  return Object.entries(flags);
}

function checkUrl(subject: string, url: string): string {
  if (!/^https?:\/\/[^\s/]+/.test(url)) {
    throw new Error(`${subject} cannot use the URL '${url}': give a whole one, for example https://login.acme.com/realms/shop`);
  }
  return url;
}
