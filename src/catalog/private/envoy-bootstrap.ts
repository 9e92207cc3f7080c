import { cluster, Endpoint } from './envoy-cluster';
import { serverTls } from './envoy-tls';
import { ConfigMapping } from './yaml';

const TYPE = 'type.googleapis.com/envoy.extensions.filters';

/** A listener and its upstream. */
export interface Passage {
  readonly name: string;
  /** The address on which it listens. */
  readonly address: string;
  readonly port: number;
  readonly protocol: 'http' | 'grpc' | 'tcp';
  readonly to: Endpoint;
  /** The Host header of requests, if it differs from that of the client. */
  readonly hostHeader?: string;
  /** The timeout of a request in seconds. 0 means no limit. */
  readonly timeoutSeconds: number;
  readonly retries: number;
  /** The only path that it forwards. */
  readonly onlyPath?: string;
  /** The directory with `tls.crt` and `tls.key`, if it accepts TLS only. */
  readonly certificateFolder?: string;
}

/** The static configuration of an Envoy with its admin interface on loopback. */
export function envoyBootstrap(adminPort: number, passages: readonly Passage[], trustedCa: string): ConfigMapping {
  return {
    admin: { address: socketAddress('127.0.0.1', adminPort) },
    static_resources: {
      listeners: passages.map(listener),
      clusters: passages.map(({ name, protocol, to }) => cluster(name, protocol, to, trustedCa)),
    },
  };
}

function listener(passage: Passage): ConfigMapping {
  return {
    name: passage.name,
    address: socketAddress(passage.address, passage.port),
    filter_chains: [{
      filters: [passage.protocol === 'tcp' ? tcpProxy(passage) : httpManager(passage)],
      transport_socket: passage.certificateFolder === undefined ? undefined : serverTls(passage.certificateFolder, passage.protocol),
    }],
  };
}

function tcpProxy({ name }: Passage): ConfigMapping {
  return {
    name: 'envoy.filters.network.tcp_proxy',
    typed_config: { '@type': `${TYPE}.network.tcp_proxy.v3.TcpProxy`, 'stat_prefix': name, 'cluster': name },
  };
}

function httpManager(passage: Passage): ConfigMapping {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type': `${TYPE}.network.http_connection_manager.v3.HttpConnectionManager`,
      'stat_prefix': passage.name,
      'upgrade_configs': passage.protocol === 'http' && !passage.onlyPath ? [{ upgrade_type: 'websocket' }] : undefined,
      'route_config': { virtual_hosts: [{ name: passage.name, domains: ['*'], routes: [route(passage)] }] },
      'http_filters': [{ name: 'envoy.filters.http.router', typed_config: { '@type': `${TYPE}.http.router.v3.Router` } }],
    },
  };
}

function route({ name, onlyPath, hostHeader, timeoutSeconds, retries }: Passage): ConfigMapping {
  return {
    match: onlyPath ? { path: onlyPath } : { prefix: '/' },
    route: {
      cluster: name,
      timeout: `${timeoutSeconds}s`,
      host_rewrite_literal: hostHeader,
      retry_policy: retries > 0 ? { retry_on: 'connect-failure,refused-stream,unavailable', num_retries: retries } : undefined,
    },
  };
}

function socketAddress(address: string, port: number): ConfigMapping {
  return { socket_address: { address, port_value: port } };
}
