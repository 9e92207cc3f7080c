import { Duration } from 'cdk8s';

/** What is spoken on a connection through Envoy. */
export enum EnvoyProtocol {
  /** HTTP/1.1 toward the upstream, with websockets. */
  HTTP = 'http',
  /** HTTP/2 toward the upstream, as gRPC needs it. */
  GRPC = 'grpc',
  /** Anything: bytes are passed on as they are. */
  TCP = 'tcp',
}

/** A service that the app reaches through Envoy, on a port of loopback. */
export interface EnvoyUpstream {
  /** What it is called: lower-case letters, digits and dashes. The app's variable `ORDERS_URL` is made of it. */
  readonly name: string;
  /** Its host name or address, for example `orders.shop.svc.cluster.local`. */
  readonly host: string;
  /** Its port. */
  readonly port: number;
  /** The port on loopback on which the app reaches it. */
  readonly listenPort: number;
  /**
   * What is spoken.
   * @default EnvoyProtocol.HTTP
   */
  readonly protocol?: EnvoyProtocol;
  /**
   * Speak TLS to it. Its certificate must be for `host` and is checked against the authorities that the image trusts.
   * @default false
   */
  readonly tls?: boolean;
  /**
   * How long a request may last, until its answer is complete. Zero is no limit, which streams need.
   * @default - 15 seconds over HTTP, otherwise no limit
   */
  readonly timeout?: Duration;
  /**
   * How often a request that could not be delivered is tried again.
   * @default 0
   */
  readonly retries?: number;
}
