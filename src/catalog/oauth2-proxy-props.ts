import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** Who tells OAuth2 Proxy who a visitor is. */
export enum OAuth2Provider {
  /** Anyone who speaks OpenID Connect. */
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

/** Where the app is, and who may visit it. */
export interface OAuth2ProxyProps extends PresetProps {
  /** The port on loopback on which the app listens. */
  readonly appPort: number;
  /** A Secret with the keys `client-id`, `client-secret` and `cookie-secret`. The last has 16, 24 or 32 bytes. */
  readonly credentials: kplus.ISecret;
  /** The domains of the mail addresses that may visit, for example `acme.com`. A single `*` lets in everyone who can log in. */
  readonly emailDomains: string[];
  /**
   * Who tells who a visitor is.
   * @default OAuth2Provider.OIDC
   */
  readonly provider?: OAuth2Provider;
  /**
   * The URL of the OpenID Connect issuer, for example `https://login.acme.com/realms/shop`. Google and GitHub need none.
   * @default - the provider's own
   */
  readonly issuerUrl?: string;
  /**
   * Where visitors log in. With `redeemUrl` and `jwksUrl` the proxy, and so the app, also starts while the issuer is down.
   * @default - the issuer is asked at start
   */
  readonly loginUrl?: string;
  /**
   * Where codes are exchanged for tokens.
   * @default - the issuer is asked at start
   */
  readonly redeemUrl?: string;
  /**
   * Where the issuer's keys are.
   * @default - the issuer is asked at start
   */
  readonly jwksUrl?: string;
  /**
   * Where visitors come back to after the login, for example `https://shop.acme.com/oauth2/callback`.
   * @default - the host that they asked for, with `/oauth2/callback`
   */
  readonly redirectUrl?: string;
  /**
   * The port on which it serves the world.
   * @default 4180
   */
  readonly port?: number;
  /**
   * It stands behind an ingress, whose `X-Forwarded` headers are true. The flag `trusted-proxy-ip` says which addresses may send them.
   * @default true
   */
  readonly behindIngress?: boolean;
  /**
   * Further flags without their dashes, for example `{ 'cookie-domain': '.acme.com' }`.
   * @default - the program's own values
   */
  readonly flags?: { [name: string]: string };
  /**
   * What the names of the app's environment variables begin with.
   * @default - nothing, they are `HOST` and `PORT`
   */
  readonly envPrefix?: string;
}
