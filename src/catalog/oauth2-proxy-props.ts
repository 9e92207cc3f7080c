import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** The identity provider of OAuth2 Proxy. */
export enum OAuth2Provider {
  /** Any provider that supports OpenID Connect. */
  OIDC = 'oidc',
  /** Microsoft Entra ID. */
  ENTRA_ID = 'entra-id',
  /** Keycloak. */
  KEYCLOAK_OIDC = 'keycloak-oidc',
  /** GitLab. */
  GITLAB = 'gitlab',
  /** Google. */
  GOOGLE = 'google',
  /** GitHub. */
  GITHUB = 'github',
}

/** Properties of an `OAuth2Proxy`. */
export interface OAuth2ProxyProps extends PresetProps {
  /** The port on loopback on which the app listens. */
  readonly appPort: number;
  /** A Secret with the keys `client-id`, `client-secret` and `cookie-secret`. The cookie secret must have 16, 24 or 32 bytes. */
  readonly credentials: kplus.ISecret;
  /** The email domains of users who have access, for example `acme.com`. A single `*` gives access to everyone who can log in. */
  readonly emailDomains: string[];
  /**
   * The identity provider.
   * @default OAuth2Provider.OIDC
   */
  readonly provider?: OAuth2Provider;
  /**
   * The URL of the OpenID Connect issuer, for example `https://login.acme.com/realms/shop`. Google and GitHub do not need it.
   * @default - the issuer of the provider
   */
  readonly issuerUrl?: string;
  /**
   * The URL where users log in. With `redeemUrl` and `jwksUrl`, the proxy and the app can start while the issuer is unavailable.
   * @default - the proxy gets it from the issuer at startup
   */
  readonly loginUrl?: string;
  /**
   * The URL where the proxy exchanges codes for tokens.
   * @default - the proxy gets it from the issuer at startup
   */
  readonly redeemUrl?: string;
  /**
   * The URL of the signing keys of the issuer.
   * @default - the proxy gets it from the issuer at startup
   */
  readonly jwksUrl?: string;
  /**
   * The URL to which the provider redirects users after the login, for example `https://shop.acme.com/oauth2/callback`.
   * @default - `/oauth2/callback` on the host of the request
   */
  readonly redirectUrl?: string;
  /**
   * The port on which the proxy serves clients.
   * @default 4180
   */
  readonly port?: number;
  /**
   * Trusts the `X-Forwarded` headers of the ingress in front of the proxy. Limit the addresses that may send them with `extraArgs`, for example
   * `['--trusted-proxy-ip=10.0.0.0/8']`.
   * @default true
   */
  readonly behindIngress?: boolean;
  /**
   * The groups of users who have access. Users of other groups have none, also if their email domain is listed.
   * @default - all groups
   */
  readonly allowedGroups?: string[];
  /**
   * Requests that need no login: regular expressions for the path, with a method before it if not all methods are meant, for example `GET=^/healthz$`.
   * @default - every request needs a login
   */
  readonly skipAuthRoutes?: string[];
  /**
   * A Secret with `tls.crt` and `tls.key`. The proxy then serves clients with TLS only.
   * @default - the proxy serves HTTP, for an ingress that terminates TLS
   */
  readonly certificate?: kplus.ISecret;
  /**
   * Serves Prometheus metrics at `/metrics`.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * The port of the metrics, if `metrics` is true.
   * @default 44180
   */
  readonly metricsPort?: number;
  /**
   * The prefix of the environment variables that the app gets.
   * @default - no prefix: the variables are `HOST` and `PORT`
   */
  readonly envPrefix?: string;
}
