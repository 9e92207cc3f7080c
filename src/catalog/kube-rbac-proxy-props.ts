import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** A version of TLS. */
export enum KubeRbacTlsVersion {
  /** TLS 1.2. */
  TLS_1_2 = 'VersionTLS12',
  /** TLS 1.3. */
  TLS_1_3 = 'VersionTLS13',
}

/** The Kubernetes resource that a client must be authorized for. The HTTP method determines the verb, for example `get` for GET. */
export interface KubeRbacResource {
  /** The resource type in the plural, for example `services`. */
  readonly resource: string;
  /**
   * The subresource, for example `metrics`.
   * @default - the resource itself
   */
  readonly subresource?: string;
  /**
   * The API group, for example `apps`.
   * @default - the core group
   */
  readonly apiGroup?: string;
  /**
   * The API version.
   * @default - any version
   */
  readonly apiVersion?: string;
  /**
   * The namespace of the resource.
   * @default - the client must be authorized in the whole cluster
   */
  readonly namespace?: string;
  /**
   * The name of the resource.
   * @default - the client must be authorized for all resources of the type
   */
  readonly name?: string;
}

/** Properties of a `KubeRbacProxy`. */
export interface KubeRbacProxyProps extends PresetProps {
  /** The port on loopback on which the app listens. */
  readonly appPort: number;
  /**
   * The port on which the proxy serves clients, over TLS.
   * @default 8443
   */
  readonly port?: number;
  /**
   * The port of the health endpoint.
   * @default 8643
   */
  readonly healthPort?: number;
  /**
   * The resource that a client must be authorized for.
   * @default - the path of the request, as a non-resource URL
   */
  readonly resource?: KubeRbacResource;
  /**
   * The only paths that the proxy forwards, with `*` as a wildcard. For all other paths, it returns 404.
   * @default - all paths
   */
  readonly allowPaths?: string[];
  /**
   * Paths that need no authorization, with `*` as a wildcard, for example `/healthz`.
   * @default - every path needs authorization
   */
  readonly ignorePaths?: string[];
  /**
   * A Secret with `tls.crt` and `tls.key`. The proxy reloads them when they change.
   * @default - a self-signed certificate that the proxy creates at startup
   */
  readonly certificate?: kplus.ISecret;
  /**
   * The oldest TLS version that the proxy accepts.
   * @default KubeRbacTlsVersion.TLS_1_2
   */
  readonly tlsMinVersion?: KubeRbacTlsVersion;
  /**
   * A ConfigMap with the authority of client certificates in the key `ca.crt`. Clients can then log in with a certificate instead of a token.
   * @default - clients log in with a token
   */
  readonly clientCertificateAuthority?: kplus.IConfigMap;
  /**
   * The audiences of tokens that the proxy accepts.
   * @default - tokens for the API server
   */
  readonly audiences?: string[];
  /**
   * Further configuration of the proxy, for example `{ authorization: { static: [{ path: '/metrics', verb: 'get', user: { name: 'system:anonymous' } }] } }`. Mappings
   * are merged with `resource`, scalars and lists replace, and null removes a key.
   * @default - only the configuration that follows from `resource`
   */
  readonly config?: { [key: string]: any };
  /**
   * The prefix of the environment variables that the app gets.
   * @default - no prefix: the variables are `HOST` and `PORT`
   */
  readonly envPrefix?: string;
}
