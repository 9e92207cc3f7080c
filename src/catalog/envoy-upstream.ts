import { Duration } from 'cdk8s';

/** The protocol of a connection through Envoy. */
export enum EnvoyProtocol {
  /** HTTP/1.1 to the upstream, with WebSockets. */
  HTTP = 'http',
  /** HTTP/2 to the upstream, as gRPC requires. */
  GRPC = 'grpc',
  /** Any TCP protocol. Envoy forwards the bytes unchanged. */
  TCP = 'tcp',
}

/** A service that the app calls through Envoy on a loopback port. */
export interface EnvoyUpstream {
  /** The name of the upstream: lowercase letters, digits and dashes. An upstream `orders` gives the app the variable `ORDERS_URL`. */
  readonly name: string;
  /** The host name or IP address of the service, for example `orders.shop.svc.cluster.local`. */
  readonly host: string;
  /** The port of the service. */
  readonly port: number;
  /** The port on loopback on which Envoy listens for the app. */
  readonly listenPort: number;
  /**
   * The protocol of the service.
   * @default EnvoyProtocol.HTTP
   */
  readonly protocol?: EnvoyProtocol;
  /**
   * Uses TLS. Envoy checks the certificate for `host` against the certificate authorities of the image.
   * @default false
   */
  readonly tls?: boolean;
  /**
   * How long a request may take until its response is complete. Zero means no limit; set it for streams.
   * @default - 15 seconds for HTTP, no limit for other protocols
   */
  readonly timeout?: Duration;
  /**
   * How often Envoy retries a request that it could not deliver.
   * @default 0
   */
  readonly retries?: number;
}
